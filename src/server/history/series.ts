import { type Database, statement } from '#server/database/database.ts'
import type { DailySeries } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, dayOf, daysBetween, isStale } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'

/** Whose series is read, and what the first observation of it was. */
export type Subject = First & { tag: string }

const oneOfTags = (column: string) => `${column} = any($1::text[])`
const partsOf = {
  player: statement<{ parts: SeriesPart[] | null }>(seriesParts('player', oneOfTags, '$2::date')),
  club: statement<{ parts: SeriesPart[] | null }>(seriesParts('club', oneOfTags, '$2::date')),
}

/** The daily series of players over a window, by tag: one statement however many players. */
export function readPlayerSeries(db: Database, players: Subject[], window: Window): Promise<Map<string, DailySeries>> {
  return readSeries(db, 'player', players, window)
}

/** The daily series of one club. A club's own changes are its members': the array is left at what differs by day. */
export async function readClubSeries(db: Database, club: Subject, window: Window): Promise<DailySeries> {
  const series = await readSeries(db, 'club', [club], window)
  return series.get(club.tag) as DailySeries
}

async function readSeries(db: Database, type: EntityType, subjects: Subject[], window: Window) {
  if (subjects.length === 0) return new Map<string, DailySeries>()
  const rows = await partsOf[type](db, [subjects.map((subject) => subject.tag), firstDay(window)])
  const parts = Map.groupBy(rows[0]?.parts ?? [], ([tag]) => tag)
  return new Map(
    subjects.map((subject) => {
      return [subject.tag, assembleSeries(type, parts.get(subject.tag) ?? [], subject, window)] as const
    }),
  )
}

type Row = First & { observedAt: Date; parts: SeriesPart[] | null }

/** A series, and when its club or player was last looked at. */
export type TrackedSeries = { observedAt: Date; series: DailySeries }

const trackedSeries = {
  club: statement<Row>(trackedSeriesOf('club', { observed: 'known.observed_at' })),
  // A scan of the club counts as a look at the player, also where it changed nothing.
  player: statement<Row>(
    trackedSeriesOf('player', {
      observed: 'greatest(known.observed_at, (select observed_at from clubs where clubs.tag = known.club_tag))',
      shown: 'and not exists (select from tombstones where tombstones.tag = known.tag)',
    }),
  ),
}

/** The series of one club or player that is tracked and may be shown, in one statement; null for any other tag. */
export async function readTrackedSeries(
  db: Database,
  type: EntityType,
  tag: string,
  window: Window,
): Promise<TrackedSeries | null> {
  const [row] = await trackedSeries[type](db, [tag, firstDay(window)])
  if (row === undefined) return null
  return { observedAt: row.observedAt, series: assembleSeries(type, row.parts ?? [], row, window) }
}

function trackedSeriesOf(type: EntityType, { observed, shown = '' }: { observed: string; shown?: string }): string {
  const parts = seriesParts(type, (column) => `${column} = $1`, '$2::date')
  return `
    select known.first_seen_at as "firstSeenAt", known.first_trophies as "firstTrophies",
      ${observed} as "observedAt", stored.parts
    from ${type}s known cross join (${parts}) stored where known.tag = $1 ${shown}`
}

/** A window of `days` UTC dates that ends with the day of `now`. */
export type Window = { days: number; now: Date }

/** What the first observation of a player or club was. */
export type First = { firstSeenAt: Date | null; firstTrophies: number | null }

type Days = (number | null)[]

/** Days that are stored, the first of them named; or where a number stands for the days, a reset and what it took. */
export type SeriesPart = [tag: string, day: CalendarDay, trophies: Days | number, changes: Days, scans: Days]

/**
 * SQL for everything that a window's series of some tags are made of, as one JSON array of parts, which is read far
 * faster than rows: the days of the months that touch the window, the days up to the last close before it, its resets.
 * `tags` is a condition on the column it gets, `from` the first day. A club's `changes` are its scans.
 */
export function seriesParts(type: EntityType, tags: (column: string) => string, from: string): string {
  const tag = `${type}_tag`
  const months = `${type}_months`
  const before = `trophies[:${from} - month]`
  const inside = (days: string) => `${days}[${from} - month + 1:]`
  const part = 'json_build_array(tag, day, trophies, changes, scans)'
  return `
    select json_agg(${part}) as parts from (
      select ${tag} as tag, greatest(month, ${from}) as day, to_json(${inside('trophies')}) as trophies,
        ${inside(type === 'club' ? 'scans' : 'changes')} as changes, ${inside('scans')} as scans
      from ${months} where ${tags(tag)} and month > ${from} - extract(day from ${from})::integer
      union all
      select tag, month, to_json(${before}), '{}', '{}' from (
        select distinct on (${tag}) ${tag} as tag, month, trophies from ${months}
        where ${tags(tag)} and month < ${from} and array_remove(${before}, null) <> '{}'
        order by ${tag}, month desc
      ) latest
      union all
      select ${tag}, day, to_json(trophies), '{}', '{}' from ${type}_resets where ${tags(tag)} and day >= ${from}
    ) stored`
}

