import * as z from 'zod/mini'
import { type Columns, type Database, field, jsonList, preparedRead, type RowOf } from '#server/database/database.ts'
import type { DailySeries } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, dayOf, daysBetween, isStale } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'
import { type StoredDays, seriesOf } from './stored-days.ts'

/** A window of `days` UTC dates that ends with the day of `now` (docs/formulas.md#days-and-windows). */
export type Window = { days: number; now: Date }

/** All history up to the day of `now`. */
export type AllHistory = { days: 'all'; now: Date }

/** When a player or club was first observed, and with how many trophies; null where that is not known. */
type First = { firstSeenAt: Date | null; firstTrophies: number | null }

/** Whose series is read. */
export type Subject = First & { tag: string }

/** Reads the daily series of players over a window, by tag, in one statement. */
export function readPlayerSeries(db: Database, players: Subject[], window: Window): Promise<Map<string, DailySeries>> {
  return readSeries(db, 'player', players, window)
}

/** Reads the daily series of one club. Its `changes` say on which days its close differs from the one before. */
export async function readClubSeries(db: Database, club: Subject, window: Window): Promise<DailySeries> {
  const series = await readSeries(db, 'club', [club], window)
  return series.get(club.tag) as DailySeries
}

const storedDays = jsonList({
  tag: field('tag', z.string()),
  from: field(
    'day',
    z.custom<CalendarDay>((value) => typeof value === 'string'),
  ),
  trophies: field('trophies', z.array(z.nullable(z.number()))),
  changes: field('changes', z.array(z.nullable(z.number()))),
  scans: field('scans', z.array(z.nullable(z.number()))),
  reset: field('reset', z.nullable(z.number())),
})

const seriesOfTags = { player: seriesOfTagsRead('player'), club: seriesOfTagsRead('club') }

function seriesOfTagsRead(type: EntityType) {
  return preparedRead(
    { stored: storedDays.column },
    storedDaysQuery(type, (column) => `${column} = any($1::text[])`),
  )
}

async function readSeries(db: Database, type: EntityType, subjects: Subject[], window: Window) {
  if (subjects.length === 0) return new Map<string, DailySeries>()
  const rows = await seriesOfTags[type](db, [subjects.map((subject) => subject.tag), firstDay(window)])
  const ofTags = Map.groupBy(storedDays.items(rows[0]?.stored ?? null), ({ tag }) => tag)
  return new Map(
    subjects.map((subject) => [subject.tag, assemble(type, ofTags.get(subject.tag) ?? [], subject, window)] as const),
  )
}

/**
 * SQL for everything that the series of some tags are made of, as one JSON array: the days of the months that touch the
 * window, the days up to the last close before it, and its resets. `tags` is a condition on the column that it gets; $2
 * is the first day of the window. A club's `changes` are its scans.
 */
export function storedDaysQuery(type: EntityType, tags: (column: string) => string): string {
  const tag = `${type}_tag`
  const months = `${type}_months`
  const from = '$2::date'
  const before = `trophies[:${from} - month]`
  const inside = (days: string) => `${days}[${from} - month + 1:]`
  return `
    select json_agg(${storedDays.item}) as stored from (
      select ${tag} as tag, greatest(month, ${from}) as day, ${inside('trophies')} as trophies,
        ${inside(type === 'club' ? 'scans' : 'changes')} as changes, ${inside('scans')} as scans, null::integer as reset
      from ${months} where ${tags(tag)} and month > ${from} - extract(day from ${from})::integer
      union all
      select tag, month, ${before}, '{}', '{}', null from (
        select distinct on (${tag}) ${tag} as tag, month, trophies from ${months}
        where ${tags(tag)} and month < ${from} and array_remove(${before}, null) <> '{}'
        order by ${tag}, month desc
      ) latest
      union all
      select ${tag}, day, '{}', '{}', '{}', trophies from ${type}_resets where ${tags(tag)} and day >= ${from}
    ) days`
}

