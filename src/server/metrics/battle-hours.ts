import { HOUR_MS } from '#shared/days.ts'
import { percent } from './battle-rates.ts'

/** 1970-01-01 was a Thursday, the fourth day of a week that begins with Monday. */
const FIRST_WEEKDAY = 3
const WEEK = 7
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
 * The rows of a week table with null in place of 0 where no battle log tells of the hour, on any date between `from`
 * and `now`: nobody knows whether there were battles. Moments are in milliseconds since 1970.
 */
export function knownHours(
  table: readonly (readonly number[])[],
  spans: readonly Pick<CoveredSpan, 'from' | 'to'>[],
  { from, now }: { from: number; now: number },
): (number | null)[][] {
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
  const known = new Uint8Array(WEEK_HOURS)
  let open = 0
  for (let hour = 0; hour < begun.length; hour++) {
    open += begun[hour] ?? 0
    if (open > 0) known[weekHour(first + hour)] = 1
  }
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

/** The hours in which members were there most often, each member once in each week; `members` are those who are counted. */
export function bestHours({ battles, visits }: Hours, members: readonly { visited: Visited }[] = []) {
  const places = visits.flatMap((count, hour) => (count > 0 ? [hour] : []))
  const figure = (figures: readonly number[], hour: number) => figures[hour] ?? 0
  places.sort(
    (one, other) =>
      figure(visits, other) - figure(visits, one) || figure(battles, other) - figure(battles, one) || one - other,
  )
  return places.slice(0, BEST_HOURS).map((hour) => ({
    weekday: Math.floor(hour / DAY_HOURS),
    hour: hour % DAY_HOURS,
    battles: figure(battles, hour),
    members: members.filter(({ visited }) => visited[hour] === 1).length,
  }))
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
  const since = Math.min(...spans.map((span) => span.from))
  return {
    share: tracked === 0 ? null : percent(known / tracked),
    since: new Date(since).toISOString(),
    missed: spans.some((span) => span.overflow && span.from > from),
  }
}
