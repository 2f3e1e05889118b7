import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import { readSetting } from '#server/database/settings.ts'
import { isStorageFull } from '#server/database/storage.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { getStatus } from '#shared/contract/status.ts'
import { addDays, DAY_MS, dayOf } from '#shared/days.ts'

export type Status = Output<typeof getStatus>

const INCIDENT_DAYS = 7
const INCIDENTS_MAX = 100

/** Targets in the sample from which ages are computed, so that the cost does not grow with the number tracked. */
const SAMPLE = 20_000
/** Larger tables are not counted: the store's own estimate stands for them. The queue is counted up to this length. */
const COUNTED_MAX = 100_000

/** Reads how current the data is and what goes wrong. */
export async function readStatus(context: Context): Promise<Status> {
  const { clock, gameApi } = context
  const now = clock.now()
  const { state, callsLastMinute, callsPerSecond, leftThisSecond } = gameApi.status()
  return {
    tracked_clubs: await countRows(context, 'clubs'),
    tracked_players: await countRows(context, 'players'),
    players_daily: await countSeenPlayers(context, now),
    observation_age_seconds: await readAges(context, now),
    queue: await readQueue(context, now),
    game_api: {
      state,
      calls_last_minute: callsLastMinute,
      calls_per_second: callsPerSecond,
      calls_left_this_second: leftThisSecond,
    },
    ...(await countSetAside(context, now)),
    clock_jumped_at: await readClockJump(context, now),
    history: demoHistory(context),
    storage: { writable: !isStorageFull(context), ...(await readLastBackup(context)) },
    incidents: await readIncidents(context, now),
    checked_at: now.toISOString(),
  }
}

/** How much of the demo's history is filled; null when it is complete, and without a demo. */
export function demoHistory(context: Context): Status['history'] {
  const progress = context.demoHistory?.progress() ?? null
  if (progress === null) return null
  const { daysDone, daysTotal } = progress
  const percent = daysTotal === 0 ? 100 : Math.round((1000 * daysDone) / daysTotal) / 10
  return { days_done: daysDone, days_total: daysTotal, percent }
}

async function countRows({ db }: Context, table: 'clubs' | 'players'): Promise<number> {
  const [row] = await queryRows(
    db,
    { count: z.number() },
    sql`
    select case when reltuples > ${COUNTED_MAX} then reltuples::integer
      else (select count(*)::integer from ${sql.table(table)}) end as count
    from pg_class where oid = ${table}::regclass`,
  )
  return row?.count ?? 0
}

/** Players whose own profile was read in the last 24 hours. */
async function countSeenPlayers({ db }: Context, now: Date): Promise<number> {
  const [row] = await queryRows(
    db,
    { count: z.number() },
    sql`
    select count(*)::integer as count from (
      select from collection_targets
      where kind = 'player' and gone_at is null and collected_at > ${new Date(now.getTime() - DAY_MS)}
      limit ${COUNTED_MAX}) seen`,
  )
  return row?.count ?? 0
}

/** How long ago clubs (and their members with them) and single players were observed, in seconds. */
async function readAges({ db }: Context, now: Date): Promise<Status['observation_age_seconds']> {
  const [row] = await queryRows(
    db,
    { ages: z.nullable(z.array(z.nullable(z.number()))) },
    sql`
    select percentile_disc(array[0.5, 0.95]) within group (
      order by extract(epoch from ${now}::timestamptz - collected_at)) as ages
    from collection_targets, (
      select greatest(reltuples, 1) as size from pg_class where oid = 'collection_targets'::regclass) c
    where kind in ('club', 'player') and gone_at is null and collected_at is not null
      and (size <= ${SAMPLE} or random() < ${SAMPLE} / size)`,
  )
  const [median = null, p95 = null] = row?.ages ?? []
  return { median, p95 }
}

async function readQueue({ db }: Context, now: Date): Promise<Status['queue']> {
  const [row] = await queryRows(
    db,
    { due: z.number(), oldest: z.nullable(z.number()) },
    sql`
    select count(*)::integer as due, extract(epoch from ${now}::timestamptz - min(due_at))::double precision as oldest
    from (select due_at from collection_targets where due_at <= ${now} limit ${COUNTED_MAX}) due`,
  )
  return { due: row?.due ?? 0, oldest_due_seconds: row?.oldest ?? null }
}

/** Glitches are counted per UTC day. These are those of today and yesterday. */
async function countSetAside({ db }: Context, now: Date): Promise<Pick<Status, 'set_aside' | 'held_back'>> {
  const [row] = await queryRows(
    db,
    { set_aside: z.number(), held_back: z.number() },
    sql`
    select coalesce(sum(count) filter (where kind <> 'held back'), 0)::integer as set_aside,
      coalesce(sum(count) filter (where kind = 'held back'), 0)::integer as held_back
    from glitches where day >= ${addDays(dayOf(now), -1)}::date`,
  )
  return row ?? { set_aside: 0, held_back: 0 }
}

/** The note that the collector leaves in the settings after a jump of the clock. */
async function readClockJump({ db }: Context, now: Date): Promise<string | null> {
  const noted = await readSetting(db, 'clock jump')
  const at = new Date(noted ?? 0)
  const since = new Date(now.getTime() - INCIDENT_DAYS * DAY_MS)
  return noted !== undefined && at >= since && at <= now ? at.toISOString() : null
}

/** The note that the collector's scheduled backup leaves in the settings. */
async function readLastBackup({ db }: Context): Promise<Pick<Status['storage'], 'last_backup_at' | 'backup_failed'>> {
  const last = await readSetting(db, 'last backup')
  return { last_backup_at: last?.at ?? null, backup_failed: last?.failed ?? false }
}

async function readIncidents({ db }: Context, now: Date): Promise<Status['incidents']> {
  const since = new Date(now.getTime() - INCIDENT_DAYS * DAY_MS)
  const rows = await db
    .selectFrom('incidents')
    .select(['kind', 'message', 'started_at', 'ended_at'])
    .where((row) => row.or([row('ended_at', 'is', null), row('started_at', '>=', since)]))
    .orderBy('started_at', 'desc')
    .limit(INCIDENTS_MAX)
    .execute()
  return rows.map(({ kind, message, started_at, ended_at }) => ({
    kind,
    message,
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }))
}
