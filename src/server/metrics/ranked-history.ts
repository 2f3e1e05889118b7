import { addDays, type CalendarDay } from '#shared/days.ts'
import { RANKED_TIERS, tierPlace, UNRANKED } from '#shared/ranked-tiers.ts'
import {
  carry,
  higher,
  type InSeason,
  inSeason,
  type LadderDay,
  NOTHING_KNOWN,
  type Standing,
  startsSeason,
} from './ranked-days.ts'

/** The days with a profile, in their order. */
export type LadderDays = ReadonlyMap<CalendarDay, LadderDay>

type RankedDay = Standing & { date: CalendarDay; season: number | null; isSeasonStart: boolean }

/** A season as it was seen. `number` is null where the game did not tell it. */
type RankedSeason = {
  number: number | null
  firstSeen: CalendarDay
  lastSeen: CalendarDay
  last: Standing
  best: Standing
}

type RankedHistory = { days: RankedDay[]; standings: RankedDay[]; seasons: RankedSeason[] }

/**
 * The days on which a profile told a tier or a rating, and their seasons, the oldest first
 * (docs/formulas.md#ranked-seasons). The first known day starts a season only where another one ended on it. `standings`
 * has an entry for each day, and one for each season that ended within a day.
 */
export function rankedHistory(days: LadderDays): RankedHistory {
  const found: RankedHistory = { days: [], standings: [], seasons: [] }
  let known = NOTHING_KNOWN
  let hasBegun = false
  for (const [date, day] of days) {
    for (const seen of [...day.ended, day]) {
      const { season, tier, rating, seasonTier, seasonRating } = seen
      const isTold = tier !== null || rating !== null
      if (!isTold && seasonTier === null && seasonRating === null) continue
      const isSeasonStart = found.seasons.length > 0 && startsSeason(known, seen)
      hasBegun ||= isSeasonStart
      noteSeason(found.seasons, seen, { date, isSeasonStart })
      known = carry(known, { ...NOTHING_KNOWN, ...inSeason(seen) })
      if (!isTold) continue
      const standing = { date, tier, rating, season, isSeasonStart: hasBegun }
      hasBegun = false
      found.standings.push(standing)
      if (seen === day) found.days.push(standing)
    }
  }
  return found
}

type SeenOn = { date: CalendarDay; isSeasonStart: boolean }

function noteSeason(seasons: RankedSeason[], seen: InSeason, { date, isSeasonStart }: SeenOn): void {
  const now = { tier: seen.tier, rating: seen.rating }
  const best = { tier: seen.seasonTier, rating: seen.seasonRating }
  const season = isSeasonStart ? undefined : seasons.at(-1)
  if (season === undefined) seasons.push({ number: seen.season, firstSeen: date, lastSeen: date, last: now, best })
  else {
    season.number ??= seen.season
    season.lastSeen = date
    if (now.tier !== null || now.rating !== null) season.last = now
    season.best = higher(season.best, best)
  }
}

/** A standing that is older is not the one of today. */
const PRESENT_DAYS = 30

/** What the last 30 days tell of a player's tier and rating, and of prestige: older profiles are none of today. */
export function presentStanding(days: LadderDays, today: CalendarDay) {
  return lastKnown(daysSince(days, addDays(today, -PRESENT_DAYS)))
}

function daysSince(days: LadderDays, since: CalendarDay): LadderDays {
  return new Map([...days].filter(([date]) => date >= since))
}

/** What was known last of a player's tier and rating, and of prestige, each with its day; null where nothing ever was. */
export function lastKnown(days: LadderDays) {
  const all = [...days]
  const ranked = all.findLast(([, { tier, rating }]) => tier !== null || rating !== null)
  const prestige = all.findLast(([, day]) => day.prestige !== null)
  return {
    ranked: ranked === undefined ? null : { tier: ranked[1].tier, rating: ranked[1].rating, on: ranked[0] },
    prestige: prestige === undefined ? null : { total: prestige[1].prestige ?? 0, on: prestige[0] },
  }
}

/**
 * The highest tier of the last two seasons that were seen, since a season begins lower for everybody; null where no
 * profile told one.
 */
export function recentTier(days: LadderDays): string | null {
  const told = rankedHistory(days)
    .seasons.slice(-2)
    .flatMap(({ best, last }) => [best, last])
    .filter(({ tier }) => tier !== null)
    .sort((one, other) => standingOrder(other) - standingOrder(one))
  return told[0]?.tier ?? null
}

/** What is known of somebody in Ranked: the place of a tier, 0 to 22, and levels of prestige. */
export type RankedSide = { tier: number | null; prestige: number | null }

/**
 * What the days from `since` on tell: the highest tier, so that a look just after a season's start does not lower the
 * tier, and the last prestige. Null where they tell neither (docs/formulas.md#finding-a-club).
 */
export function rankedSide(days: LadderDays, since: CalendarDay): RankedSide | null {
  const told = daysSince(days, since)
  const tier = recentTier(told)
  const side = { tier: tier === null ? null : tierPlace(tier), prestige: lastKnown(told).prestige?.total ?? null }
  return side.tier === null && side.prestige === null ? null : side
}

/** Where a standing is in an order from the lowest: by rating, else by the rating that its tier begins with. */
export function standingOrder({ tier, rating }: Standing): number {
  if (rating !== null) return rating
  if (tier === null || tier === UNRANKED) return -1
  return RANKED_TIERS[(tierPlace(tier) ?? 0) - 1]?.from ?? -1
}
