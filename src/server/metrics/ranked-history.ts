import type { CalendarDay } from '#shared/days.ts'
import { RANKED_TIERS, tierPlace, UNRANKED } from '#shared/ranked-tiers.ts'
import { carry, higher, type LadderDay, NOTHING_KNOWN, type Standing, startsSeason } from './ranked-days.ts'

/** The days with a profile, in their order. */
export type LadderDays = ReadonlyMap<CalendarDay, LadderDay>

type RankedDay = Standing & { date: CalendarDay; season: number | null; isSeasonStart: boolean }

/** A season as it was seen. `number` is null where the game did not tell it. */
export type RankedSeason = {
  number: number | null
  firstSeen: CalendarDay
  lastSeen: CalendarDay
  last: Standing
  best: Standing
}

/**
 * The days on which a profile told a tier or a rating, and the seasons that they make, the oldest first
 * (docs/formulas.md#ranked-seasons). The first day that is known starts no season.
 */
export function rankedHistory(days: LadderDays): { days: RankedDay[]; seasons: RankedSeason[] } {
  const found: { days: RankedDay[]; seasons: RankedSeason[] } = { days: [], seasons: [] }
  let known = NOTHING_KNOWN
  for (const [date, day] of days) {
    const { tier, rating } = day
    const isTold = tier !== null || rating !== null
    if (!isTold) continue
    const isSeasonStart = found.days.length > 0 && startsSeason(known, day)
    const best = { tier: day.seasonTier, rating: day.seasonRating }
    const season = isSeasonStart ? undefined : found.seasons.at(-1)
    if (season === undefined) {
      const number = day.season
      found.seasons.push({ number, firstSeen: date, lastSeen: date, last: { tier, rating }, best })
    } else {
      const number = season.number ?? day.season
      Object.assign(season, { number, lastSeen: date, last: { tier, rating }, best: higher(season.best, best) })
    }
    found.days.push({ date, tier, rating, season: day.season, isSeasonStart })
    known = carry(known, day)
  }
  return found
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
 * What the days from `since` on tell: the highest tier, so that who was looked at after a season's start is not the
 * lower one for it, and the last prestige. Null where they tell neither (docs/formulas.md#finding-a-club).
 */
export function rankedSide(days: LadderDays, since: CalendarDay): RankedSide | null {
  const told = new Map([...days].filter(([date]) => date >= since))
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
