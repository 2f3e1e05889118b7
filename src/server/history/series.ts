import * as z from 'zod/mini'
import { type Columns, type Database, field, jsonList, preparedRead, type RowOf } from '#server/database/database.ts'
import type { ClubSeries, DailySeries } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, dayOf, daysBetween, isStale } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'
import { clubSeriesOf, playerSeriesOf, type StoredClubDays, type StoredPlayerDays } from './stored-days.ts'

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

/** The same of clubs. */
export function readClubSeries(db: Database, clubs: Subject[], window: Window): Promise<Map<string, ClubSeries>> {
  return readSeries(db, 'club', clubs, window)
}

/** Every array of numbers has one element a day. */
const daily = (column: string) => field(column, z.array(z.nullable(z.number())))

const COMMON = {
  tag: field('tag', z.string()),
  from: field(
    'day',
    z.custom<CalendarDay>((value) => typeof value === 'string'),
  ),
  trophies: daily('trophies'),
  scans: daily('scans'),
  reset: field('reset', z.nullable(z.number())),
}

/** What is stored of the days of players and of clubs, as `storedDaysQuery` reads it. */
const storedDays = {
  player: jsonList({ ...COMMON, changes: daily('changes'), estimated: daily('estimated') }),
  club: jsonList({ ...COMMON, joined: daily('joined'), departed: daily('departed') }),
}

const ARRAYS = {
  player: ['trophies', 'scans', 'changes', 'estimated'],
  club: ['trophies', 'scans', 'joined', 'departed'],
} as const

const seriesOfTags = { player: seriesOfTagsRead('player'), club: seriesOfTagsRead('club') }

function seriesOfTagsRead(type: EntityType) {
  return preparedRead(
    { stored: storedDays[type].column },
    storedDaysQuery(type, (column) => `${column} = any($1::text[])`),
  )
}

type SeriesOf<Type extends EntityType> = Type extends 'club' ? ClubSeries : DailySeries
type Stored = unknown[][] | null

async function readSeries<Type extends EntityType>(db: Database, type: Type, subjects: Subject[], window: Window) {
  if (subjects.length === 0) return new Map<string, SeriesOf<Type>>()
  const rows = await seriesOfTags[type](db, [subjects.map((subject) => subject.tag), firstDay(window)])
  // The tag is the first field of each item.
  const ofTags = Map.groupBy<unknown, unknown[]>(rows[0]?.stored ?? [], ([tag]) => tag)
  return new Map(
    subjects.map((subject) => [subject.tag, assemble(type, ofTags.get(subject.tag) ?? [], subject, window)] as const),
  )
}

/**
 * SQL for everything that the series of some tags are made of, as one JSON array: the days of the months that touch the
 * window, the days up to the last close before it, and its resets. `tags` is a condition on the column that it gets; $2
 * is the first day of the window.
 */
export function storedDaysQuery(type: EntityType, tags: (column: string) => string): string {
  const tag = `${type}_tag`
  const months = `${type}_months`
  const from = '$2::date'
  const before = `trophies[:${from} - month]`
  const inside = ARRAYS[type].map((column) => `${column}[${from} - month + 1:] as ${column}`)
  const none = ARRAYS[type].map(() => "'{}'")
  return `
    select json_agg(${storedDays[type].item}) as stored from (
      select ${tag} as tag, greatest(month, ${from}) as day, null::integer as reset, ${inside.join(', ')}
      from ${months} where ${tags(tag)} and month > ${from} - extract(day from ${from})::integer
      union all
      select tag, month, null, ${before}, ${none.slice(1).join(', ')} from (
        select distinct on (${tag}) ${tag} as tag, month, trophies from ${months}
        where ${tags(tag)} and month < ${from} and array_remove(${before}, null) <> '{}'
        order by ${tag}, month desc
      ) latest
      union all
      select ${tag}, day, trophies, ${none.join(', ')} from ${type}_resets where ${tags(tag)} and day >= ${from}
    ) days`
}