/** A series, and when its club or player was last observed. */
export type TrackedSeries = { observedAt: Date; firstSeenAt: Date; firstTrophies: number | null; series: DailySeries }

const FROM = { club: 'clubs c', player: 'players p left join clubs c on c.tag = p.club_tag' }
const KNOWN = { club: 'c', player: 'p' }
// A scan of the club counts as an observation of the player, also where it changed nothing.
const OBSERVED_AT = { club: 'c.observed_at', player: 'greatest(p.observed_at, c.observed_at)' }
const MAY_BE_SHOWN = { club: '', player: 'and not exists (select from tombstones where tombstones.tag = p.tag)' }

type Fields = Readonly<Record<string, { sql: string; type: z.ZodMiniType }>>
type ColumnsOf<F extends Fields> = { [Name in keyof F]: F[Name]['type'] }

/**
 * Prepares a read of one club or player that is tracked and may be shown, with its series: one statement; null for any
 * other tag. `fields` are read beside it. Their SQL may name the club as `c`, the player as `p`, and what `joins` adds.
 */
export function trackedSeriesRead<F extends Fields>(type: EntityType, fields: F, joins = '') {
  const selected = { ...trackedFields(type), ...fields }
  const names = Object.entries(selected).map(([name, { sql }]) => `${sql} as "${name}"`)
  const text = `
    select ${names.join(', ')} from ${FROM[type]} ${joins}
      cross join (${storedDaysQuery(type, (column) => `${column} = $1`)}) found
    where ${KNOWN[type]}.tag = $1 ${MAY_BE_SHOWN[type]}`
  const read = preparedRead(columnsOf(selected), text)
  return async (db: Database, tag: string, window: Window | AllHistory) => {
    const [row] = (await read(db, [tag, firstDay(window)])) as (TrackedRow & RowOf<ColumnsOf<F>>)[]
    if (row === undefined) return null
    const { stored, ...known } = row
    return { ...known, series: assemble(type, storedDays.items(stored), known, window) }
  }
}

function trackedFields(type: EntityType) {
  return {
    firstSeenAt: field(`${KNOWN[type]}.first_seen_at`, z.date()),
    firstTrophies: field(`${KNOWN[type]}.first_trophies`, z.nullable(z.number())),
    observedAt: field(OBSERVED_AT[type], z.date()),
    stored: field('found.stored', storedDays.column),
  }
}

type TrackedRow = RowOf<ColumnsOf<ReturnType<typeof trackedFields>>>

function columnsOf(fields: Fields): Columns {
  return Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, type]))
}

const trackedSeries = { club: trackedSeriesRead('club', {}), player: trackedSeriesRead('player', {}) }

/** Reads the series of one club or player that is tracked and may be shown, in one statement; null for any other tag. */
export function readTrackedSeries(
  db: Database,
  type: EntityType,
  tag: string,
  window: Window,
): Promise<TrackedSeries | null> {
  return trackedSeries[type](db, tag, window)
}

/** Before any history. */
const EVER = '1970-01-01'

/** The first day of a window; of all history a day before any of it. */
function firstDay({ days, now }: Window | AllHistory): string {
  return days === 'all' ? EVER : addDays(dayOf(now), 1 - days)
}

/** The series of one tag. That of all history begins with the day of the first observation. */
function assemble(
  type: EntityType,
  stored: StoredDays[],
  { firstSeenAt, firstTrophies }: First,
  { days, now }: Window | AllHistory,
): DailySeries {
  const today = dayOf(now)
  const length = days === 'all' ? Math.max(1, daysBetween(dayOf(firstSeenAt ?? now), today) + 1) : days
  const series = seriesOf(stored, { from: addDays(today, 1 - length), today, firstSeenAt, firstTrophies })
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

/** When the newest observation behind an answer was made, and whether that is longer ago than it should be. */
export function freshness(observedAt: Date, now: Date): { last_updated: string; stale: boolean } {
  return { last_updated: observedAt.toISOString(), stale: isStale(observedAt, now) }
}
