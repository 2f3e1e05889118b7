import type { CalendarDay } from '#shared/days.ts'

/** A tier of the Ranked mode by its name, and a rating. Each may be unknown. */
export type Standing = { tier: string | null; rating: number | null }

/** A standing in a season. */
export type InSeason = Standing & {
  /** The number of the season, where the game tells it. */
  season: number | null
  /** The highest of the season so far. */
  seasonTier: string | null
  seasonRating: number | null
}

/** What the last profile of a UTC day says of the Ranked mode and of prestige; null where it says nothing. */
export type LadderDay = InSeason & {
  /** How seasons stood that ended on the day, after a profile of the day had told of them. */
  ended: readonly InSeason[]
  prestige: number | null
  fame: number | null
  /** What the last profile says of the Ranked mode cannot be right, and was set aside. */
  isSetAside: boolean
}

export const NOTHING_KNOWN: LadderDay = {
  ...{ season: null, tier: null, rating: null, seasonTier: null, seasonRating: null },
  ...{ ended: [], prestige: null, fame: null, isSetAside: false },
}

/** What a day has of its season alone. */
export function inSeason({ season, tier, rating, seasonTier, seasonRating }: InSeason): InSeason {
  return { season, tier, rating, seasonTier, seasonRating }
}

/** What is known after a day: each figure as it was told last. */
export function carry(before: LadderDay, day: LadderDay): LadderDay {
  return {
    season: day.season ?? before.season,
    tier: day.tier ?? before.tier,
    rating: day.rating ?? before.rating,
    seasonTier: day.seasonTier ?? before.seasonTier,
    seasonRating: day.seasonRating ?? before.seasonRating,
    ended: [],
    prestige: day.prestige ?? before.prestige,
    fame: day.fame ?? before.fame,
    isSetAside: false,
  }
}

type Ratings = Pick<InSeason, 'season' | 'rating' | 'seasonRating'>

/**
 * Whether a new season begins between two profiles: by the season's number, and where one of them lacks it by the highest
 * of the season, which never falls within one (docs/formulas.md#ranked-seasons).
 */
export function startsSeason(before: Ratings, now: Ratings): boolean {
  if (before.season !== null && now.season !== null) return now.season !== before.season
  return before.seasonRating !== null && now.seasonRating !== null && now.seasonRating < before.seasonRating
}

/** More than anybody loses between two profiles of a season. */
const MOST_FALL = 3_000

/** More than anybody has: Pro begins at 11,250, and 9,295 was the highest that was seen (docs/game-api.md#ranked). */
const MOST_RATING = 20_000

/** Whether one of the standings that a profile tells has a rating that nobody can have. */
export function isImpossibleRating(...told: readonly Standing[]): boolean {
  return told.some(({ rating }) => (rating ?? 0) > MOST_RATING)
}

/** Season 48 was that of August 2026, and each month begins one (docs/game-api.md#ranked). */
const MONTH_OF_SEASON_0 = 12 * 2026 + 7 - 48

/** Whether a season cannot have begun by a day, by its number. One may begin a month earlier than is usual. */
export function isFutureSeason(season: number | null, day: CalendarDay): boolean {
  const month = 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1
  return (season ?? 0) > month - MONTH_OF_SEASON_0 + 1
}

/** Whether a profile's season is one before the one that was seen. */
export function goesBack(before: Ratings, now: Ratings): boolean {
  return before.season !== null && now.season !== null && now.season < before.season
}

/** Whether a profile's rating falls too far within one season. */
export function fallsTooFar(before: Ratings, now: Ratings): boolean {
  const fall = (before.rating ?? 0) - (now.rating ?? before.rating ?? 0)
  return fall > MOST_FALL && !startsSeason(before, now)
}

/** The higher of two standings. One without a rating is the lower one, and of equals the first is taken. */
export function higher(one: Standing, other: Standing): Standing {
  return (other.rating ?? -1) > (one.rating ?? -1) ? other : one
}
