import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, defineQuery, queryRows } from '#server/database/database.ts'
import { talliesOf } from '#server/history/battles/pack-meta.ts'
import type { Tallies } from '#server/metrics/battle-meta.ts'
import { addDays, type CalendarDay, dayOf, isStale, WEEK } from '#shared/days.ts'
import { mondayOf } from '#shared/iso-week.ts'

/** The weeks that an answer is made of, by their Mondays: from `since` to the running one. */
export type Weeks = { since: CalendarDay; before: CalendarDay; now: Date }

/** With how many weeks before the chosen ones these are compared. */
const COMPARED_WEEKS = 4

/** The running week and those before it, `weeks` in all. */
export function weeksUpTo(now: Date, weeks: number): Weeks {
  const since = addDays(mondayOf(dayOf(now)), -WEEK * (weeks - 1))
  return { since, before: addDays(since, -WEEK * COMPARED_WEEKS), now }
}

/** The picks of a week in one mode or on one map, packed, without those against the computer. The mode '' stands for all. */
export type StoredWeek = {
  eventId: number
  mode: string
  week: string
  battles: number
  newestAt: Date
  picks: readonly Uint8Array[]
}

type Family = 'ladder' | 'ranked'

/** Every mode and all modes together; every event; or one event. */
type Which = 'modes' | 'events' | number

/** The weeks of a family from a Monday on. */
type WeeksSince = { family: Family; since: CalendarDay }

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

const WEEK_COLUMNS = {
  eventId: z.int(),
  mode: z.string(),
  week: z.string(),
  battles: z.int(),
  newestAt: z.date(),
  people: bytes,
  unknown: bytes,
}

const LAST_EVENT = 2 ** 31 - 1

/** The picks of counted weeks, oldest first. */
export async function readPicks(db: Database, { family, since }: WeeksSince, which: Which): Promise<StoredWeek[]> {
  const [first, last] = which === 'modes' ? [0, 0] : which === 'events' ? [1, LAST_EVENT] : [which, which]
  const rows = await queryRows(
    db,
    WEEK_COLUMNS,
    sql`
    select event_id as "eventId", mode, week, battles, newest_at as "newestAt", people, unknown
    from meta_weeks where family = ${family} and event_id between ${first} and ${last}
      and week >= ${since}::date order by week, event_id, mode`,
  )
  return rows.map(({ people, unknown, ...row }) => ({ ...row, picks: [people, unknown] }))
}

export type FamilyWeek = StoredWeek & { family: Family }

const WEEKS_OF = defineQuery(
  { ...WEEK_COLUMNS, family: z.enum(['ladder', 'ranked']) },
  `select family, event_id as "eventId", mode, week, battles, newest_at as "newestAt", people, unknown
  from meta_weeks where week >= $1::date
    and (family = 'ladder' and event_id = any($2::integer[]) or family in ('ladder', 'ranked') and event_id = 0)
  order by week, event_id, mode`,
)

/** The ladder's weeks on these maps, and those of both families in each mode and in all together; oldest first. */
export async function readWeeksOf(
  db: Database,
  { since, events }: { since: CalendarDay; events: readonly number[] },
): Promise<FamilyWeek[]> {
  const rows = await WEEKS_OF(db, [since, events])
  return rows.map(({ people, unknown, ...row }) => ({ ...row, picks: [people, unknown] }))
}

export function sumOfPicks(rows: readonly StoredWeek[]): Tallies {
  return talliesOf(rows.flatMap(({ picks }) => picks))
}

const COUNTS_EVENT = defineQuery(
  { found: z.boolean() },
  `select exists (select from meta_weeks where family in ('ladder', 'ranked') and event_id = $1) as found`,
)

/** Whether battles of an event were ever counted. */
export async function wasCounted(db: Database, event: number): Promise<boolean> {
  const [row] = await COUNTS_EVENT(db, [event])
  return row?.found ?? false
}

/** The events that can be played at a moment. */
export const readOffered = defineQuery(
  { eventId: z.int(), mode: z.string(), endsAt: z.date() },
  `select event_id as "eventId", mode, max(ends_at) as "endsAt" from rotation_events
  where starts_at <= $1 and ends_at > $1 group by event_id, mode`,
)

/** When the newest of these battles ended, and whether that is longer ago than it should be. */
export function freshnessOf(weeks: readonly StoredWeek[], now: Date): { last_updated: string | null; stale: boolean } {
  const newest = weeks.reduce<Date | null>((last, { newestAt }) => (last && last > newestAt ? last : newestAt), null)
  return { last_updated: newest?.toISOString() ?? null, stale: newest !== null && isStale(newest, now) }
}
