import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { isStorageFull } from '#server/database/storage.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { getStatus } from '#shared/contract/status.ts'
import { DAY_MS } from '#shared/days.ts'

export type Status = Output<typeof getStatus>

/** The store is asked at most this often, however many look at the status. */
const KEPT_MS = 10_000
const INCIDENT_DAYS = 7

/** Ages are read from a sample of about this many targets: the cost stays the same however many are tracked. */
const SAMPLE = 20_000
/** Tables above this size are counted by the store's own estimate; the queue up to this length. */
const COUNTED_MAX = 100_000

/** Reads how current the data is; gives the same for ten seconds. */
export function createStatusReader(context: Context): () => Promise<Status> {
  let kept: { status: Promise<Status>; until: number } | null = null
  return () => {
    const now = context.clock.monotonic()
    if (kept === null || now >= kept.until) {
      const status = readStatus(context)
      kept = { status, until: now + KEPT_MS }
      status.catch(() => {
        kept = null
      })
    }
    return kept.status
  }
}

async function readStatus(context: Context): Promise<Status> {
  const { clock, gameApi } = context
  const now = clock.now()
  const { state, callsLastMinute, callsPerSecond, leftThisSecond } = gameApi.status()
  return {
    tracked_clubs: await countRows(context, 'clubs'),
    tracked_players: await countRows(context, 'players'),
    observation_age_seconds: await agesOf(context, now),
    queue: await queueOf(context, now),
    game_api: {
      state,
      calls_last_minute: callsLastMinute,
      calls_per_second: callsPerSecond,
      calls_left_this_second: leftThisSecond,
    },
    set_aside: await setAside(context, now),
    storage: { writable: !isStorageFull(context), ...(await lastBackup(context)) },
    incidents: await incidentsOf(context, now),
    checked_at: now.toISOString(),
  }
}

async function countRows({ db }: Context, table: 'clubs' | 'players'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select case when reltuples > ${COUNTED_MAX} then reltuples::integer
      else (select count(*)::integer from ${sql.table(table)}) end as count
    from pg_class where oid = ${table}::regclass`.execute(db)
  return rows[0]?.count ?? 0
}

/** How long ago clubs (and with them their members) and players of their own were seen. */
async function agesOf({ db }: Context, now: Date): Promise<Status['observation_age_seconds']> {
  const { rows } = await sql<{ ages: (number | null)[] | null }>`
    select percentile_disc(array[0.5, 0.95]) within group (order by extract(epoch from ${now}::timestamptz - collected_at)) as ages
    from collection_targets, (select greatest(reltuples, 1) as size from pg_class where oid = 'collection_targets'::regclass) c
    where kind in ('club', 'player') and gone_at is null and collected_at is not null
      and (size <= ${SAMPLE} or random() < ${SAMPLE} / size)`.execute(db)
  const [median = null, p95 = null] = rows[0]?.ages ?? []
  return { median, p95 }
}

async function queueOf({ db }: Context, now: Date): Promise<Status['queue']> {
  const { rows } = await sql<{ due: number; oldest: number | null }>`
    select count(*)::integer as due, extract(epoch from ${now}::timestamptz - min(due_at))::double precision as oldest
    from (select due_at from collection_targets where due_at <= ${now} limit ${COUNTED_MAX}) due`.execute(db)
  return { due: rows[0]?.due ?? 0, oldest_due_seconds: rows[0]?.oldest ?? null }
}

/** Counted a UTC day each: those of today and yesterday. */
async function setAside({ db }: Context, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::integer as count from glitches
    where day >= ${new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)}::date`.execute(db)
  return rows[0]?.count ?? 0
}

/** As roles/back-up.ts notes it. */
async function lastBackup({ db }: Context): Promise<Pick<Status['storage'], 'last_backup_at' | 'backup_failed'>> {
  const { rows } = await sql<{ at: string | null; failed: boolean | null }>`
    select value ->> 'at' as at, (value ->> 'failed')::boolean as failed from settings where key = 'last backup'
  `.execute(db)
  return { last_backup_at: rows[0]?.at ?? null, backup_failed: rows[0]?.failed ?? false }
}

async function incidentsOf({ db }: Context, now: Date): Promise<Status['incidents']> {
  const since = new Date(now.getTime() - INCIDENT_DAYS * DAY_MS)
  const rows = await db
    .selectFrom('incidents')
    .select(['kind', 'message', 'started_at', 'ended_at'])
    .where((row) => row.or([row('ended_at', 'is', null), row('started_at', '>=', since)]))
    .orderBy('started_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ kind, message, started_at, ended_at }) => ({
    kind,
    message,
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }))
}