/** A series, and when its club or player was last observed. */
type TrackedSeries<Type extends EntityType> = {
  observedAt: Date
  firstSeenAt: Date
  firstTrophies: number | null
  series: SeriesOf<Type>
}

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
export function trackedSeriesRead<Type extends EntityType, F extends Fields>(
  type: Type,
  fields: F,
  joins = '',
  parameters: (window: Window | AllHistory) => string[] = () => [],
) {
  const selected = { ...trackedFields(type), ...fields }
  const names = Object.entries(selected).map(([name, { sql }]) => `${sql} as "${name}"`)
  const text = `
    select ${names.join(', ')} from ${FROM[type]} ${joins}
      cross join (${storedDaysQuery(type, (column) => `${column} = $1`)}) found
    where ${KNOWN[type]}.tag = $1 ${MAY_BE_SHOWN[type]}`
  const read = preparedRead(columnsOf(selected), text)
  return async (db: Database, tag: string, window: Window | AllHistory) => {
    const [row] = (await read(db, [tag, firstDay(window), ...parameters(window)])) as (TrackedRow &
      RowOf<ColumnsOf<F>>)[]
    if (row === undefined) return null
    const { stored, ...known } = row
    return { ...known, series: assemble(type, stored, known, window) }
  }
}

function trackedFields(type: EntityType) {
  return {
    firstSeenAt: field(`${KNOWN[type]}.first_seen_at`, z.date()),
    firstTrophies: field(`${KNOWN[type]}.first_trophies`, z.nullable(z.number())),
    observedAt: field(OBSERVED_AT[type], z.date()),
    stored: field('found.stored', storedDays[type].column),
  }
}

type TrackedRow = RowOf<ColumnsOf<ReturnType<typeof trackedFields>>>

function columnsOf(fields: Fields): Columns {
  return Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, type]))
}

const trackedSeries = { club: trackedSeriesRead('club', {}), player: trackedSeriesRead('player', {}) }

/** Reads the series of one club or player that is tracked and may be shown, in one statement; null for any other tag. */
export function readTrackedSeries<Type extends EntityType>(
  db: Database,
  type: Type,
  tag: string,
  window: Window,
): Promise<TrackedSeries<Type> | null> {
  const read = trackedSeries[type] as TrackedSeriesRead<Type>
  return read(db, tag, window)
}

type TrackedSeriesRead<Type extends EntityType> = (
  db: Database,
  tag: string,
  window: Window,
) => Promise<TrackedSeries<Type> | null>

/** Before any history. */
const EVER = '1970-01-01'

/** The first day of a window; of all history a day before any of it. */
function firstDay({ days, now }: Window | AllHistory): string {
  return days === 'all' ? EVER : addDays(dayOf(now), 1 - days)
}

/** The series of one tag. That of all history begins with the day of the first observation. */
function assemble<Type extends EntityType>(
  type: Type,
  stored: Stored,
  { firstSeenAt, firstTrophies }: First,
  { days, now }: Window | AllHistory,
): SeriesOf<Type> {
  const today = dayOf(now)
  const length = days === 'all' ? Math.max(1, daysBetween(dayOf(firstSeenAt ?? now), today) + 1) : days
  const span = { from: addDays(today, 1 - length), today, firstSeenAt, firstTrophies }
  const series =
    type === 'club'
      ? clubSeriesOf(storedDays.club.items(stored) as StoredClubDays[], span)
      : playerSeriesOf(storedDays.player.items(stored) as StoredPlayerDays[], span)
  return series as SeriesOf<Type>
}

/** When the newest observation behind an answer was made, and whether that is longer ago than it should be. */
export function freshness(observedAt: Date, now: Date): { last_updated: string; stale: boolean } {
  return { last_updated: observedAt.toISOString(), stale: isStale(observedAt, now) }
}
