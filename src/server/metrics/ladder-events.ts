import type { CalendarDay } from '#shared/days.ts'
import { LADDER_KINDS, type LadderKind } from '#shared/kinds.ts'
import { tierPlace } from '#shared/ranked-tiers.ts'
import type { Standing } from './ranked-days.ts'
import { type LadderDays, rankedHistory } from './ranked-history.ts'

/** Tiers below Gold I are reached in an evening: nobody is told of them. */
const FIRST_TOLD = tierPlace('GOLD I') ?? 0

/** The highest tier that was reached in a season, and the day. */
type NewTier = { tier: string; on: CalendarDay }

/**
 * The new tiers of a player, the oldest first: each above all before it in its season, from Gold on. What the first day of
 * a season shows, and the first day that is known, was reached before (docs/formulas.md#ranked-events).
 */
export function newTiers(days: LadderDays): NewTier[] {
  const found: NewTier[] = []
  let highest: number | null = null
  for (const { date, tier, isSeasonStart } of rankedHistory(days).standings) {
    const place = tier === null ? null : tierPlace(tier)
    if (isSeasonStart) highest = null
    if (tier === null || place === null) continue
    if (highest !== null && place > highest && place >= FIRST_TOLD) found.push({ tier, on: date })
    highest = Math.max(highest ?? 0, place)
  }
  return found
}

/** What a player ever reached, as it is stored. */
type Records = {
  /** The first day of which a profile tells each kind: what was there then was reached before. */
  since: Record<'best' | 'levels' | 'tens', CalendarDay | null>
  best: (Standing & { on: CalendarDay }) | null
  brawlers: ReadonlyMap<number, { tens: readonly Reached[]; levels: readonly Reached[] }>
}
type Reached = readonly [number: number, on: CalendarDay]

/** `figure`: the rating of a new best, the level of a prestige, the wins of a streak; of a new tier null. */
export type LadderEvent = {
  kind: LadderKind
  on: CalendarDay
  tier: string | null
  brawlerId: number | null
  figure: number | null
}

const OF_NONE = { tier: null, brawlerId: null, figure: null }

/** All that a player reached from a day on, the newest first; of equal days in the order of their kinds. */
export function allLadderEvents(
  days: LadderDays,
  { since, best, brawlers }: Records,
  from: CalendarDay,
): LadderEvent[] {
  const tiers = newTiers(days).map(({ tier, on }): LadderEvent => ({ ...OF_NONE, kind: 'tier', on, tier }))
  const bests: LadderEvent[] =
    best === null || best.on === since.best
      ? []
      : [{ ...OF_NONE, kind: 'best', on: best.on, tier: best.tier, figure: best.rating }]
  const ofBrawlers = [...brawlers].flatMap(([brawlerId, { tens, levels }]): LadderEvent[] => [
    ...levels
      .filter(([, on]) => on !== since.levels)
      .map(([figure, on]): LadderEvent => ({ ...OF_NONE, kind: 'prestige', on, brawlerId, figure })),
    ...tens
      .filter(([, on]) => on !== since.tens)
      .map(([ten, on]): LadderEvent => ({ ...OF_NONE, kind: 'streak', on, brawlerId, figure: 10 * ten })),
  ])
  return [...tiers, ...bests, ...ofBrawlers]
    .filter(({ on }) => on >= from)
    .sort((one, other) => (one.on === other.on ? 0 : one.on < other.on ? 1 : -1))
}

/**
 * What a player reached from a day on, or up to another one: the newest tier and rating, and of each brawler the newest,
 * which is the highest. What was reached later hides none of it, but for the rating: of bests the last alone is stored.
 */
export function ladderEvents(
  days: LadderDays,
  records: Records,
  { from, until }: { from: CalendarDay; until?: CalendarDay },
): LadderEvent[] {
  const told = allLadderEvents(days, records, from).filter(({ on }) => until === undefined || on <= until)
  const newest = new Map(told.toReversed().map((event) => [`${event.kind} ${event.brawlerId}`, event]))
  return [...newest.values()].sort((one, other) => LADDER_KINDS.indexOf(one.kind) - LADDER_KINDS.indexOf(other.kind))
}
