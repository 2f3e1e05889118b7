import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Incident } from '#server/game/game-api.ts'
import { dayOf, MINUTE_MS } from '#shared/days.ts'
import type { GlitchKind } from '#shared/kinds.ts'

/** Time after which trouble that no process meets any more is over: the process that met it was killed before its end. */
const SILENT_MS = 5 * MINUTE_MS

/**
 * Stores that trouble with the game's API begins or ends. Several processes that meet the same trouble make one incident.
 */
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

/**
 * Notes that the trouble of this process goes on, and ends the incidents that no process meets any more, at the time they
 * were met last. To be called every minute.
 */
export async function refreshIncidents({ db, clock, gameApi }: Context): Promise<void> {
  const now = clock.now()
  const { incident } = gameApi.status()
  if (incident !== null) await recordIncident({ db }, incident)
  await sql`update incidents set seen_at = ${now} where kind = ${incident?.kind ?? ''} and ended_at is null`.execute(db)
  await sql`
    update incidents set ended_at = coalesce(seen_at, started_at)
    where ended_at is null and coalesce(seen_at, started_at) < ${new Date(now.getTime() - SILENT_MS)}`.execute(db)
}

/** Counts what was set aside of answers, and answers that were held back, by kind and day, for the status page. */
export async function countGlitches(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  glitches: { kind: GlitchKind }[],
): Promise<void> {
  if (glitches.length === 0) return
  const rows = [...Map.groupBy(glitches, (glitch) => glitch.kind)].map(([kind, items]) => ({
    kind,
    count: items.length,
  }))
  await sql`
    insert into glitches as stored (kind, day, count)
    select kind, ${dayOf(clock.now())}::date, count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(kind text, count integer)
    on conflict (kind, day) do update set count = stored.count + excluded.count`.execute(db)
}
