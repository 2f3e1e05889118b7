import { HOUR_MS, WEEK } from '#shared/days.ts'
import { percent } from './battle-rates.ts'

/** 1970-01-01 was a Thursday, the fourth day of a week that begins with Monday. */
const FIRST_WEEKDAY = 3
const DAY_HOURS = 24

const WEEK_HOURS = WEEK * DAY_HOURS

/** A figure for each hour of the week. */
export function weekOfZeros(): number[] {
  return new Array<number>(WEEK_HOURS).fill(0)
}

/** The hour of the week in which a moment lies: 0 is Monday from 0:00 to 1:00 UTC, 167 the last hour of Sunday. */
export function hourOfWeek(at: number): number {
  return weekHour(Math.floor(at / HOUR_MS))
}

/** The same of an hour since 1970. */
function weekHour(hour: number): number {
  return (hour + FIRST_WEEKDAY * DAY_HOURS) % WEEK_HOURS
}

/** The hours of a week as rows of days, from Monday. */
export function weekTable(hours: readonly number[]): number[][] {
  return Array.from({ length: WEEK }, (_, day) => hours.slice(day * DAY_HOURS, (day + 1) * DAY_HOURS))
}

/**
 * On how many dates between `from` and `now` a battle log tells of each hour of the week. Moments are in milliseconds since
 * 1970.
 */
export function knownDates(
  spans: readonly Pick<CoveredSpan, 'from' | 'to'>[],
  { from, now }: { from: number; now: number },
): number[] {
  const first = Math.floor(from / HOUR_MS)
  // How many spans begin in an hour, less those that ended in the one before.
  const begun = new Int32Array(Math.floor(now / HOUR_MS) - first + 2)
  for (const span of spans) {
    const [begin, end] = [Math.max(span.from, from), Math.min(span.to, now)]
    if (begin >= end) continue
    const [start, stop] = [Math.floor(begin / HOUR_MS) - first, Math.ceil(end / HOUR_MS) - first]
    begun[start] = (begun[start] ?? 0) + 1
    begun[stop] = (begun[stop] ?? 0) - 1
  }
  const known = weekOfZeros()
  let open = 0
  for (let hour = 0; hour < begun.length; hour++) {
    open += begun[hour] ?? 0
    const place = weekHour(first + hour)
    if (open > 0) known[place] = (known[place] ?? 0) + 1
  }
  return known
}

/**
 * The rows of a week table with null in place of 0 for hours that no log tells of: nobody knows whether there were
 * battles.
 */
export function knownHours(table: readonly (readonly number[])[], known: readonly number[]): (number | null)[][] {
  return table.map((row, day) => row.map((count, hour) => (count > 0 || known[day * DAY_HOURS + hour] ? count : null)))
}

/** In each hour of the week: battles, and how often a member was there. */
export type Hours = { battles: number[]; visits: number[] }

/** The hours of a week in which a member ever was: 1 for each. */
export type Visited = number[]

/** The hours of a week that are called best. */
const BEST_HOURS = 3

export function newHours(): Hours {
  return { battles: weekOfZeros(), visits: weekOfZeros() }
}

export function newVisited(): Visited {
  return weekOfZeros()
}

/** Counts the battles of a member, oldest first. Several in one hour of one date are one visit. */
export function hourCounter({ battles, visits }: Hours, visited: Visited) {
  let last = -1
  return (at: number): void => {
    const moment = Math.floor(at / HOUR_MS)
    const hour = weekHour(moment)
    battles[hour] = (battles[hour] ?? 0) + 1
    if (moment === last) return
    last = moment
    visits[hour] = (visits[hour] ?? 0) + 1
    visited[hour] = 1
  }
}

/** The fewest known dates and members by which an hour is called best: fewer say nothing about a week. */
const LEAST_DATES = 3
const LEAST_MEMBERS = 3

/** The hours in which most members were there on average, over the dates that are known of each (docs/formulas.md). */
export function bestHours(
  { battles, visits }: Hours,
  members: readonly { visited: Visited }[],
  known: readonly number[],
) {
  const hours = visits.map((count, hour) => {
    const dates = known[hour] ?? 0
    const visitors = members.filter(({ visited }) => visited[hour] === 1).length
    const isEnough = dates >= LEAST_DATES && visitors >= LEAST_MEMBERS
    return { hour, mean: isEnough ? count / dates : 0, battles: battles[hour] ?? 0 }
  })
  return hours
    .filter(({ mean }) => mean > 0)
    .sort((one, other) => other.mean - one.mean || other.battles - one.battles || one.hour - other.hour)
    .slice(0, BEST_HOURS)
    .map(({ hour, mean, battles: fought }) => ({
      weekday: Math.floor(hour / DAY_HOURS),
      hour: hour % DAY_HOURS,
      battles: fought,
      mean_members: Math.round(10 * mean) / 10,
    }))
}

/** The hour of the week with most visits, then most battles; null without any. */
export function busiestHour({ battles, visits }: Hours): number | null {
  const [first] = visits
    .flatMap((count, hour) => (count > 0 ? [{ hour, count, fought: battles[hour] ?? 0 }] : []))
    .sort((one, other) => other.count - one.count || other.fought - one.fought || one.hour - other.hour)
  return first?.hour ?? null
}

/**
 * A span of time in which every battle of a player is known; `overflow`: battles before it were missed. Milliseconds
 * since 1970.
 */
export type CoveredSpan = { from: number; to: number; overflow: boolean }

/** A player with what their battle logs cover, oldest first. */
export type CoveredPlayer = { trackedSince: number; spans: readonly CoveredSpan[] }

/** By the names of the API. */
type BattleCoverage = { share: number | null; since: string | null; missed: boolean }

/**
 * Which part of the time is known: of the time between `from` and `now` in which the players were tracked, the percentage of
 * which every battle is known; null before the first battle log (docs/formulas.md#known-time).
 */
export function battleCoverage(
  players: readonly CoveredPlayer[],
  { from, now }: { from: number; now: number },
): BattleCoverage {
  const spans = players.flatMap((player) => player.spans)
  if (spans.length === 0) return { share: null, since: null, missed: false }
  let [known, tracked] = [0, 0]
  for (const { trackedSince, spans } of players) {
    const start = Math.max(from, trackedSince)
    tracked += Math.max(0, now - start)
    for (const span of spans) known += Math.max(0, Math.min(span.to, now) - Math.max(span.from, start))
  }
  // A log reaches back to before tracking; the pages name one day since which somebody is tracked.
  const since = Math.min(
    ...players.flatMap(({ trackedSince, spans }) => spans.map(({ from }) => Math.max(from, trackedSince))),
  )
  return {
    share: tracked === 0 ? null : percent(known / tracked),
    since: new Date(since).toISOString(),
    missed: spans.some((span) => span.overflow && span.from > from),
  }
}
