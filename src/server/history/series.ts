import * as z from 'zod/mini'
import { type Columns, type Database, dateColumn, defineQuery, field, type RowOf } from '#server/database/database.ts'
import type { ClubSeries, DailySeries } from '#server/metrics/daily-series.ts'
import { addDays, type CalendarDay, dayOf, daysBetween, isStale, monthOf } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'
import { clubSeriesOf, playerSeriesOf, type StoredClubDays, type StoredPlayerDays } from './stored-days.ts'

/** A window of `days` UTC dates that ends with the day of `now`, or all history (docs/formulas.md#days-and-windows). */
type Span<Days> = { days: Days; now: Date }
export type Window = Span<number>

/**
 * Of one club or player: it ends with the day on which they were last seen. With `until` it ends with the day of that
 * moment, seen or not: for what is told of fixed dates.
 */
type OwnSpan<Days> = Span<Days> | { days: Days; until: Date }
export type OwnWindow = OwnSpan<number>

/** When a player or club was first observed, and with how many trophies; null where that is not known. */
type First = { firstSeenAt: Date | null; firstTrophies: number | null }

/** Whose series is read. It ends with the day of `asOf`, when they were last seen; without that, with the window. */
export type Subject = First & { tag: string; asOf?: Date }

/** Reads the daily series of players over a window, by tag. */
export function readPlayerSeries(db: Database, players: Subject[], window: Window): Promise<Map<string, DailySeries>> {
  return readSeries(db, 'player', players, window)
}

/** The same of clubs. */
export function readClubSeries(db: Database, clubs: Subject[], window: Window): Promise<Map<string, ClubSeries>> {
  return readSeries(db, 'club', clubs, window)
}

/** Every array of numbers has one element a day. */
const daily = z.array(z.nullable(z.number()))

const COMMON = {
  tag: z.string(),
  from: dateColumn,
  trophies: daily,
  scans: daily,
  /** The days of resets, and what they took. */
  resets: z.nullable(z.array(z.tuple([dateColumn, z.number()]))),
}

/** What is stored of a month of players and of clubs, as `storedMonthsQuery` reads it. */
const MONTH = {
  player: { ...COMMON, changes: daily, estimated: daily },
  club: { ...COMMON, joined: daily, departed: daily },
}

/** A month of a player or club. Of one that is read for its last close alone, there are only the trophies. */
type StoredMonth = { tag: string } & StoredPlayerDays & StoredClubDays

type SeriesOf<Type extends EntityType> = Type extends 'club' ? ClubSeries : DailySeries

/**
 * SQL for all that series are made of, a row a month, from the month $2 on; `tags` stands after the column of the tag. It
 * reads one kind of history alone, so that a cluster answers it in the shards of these tags.
 */
export function storedMonthsQuery(type: EntityType, tags: '= $1' | '= any($1::text[])'): string {
  const tag = `${type}_tag`
  const { tag: _tag, from: _from, resets: _resets, ...arrays } = MONTH[type]
  const columns = Object.keys(arrays).map((column) => `m.${column}`)
  return `
    select m.${tag} as tag, m.month as "from", ${columns.join(', ')}, (
        select json_agg(json_build_array(r.day, r.trophies)) from ${type}_resets r
        where r.${tag} = m.${tag} and r.day >= m.month and r.day <= m.month + 30
      ) as resets
    from ${type}_months m where m.${tag} ${tags} and m.month >= $2::date`
}

const monthsOfTags = {
  player: defineQuery(MONTH.player, storedMonthsQuery('player', '= any($1::text[])')),
  club: defineQuery(MONTH.club, storedMonthsQuery('club', '= any($1::text[])')),
}
const monthsOfTag = {
  player: defineQuery(MONTH.player, storedMonthsQuery('player', '= $1')),
  club: defineQuery(MONTH.club, storedMonthsQuery('club', '= $1')),
}

const lastMonths = { player: lastMonthsRead('player'), club: lastMonthsRead('club') }

/** Of each tag the newest month before $2 in which somebody looked. */
function lastMonthsRead(type: EntityType) {
  return defineQuery(
    { tag: z.string(), from: dateColumn, trophies: daily },
    `select distinct on (${type}_tag) ${type}_tag as tag, month as "from", trophies from ${type}_months
    where ${type}_tag = any($1::text[]) and month < $2::date and array_remove(trophies, null) <> '{}'
    order by ${type}_tag, month desc`,
  )
}