/** The first day of a window. */
export function firstDay({ days, now }: Window): CalendarDay {
  return addDays(dayOf(now), 1 - days)
}

/** The series that the parts of one tag make, in whatever order they come. */
export function assembleSeries(type: EntityType, parts: SeriesPart[], first: First, window: Window): DailySeries {
  const months: MonthRow[] = []
  const resets: ResetRow[] = []
  for (const [, day, trophies, changes, scans] of parts) {
    if (typeof trophies === 'number') resets.push({ day, trophies })
    else months.push({ month: day, trophies, changes, scans })
  }
  const series = seriesOf(months, resets, { from: firstDay(window), today: dayOf(window.now), ...first })
  return type === 'club' ? { ...series, changes: differences(series) } : series
}

/** 1 on a day whose close differs from the one before, 0 on other observed days. */
function differences({ closes, before }: DailySeries): (number | null)[] {
  let previous: number | null = before?.close ?? null
  return closes.map((close) => {
    if (close === null) return null
    const changed = previous !== null && previous !== close
    previous = close
    return changed ? 1 : 0
  })
}

/** A stored month: element i of each array is day i + 1, and arrays end with the last day that was seen. */
export type MonthRow = {
  month: string
  trophies: (number | null)[]
  changes: (number | null)[]
  scans: (number | null)[]
}

type ResetRow = { day: string; trophies: number }

/** Which days are asked for, and when the player or club was first observed, with how many trophies. */
export type Span = { from: CalendarDay; today: CalendarDay; firstSeenAt: Date | null; firstTrophies: number | null }

/** What the stored months say of a window: `from` up to and including `today`. Months may come in any order. */
export function seriesOf(months: MonthRow[], resets: ResetRow[], span: Span): DailySeries {
  const { from, today, firstSeenAt, firstTrophies } = span
  const length = daysBetween(from, today) + 1
  const days: DaysOfMonthRows = { closes: [], changes: [], scans: [] }
  for (let index = 0; index < length; index++) {
    days.closes.push(null)
    days.changes.push(null)
    days.scans.push(0)
  }
  let before: Before = null
  for (const row of months) {
    const start = daysBetween(from, row.month as CalendarDay)
    placeMonth(days, row, start)
    if (start < 0) before = later(before, lastClose(row, -start))
  }
  const firstObserved = firstSeenAt === null ? null : dayOf(firstSeenAt)
  return { from, ...days, resets: resetsOf(resets, from, length), before, firstObserved, firstTrophies }
}

type DaysOfMonthRows = { closes: (number | null)[]; changes: (number | null)[]; scans: number[] }
type Before = DailySeries['before']

/** Puts the days of a month where they belong, the first of them at `start`, which may lie before the window. */
function placeMonth({ closes, changes, scans }: DaysOfMonthRows, row: MonthRow, start: number): void {
  const end = Math.min(Math.max(row.trophies.length, row.changes.length), closes.length - start)
  for (let index = Math.max(0, -start); index < end; index++) {
    const close = row.trophies[index] ?? null
    closes[start + index] = close
    // A battle log may tell of changes on a day when nobody looked.
    changes[start + index] = row.changes[index] ?? (close === null ? null : 0)
    scans[start + index] = row.scans[index] ?? 0
  }
}

/** The last close among the first `days` of a month. */
function lastClose({ month, trophies }: MonthRow, days: number): Before {
  for (let index = Math.min(days, trophies.length) - 1; index >= 0; index--) {
    const close = trophies[index] ?? null
    if (close !== null) return { day: addDays(month as CalendarDay, index), close }
  }
  return null
}

function later(one: Before, other: Before): Before {
  if (one === null || other === null) return one ?? other
  return one.day < other.day ? other : one
}

function resetsOf(rows: ResetRow[], from: CalendarDay, length: number): readonly number[] {
  if (rows.length === 0) return noResets(length)
  const resets = new Array<number>(length).fill(0)
  for (const { day, trophies } of rows) {
    const place = daysBetween(from, day as CalendarDay)
    if (place >= 0 && place < length) resets[place] = trophies
  }
  return resets
}

const empty = new Map<number, readonly number[]>()
const EMPTY_MAX = 100

/** Most windows are without any: they share one list. */
function noResets(length: number): readonly number[] {
  const known = empty.get(length)
  if (known !== undefined) return known
  const made = Object.freeze(new Array<number>(length).fill(0))
  if (empty.size < EMPTY_MAX) empty.set(length, made)
  return made
}

/** When the newest observation behind an answer was made, and whether that is longer ago than it should be. */
export function freshness(observedAt: Date, now: Date): { last_updated: string; stale: boolean } {
  return { last_updated: observedAt.toISOString(), stale: isStale(observedAt, now) }
}
