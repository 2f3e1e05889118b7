import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { type Database, field, jsonList, preparedRead, queryRows } from '#server/database/database.ts'
import { BEST_PLAYERS } from '#server/history/battles/brawler-players.ts'
import { type IndexedPicks, indexPicks, talliesOf } from '#server/history/battles/pack-meta.ts'
import { BLOCK, type Tallies } from '#server/metrics/battle-meta.ts'
import { addDays, type CalendarDay, dayOf, HOUR_MS, isStale } from '#shared/days.ts'

/** The weeks that an answer is made of, by their Mondays: from `since` to the running one. */
export type Weeks = { since: CalendarDay; before: CalendarDay; now: Date }

const WEEK_DAYS = 7
/** With how many weeks before the chosen ones these are compared. */
const COMPARED_WEEKS = 4

/** The running week and those before it, so many in all. */
export function weeksUpTo(now: Date, weeks: number): Weeks {
  const today = dayOf(now)
  const monday = addDays(today, -((now.getUTCDay() + 6) % WEEK_DAYS))
  const since = addDays(monday, -WEEK_DAYS * (weeks - 1))
  return { since, before: addDays(since, -WEEK_DAYS * COMPARED_WEEKS), now }
}

/** The picks of a week in one mode or on one map, without those against the computer. The mode '' stands for all. */
export type StoredWeek = {
  eventId: number
  mode: string
  week: string
  battles: number
  newestAt: Date
  picks: IndexedPicks
}

type Family = 'ladder' | 'ranked'

/** The weeks of a family that are counted, each with what changes when it is counted again. */
export type CountedWeeks = { db: Database; family: Family; weeks: { week: string; version: string }[] }

const counted = jsonList({ week: field('week', z.string()), version: field('xmin::text', z.string()) })

const COUNTED = preparedRead(
  { weeks: counted.column },
  `select json_agg(${counted.item} order by week) as weeks from meta_weeks
  where family = $1 and event_id = 0 and mode = '' and week >= $2::date`,
)

/** The counted weeks from a Monday on, oldest first. All rows of a week are written in one transaction, which is its version. */
export async function countedWeeks(db: Database, family: Family, since: string): Promise<CountedWeeks> {
  const [row] = await COUNTED(db, [family, since])
  return { db, family, weeks: counted.items(row?.weeks ?? null) }
}

const VERSION = preparedRead(
  { version: z.string() },
  `select concat(
    (select string_agg(concat(week, ' ', xmin), ' ' order by week) from meta_weeks
      where family = $1 and event_id = 0 and mode = '' and week >= $2::date),
    ' ', (select md5(string_agg(concat(best.player_tag, ' ', best.version, ' ', p.name), ' ' order by best.player_tag))
      from (
        select player_tag, xmin as version from brawler_players where family = $1 and brawler_id = $3::integer
        order by low desc, player_tag limit ${BEST_PLAYERS}
      ) best
      join players p on p.tag = best.player_tag
      where not exists (select from tombstones t where t.tag = best.player_tag))) as version`,
)

/** What an answer is made of: the weeks of a family from a Monday on, and of one brawler also who plays it best. */
type Told = { family: Family; since: string; now: Date; brawler?: number }

/**
 * A text that changes when any of this changes, and once an hour, since names of maps and what is told of the age of
 * the battles change meanwhile.
 */
export async function versionOfWeeks(db: Database, { family, since, now, brawler }: Told): Promise<string> {
  const [row] = await VERSION(db, [family, since, brawler ?? null])
  return `${Math.floor(now.getTime() / HOUR_MS)} ${row?.version ?? ''}`
}

/** Memory for weeks that were read, and for the sums of several. Those least recently used go first. */
const PICKS_BYTES = 20 * 2 ** 20
const SUMS_BYTES = 12 * 2 ** 20
const PLACE_BYTES = 64
const ROW_BYTES = 2_000

type Kept = {
  picks: LRUCache<string, { version: string; rows: StoredWeek[] }>
  sums: LRUCache<string, Tallies>
}

const kept = new WeakMap<Database, Kept>()

function keptOf(db: Database): Kept {
  const known = kept.get(db) ?? {
    picks: new LRUCache({ maxSize: PICKS_BYTES, sizeCalculation: ({ rows }) => 1 + sizeOf(rows) }),
    sums: new LRUCache({ maxSize: SUMS_BYTES, sizeCalculation: ({ counts }) => 1 + counts.byteLength }),
  }
  kept.set(db, known)
  return known
}