async function readSeries<Type extends EntityType>(db: Database, type: Type, subjects: Subject[], window: Window) {
  if (subjects.length === 0) return new Map<string, SeriesOf<Type>>()
  const tags = subjects.map((subject) => subject.tag)
  const ends = subjects.map(({ asOf }) => earlierMoment(asOf, window.now).getTime())
  const first = firstMonth({ days: window.days, now: new Date(Math.min(...ends)) })
  const months = await monthsOfTags[type](db, [tags, first])
  const ofTags = await withLastCloses(db, type, { subjects, months, first, window })
  return new Map(
    subjects.map((subject) => {
      const own = { ...window, now: earlierMoment(subject.asOf, window.now) }
      return [subject.tag, assemble(type, ofTags.get(subject.tag) ?? [], subject, own)] as const
    }),
  )
}

/** The moment at which the window of somebody who was last seen at `observedAt` ends. */
export function endOf(window: OwnSpan<number | 'all'>, observedAt?: Date): Date {
  return 'until' in window ? window.until : earlierMoment(observedAt, window.now)
}

/** What is told as of a moment ends there; without that, and with a moment ahead, now. */
export function earlierMoment(asOf: Date | undefined, now: Date): Date {
  return asOf !== undefined && asOf < now ? asOf : now
}

/** `first`: the first month that was read. */
type Read = { subjects: Subject[]; months: readonly StoredMonth[]; first: string; window: Span<number | 'all'> }

/**
 * The months by tag, with the last close before the window. It is nearly always in a month that was read: only for those
 * whom nobody saw in the month before, a second statement looks further back.
 */
async function withLastCloses(db: Database, type: EntityType, { subjects, months, first, window }: Read) {
  const ofTags = Map.groupBy(months, ({ tag }) => tag)
  const { days, now } = window
  if (days === 'all') return ofTags
  const unseen = subjects.filter(({ tag, firstSeenAt, asOf }) => {
    if (firstSeenAt !== null && dayOf(firstSeenAt) >= first) return false
    const day = firstDay(days, earlierMoment(asOf, now))
    return !ofTags.get(tag)?.some(({ from, trophies }) => hasClose(trophies, daysBetween(from, day)))
  })
  if (unseen.length === 0) return ofTags
  for (const last of await lastMonths[type](db, [unseen.map(({ tag }) => tag), first])) {
    ofTags.set(last.tag, [last, ...(ofTags.get(last.tag) ?? [])])
  }
  return ofTags
}

/** Whether there is a close among the first `length` days. */
function hasClose(trophies: readonly (number | null)[], length: number): boolean {
  return trophies.some((close, index) => close !== null && index < length)
}

/** A series, when its club or player was last observed, and the moment that the series is true at. */
type TrackedSeries<Type extends EntityType> = {
  observedAt: Date
  asOf: Date
  firstSeenAt: Date
  firstTrophies: number | null
  series: SeriesOf<Type>
}

const FROM = { club: 'clubs c', player: 'players p left join clubs c on c.tag = p.club_tag' }
const KNOWN = { club: 'c', player: 'p' }
// A scan of the club counts as an observation of the player, also where it changed nothing.
export const OBSERVED_AT = { club: 'c.observed_at', player: 'greatest(p.observed_at, c.observed_at)' }
const MAY_BE_SHOWN = { club: '', player: 'and not exists (select from tombstones where tombstones.tag = p.tag)' }

type Fields = Readonly<Record<string, { sql: string; type: z.ZodMiniType }>>
type ColumnsOf<F extends Fields> = { [Name in keyof F]: F[Name]['type'] }

/**
 * Prepares a read of one club or player that is tracked and may be shown, with its series: two statements at the same time;
 * null for any other tag. `fields` are read beside it. Their SQL may name the club as `c`, the player as `p`, and what
 * `joins` adds: tables that a cluster does not distribute.
 */
