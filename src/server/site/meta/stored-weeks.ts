import * as z from 'zod/mini'
import { type Database, preparedRead } from '#server/database/database.ts'
import { talliesOf } from '#server/history/battles/pack-meta.ts'
import type { Tallies } from '#server/metrics/battle-meta.ts'
import { addDays, type CalendarDay, dayOf, isStale } from '#shared/days.ts'

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

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

const WEEK = {
  eventId: z.int(),
  mode: z.string(),
  week: z.string(),
  battles: z.int(),
  newestAt: z.date(),
  people: bytes,
  unknown: bytes,
}

export type StoredWeek = z.output<z.ZodMiniObject<typeof WEEK>>

const COLUMNS = `
  select event_id as "eventId", mode, week, battles, newest_at as "newestAt", people, unknown from meta_weeks`

/** The picks of one event, of a mode (event 0), or of all modes (event 0, mode ''). Without a mode, of all of the event. */
export const readWeeks = preparedRead(
  WEEK,
  `${COLUMNS} where family = $1 and event_id = $2 and ($3::text is null or mode = $3) and week >= $4::date order by week`,
)

/** The picks of every event. */
export const readEvents = preparedRead(
  WEEK,
  `${COLUMNS} where family = $1 and event_id > 0 and week >= $2::date order by week`,
)

/** The picks of every mode and of all together. */
export const readModes = preparedRead(
  WEEK,
  `${COLUMNS} where family = $1 and event_id = 0 and week >= $2::date order by week`,
)

/** Modes by their battles, without any picks. */
export const readModeNames = preparedRead(
  { mode: z.string(), battles: z.int() },
  `select mode, sum(battles)::integer as battles from meta_weeks
  where family = $1 and event_id = 0 and mode <> '' and week >= $2::date group by mode order by 2 desc, 1`,
)

const BRAWLERS = preparedRead(
  { names: z.record(z.string(), z.string()) },
  `select coalesce(jsonb_object_agg(id, name), '{}') as names from brawlers`,
)

/** Brawlers that the game no longer lists keep their names; of others there is only the number. */
export async function readBrawlerNames(
  db: Database,
): Promise<{ hasName(id: number): boolean; nameOf(id: number): string }> {
  const [row] = await BRAWLERS(db, [])
  const names = row?.names ?? {}
  return { hasName: (id) => id in names, nameOf: (id) => names[id] ?? `Brawler ${id}` }
}

/** What battles and the rotation call the maps of events; the battles' word counts. */
export const readMapNames = preparedRead(
  { eventId: z.int(), map: z.nullable(z.string()) },
  `select event_id as "eventId", coalesce(max(map) filter (where said = 1), max(map)) as map from (
    select event_id, map, 1 as said from battle_maps where $1::integer is null or event_id = $1
    union all select event_id, map, 2 from rotation_events where $1::integer is null or event_id = $1
  ) named group by event_id`,
)

/** The events that can be played at a moment. */
export const readOffered = preparedRead(
  { eventId: z.int(), mode: z.string(), endsAt: z.date() },
  `select event_id as "eventId", mode, max(ends_at) as "endsAt" from rotation_events
  where starts_at <= $1 and ends_at > $1 group by event_id, mode`,
)

/** The picks of these weeks that were not against the computer. */
export function picksAgainstPeople(weeks: readonly StoredWeek[]): Tallies {
  return talliesOf(weeks.flatMap(({ people, unknown }) => [people, unknown]))
}

/** When the newest of these battles ended, and whether that is longer ago than it should be. */
export function freshnessOf(weeks: readonly StoredWeek[], now: Date): { last_updated: string | null; stale: boolean } {
  const newest = weeks.reduce<Date | null>((last, { newestAt }) => (last && last > newestAt ? last : newestAt), null)
  return { last_updated: newest?.toISOString() ?? null, stale: newest !== null && isStale(newest, now) }
}