function sizeOf(rows: readonly StoredWeek[]): number {
  return rows.reduce((sum, { picks }) => sum + picks.packed.length + PLACE_BYTES * picks.places.size + ROW_BYTES, 0)
}

/** Every mode and all modes together; every event; or one event. */
type Which = 'modes' | 'events' | number

/**
 * The picks of counted weeks, oldest first. They are kept as they were read until the week is counted again, since nearly all
 * weeks are over. Any process may count a week: so its version is asked for each answer.
 */
export async function picksOf({ db, family, weeks }: CountedWeeks, which: Which): Promise<StoredWeek[]> {
  const { picks } = keptOf(db)
  const nameOf = (week: string) => `${family} ${which} ${week}`
  const known = weeks.map(({ week, version }) => {
    const found = picks.get(nameOf(week))
    return found?.version === version ? found.rows : null
  })
  const missing = weeks.filter((_, place) => known[place] === null)
  const read = missing.length === 0 ? null : await readPicks(db, family, which, missing)
  for (const { week, version } of missing) picks.set(nameOf(week), read?.get(week) ?? { version, rows: [] })
  return weeks.flatMap(({ week }, place) => known[place] ?? read?.get(week)?.rows ?? [])
}

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

const WEEK = {
  eventId: z.int(),
  mode: z.string(),
  week: z.string(),
  version: z.string(),
  battles: z.int(),
  newestAt: z.date(),
  people: bytes,
  unknown: bytes,
}

const LAST_EVENT = 2 ** 31 - 1

async function readPicks(db: Database, family: Family, which: Which, weeks: CountedWeeks['weeks']) {
  const [first, last] = which === 'modes' ? [0, 0] : which === 'events' ? [1, LAST_EVENT] : [which, which]
  const rows = await queryRows(
    db,
    WEEK,
    sql`
    select event_id as "eventId", mode, week, xmin::text as version, battles, newest_at as "newestAt", people, unknown
    from meta_weeks where family = ${family} and event_id between ${first} and ${last}
      and week = any(${weeks.map(({ week }) => week)}::date[]) order by week, event_id, mode`,
  )
  const read = new Map<string, { version: string; rows: StoredWeek[] }>()
  for (const { version, people, unknown, ...row } of rows) {
    const known = read.get(row.week) ?? { version, rows: [] }
    known.rows.push({ ...row, picks: indexPicks([people, unknown]) })
    read.set(row.week, known)
  }
  return read
}

/** The picks of these weeks added up. Kept, since the same weeks answer for every number of trophies. */
export function sumOfPicks({ db, family, weeks }: CountedWeeks, rows: readonly StoredWeek[]): Tallies {
  const { sums } = keptOf(db)
  const versions = new Map(weeks.map(({ week, version }) => [week, version]))
  const parts = rows.map(({ eventId, mode, week }) => `${eventId} ${mode} ${week} ${versions.get(week)}`)
  const name = [family, ...parts].join()
  const known = sums.get(name)
  if (known !== undefined) return known
  const { begins, counts } = talliesOf(rows.map(({ picks }) => picks.packed))
  const sum = { begins, counts: counts.slice(0, begins.size * BLOCK) }
  sums.set(name, sum)
  return sum
}

const COUNTS_EVENT = preparedRead(
  { found: z.boolean() },
  `select exists (select from meta_weeks where family in ('ladder', 'ranked') and event_id = $1) as found`,
)

/** Whether battles of an event were ever counted. */
export async function wasCounted(db: Database, event: number): Promise<boolean> {
  const [row] = await COUNTS_EVENT(db, [event])
  return row?.found ?? false
}

/** The events that can be played at a moment. */
export const readOffered = preparedRead(
  { eventId: z.int(), mode: z.string(), endsAt: z.date() },
  `select event_id as "eventId", mode, max(ends_at) as "endsAt" from rotation_events
  where starts_at <= $1 and ends_at > $1 group by event_id, mode`,
)

/** When the newest of these battles ended, and whether that is longer ago than it should be. */
export function freshnessOf(weeks: readonly StoredWeek[], now: Date): { last_updated: string | null; stale: boolean } {
  const newest = weeks.reduce<Date | null>((last, { newestAt }) => (last && last > newestAt ? last : newestAt), null)
  return { last_updated: newest?.toISOString() ?? null, stale: newest !== null && isStale(newest, now) }
}