export function trackedSeriesRead<Type extends EntityType, F extends Fields>(type: Type, fields: F, joins = '') {
  const selected = { ...trackedFields(type), ...fields }
  const names = Object.entries(selected).map(([name, { sql }]) => `${sql} as "${name}"`)
  const text = `
    select ${names.join(', ')} from ${FROM[type]} ${joins}
    where ${KNOWN[type]}.tag = $1 ${MAY_BE_SHOWN[type]}`
  const read = defineQuery(columnsOf(selected), text)
  return async (db: Database, tag: string, asked: OwnSpan<number | 'all'>) => {
    const latest = { days: asked.days, now: endOf(asked) }
    const [rows, months] = await Promise.all([read(db, [tag]), monthsOfTag[type](db, [tag, firstMonth(latest)])])
    const [known] = rows as (TrackedRow & RowOf<ColumnsOf<F>>)[]
    if (known === undefined) return null
    const asOf = endOf(asked, known.observedAt)
    const window = { days: asked.days, now: asOf }
    // If nobody has seen them for a long time, their window begins earlier.
    const first = firstMonth(window)
    const all = first < firstMonth(latest) ? await monthsOfTag[type](db, [tag, first]) : months
    const ofTags = await withLastCloses(db, type, { subjects: [{ ...known, tag }], months: all, first, window })
    return { ...known, asOf, series: assemble(type, ofTags.get(tag) ?? [], known, window) }
  }
}

function trackedFields(type: EntityType) {
  return {
    firstSeenAt: field(`${KNOWN[type]}.first_seen_at`, z.date()),
    firstTrophies: field(`${KNOWN[type]}.first_trophies`, z.nullable(z.number())),
    observedAt: field(OBSERVED_AT[type], z.date()),
  }
}

/** When a player last won or lost trophies, and last fought, as a silence is told by. */
export const LAST_SIGNS = {
  lastChangeAt: field('p.changed_at', z.nullable(z.date())),
  lastBattleAt: field('p.last_battle_at', z.nullable(z.date())),
}

/** For a read of one player: the highest trophies that the own profile tells; null before it was collected. */
export const PROFILE_HIGHEST = {
  highestTrophies: field(
    '(select f.highest_trophies from player_profiles f where f.player_tag = $1)',
    z.nullable(z.number()),
  ),
}

type TrackedRow = RowOf<ColumnsOf<ReturnType<typeof trackedFields>>>

function columnsOf(fields: Fields): Columns {
  return Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, type]))
}

const trackedSeries = { club: trackedSeriesRead('club', {}), player: trackedSeriesRead('player', {}) }

/** Reads the series of one club or player that is tracked and may be shown; null for any other tag. */
export function readTrackedSeries<Type extends EntityType>(
  db: Database,
  type: Type,
  tag: string,
  window: OwnWindow,
): Promise<TrackedSeries<Type> | null> {
  const read = trackedSeries[type] as TrackedSeriesRead<Type>
  return read(db, tag, window)
}

type TrackedSeriesRead<Type extends EntityType> = (
  db: Database,
  tag: string,
  window: OwnWindow,
) => Promise<TrackedSeries<Type> | null>

/** Before any history. */
const EVER = '1970-01-01'

function firstDay(days: number, now: Date): CalendarDay {
  return addDays(dayOf(now), 1 - days)
}

/** The first month that is read: the one before that of the window's first day, for the last close before the window. */
function firstMonth({ days, now }: Span<number | 'all'>): string {
  return days === 'all' ? EVER : monthOf(addDays(monthOf(firstDay(days, now)), -1))
}

/** The series of one tag. That of all history begins with the day of the first observation. */
function assemble<Type extends EntityType>(
  type: Type,
  months: readonly StoredMonth[],
  { firstSeenAt, firstTrophies }: First,
  { days, now }: Span<number | 'all'>,
): SeriesOf<Type> {
  const today = dayOf(now)
  const length = days === 'all' ? Math.max(1, daysBetween(dayOf(firstSeenAt ?? now), today) + 1) : days
  const span = { from: addDays(today, 1 - length), today, firstSeenAt, firstTrophies }
  const series = type === 'club' ? clubSeriesOf(months, span) : playerSeriesOf(months, span)
  return series as SeriesOf<Type>
}

/** When the newest observation behind an answer was made, and whether that is more than 24 hours ago. */
export function freshness(observedAt: Date, now: Date): { last_updated: string; stale: boolean } {
  return { last_updated: observedAt.toISOString(), stale: isStale(observedAt, now) }
}
