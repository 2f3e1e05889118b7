import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Incident } from '../game-api/incidents.ts'

/** Trouble that no process has met for so long is over: whoever met it has died in the midst of it. */
const SILENT_MS = 5 * 60_000

/** Writes down that trouble with the game's API begins or ends. Several processes that meet the same make one incident. */
export async function recordIncident({ db }: Pick<Context, 'db'>, incident: Incident): Promise<void> {
  const { kind, message, startedAt, endedAt } = incident
  if (endedAt !== null) {
    await sql`
      update incidents set ended_at = ${endedAt}, seen_at = ${endedAt} where kind = ${kind} and ended_at is null`.execute(
      db,
    )
    return
  }
  await sql`
    insert into incidents (kind, message, started_at, seen_at) values (${kind}, ${message}, ${startedAt}, ${startedAt})
    on conflict (kind) where ended_at is null do update set seen_at = excluded.seen_at`.execute(db)
}

/** Notes that this process' trouble goes on, and ends what nobody meets any more, at the time it was met last. */
export async function refreshIncidents({ db, clock, gameApi }: Context): Promise<void> {
  const now = clock.now()
  const { incident } = gameApi.status()
  if (incident !== null) await recordIncident({ db }, incident)
  await sql`update incidents set seen_at = ${now} where kind = ${incident?.kind ?? ''} and ended_at is null`.execute(db)
  await sql`
    update incidents set ended_at = coalesce(seen_at, started_at)
    where ended_at is null and coalesce(seen_at, started_at) < ${new Date(now.getTime() - SILENT_MS)}`.execute(db)
}
