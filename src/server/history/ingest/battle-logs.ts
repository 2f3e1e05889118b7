import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Battle, Observed } from '#server/game/answers.ts'
import { DAY_MS } from '#shared/days.ts'
import { RAW_DAYS } from '../partitions.ts'
import { type Recount, recountTrophyChanges } from './trophy-changes.ts'

type Log = Observed<'battle-log'>

/**
 * Stores battle logs: each battle once, whoever's log it stands in, and each player's side of it. Where the logs now
 * cover the time between observations, the days' trophy changes are counted again from the battles. Returns how many
 * battles were new to their player.
 */
export async function ingestBattleLogs(db: Database, logs: Log[]): Promise<number> {
  if (logs.length === 0) return 0
  const kept = logs.map((log) => ({ ...log, body: { battles: recentBattles(log) } }))
  await writeBattles(db, kept)
  const newBattles = await writePlayerBattles(db, kept)
  for (const log of logs) await noteCoverage(db, log)
  await recountTrophyChanges(db, kept.map(oldestOf))
  return newBattles
}

/** A player who rests has months in the log; what retention would drop at once is not stored. */
export function recentBattles({ body, observedAt }: Log): Battle[] {
  const oldest = observedAt.getTime() - RAW_DAYS * DAY_MS
  return body.battles.filter((battle) => battle.battleTime.getTime() > oldest)
}

async function writeBattles(db: Database, logs: Log[]): Promise<void> {
  const battles = new Map(logs.flatMap((log) => log.body.battles.map((battle) => [battle.key, battle])))
  if (battles.size === 0) return
  await sql`
    insert into battles (battle_key, battle_time, event_id, mode, map, type, duration_seconds, participants)
    select key, "battleTime", "eventId", mode, map, type, "durationSeconds", participants
    from jsonb_to_recordset(${JSON.stringify([...battles.values()])}::jsonb) as r(key text, "battleTime" timestamptz,
      "eventId" integer, mode text, map text, type text, "durationSeconds" integer, participants text[])
    on conflict do nothing`.execute(db)
}

async function writePlayerBattles(db: Database, logs: Log[]): Promise<number> {
  const sides = logs.flatMap((log) =>
    log.body.battles.map((battle) => ({ playerTag: log.tag, ...battle, participants: [] })),
  )
  if (sides.length === 0) return 0
  const { rows } = await sql<{ tag: string; battleTime: Date }>`
    insert into player_battles (player_tag, battle_time, battle_key, trophy_change, result, rank, brawler_id,
      brawler_trophies, star_player)
    select "playerTag", "battleTime", key, "trophyChange", result, rank, "brawlerId", "brawlerTrophies", "starPlayer"
    from jsonb_to_recordset(${JSON.stringify(sides)}::jsonb) as r("playerTag" text, "battleTime" timestamptz, key text,
      "trophyChange" smallint, result text, rank smallint, "brawlerId" integer, "brawlerTrophies" integer,
      "starPlayer" boolean)
    on conflict do nothing
    returning player_tag as tag, battle_time as "battleTime"`.execute(db)
  await noteLastBattles(db, rows)
  return rows.length
}

/** A statement of its own: sides lie by player, on as many machines as there are, and the directory on one. */
async function noteLastBattles(db: Database, sides: { tag: string; battleTime: Date }[]): Promise<void> {
  if (sides.length === 0) return
  await sql`
    update players set last_battle_at = greatest(last_battle_at, newest.battle_time)
    from (
      select tag, max("battleTime") as battle_time
      from jsonb_to_recordset(${JSON.stringify(sides)}::jsonb) as r(tag text, "battleTime" timestamptz) group by tag
    ) newest
    where players.tag = newest.tag`.execute(db)
}

async function noteCoverage(db: Database, log: Log): Promise<void> {
  const last = await db
    .selectFrom('battle_log_coverage')
    .select(['covered_from as from', 'covered_to as to', 'overflow'])
    .where('player_tag', '=', log.tag)
    .orderBy('covered_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before: Coverage | null = last ?? null
  const now = logCoverage(log.body.battles, log.observedAt, before)
  if (now === null) return
  await db
    .insertInto('battle_log_coverage')
    .values({ player_tag: log.tag, covered_from: now.from, covered_to: now.to, overflow: now.overflow })
    .onConflict((conflict) =>
      conflict
        .columns(['player_tag', 'covered_from'])
        .doUpdateSet((row) => ({ covered_to: row.ref('excluded.covered_to') })),
    )
    .execute()
}

/** What a log tells begins with its oldest battle. */
function oldestOf(log: Log): Recount {
  const times = log.body.battles.map((battle) => battle.battleTime.getTime())
  return { tag: log.tag, from: new Date(Math.min(...times, log.observedAt.getTime())) }
}

/** New battles take up to this long to appear in the log (game's documentation). */
const LOG_DELAY_MS = 30 * 60_000

/** The log holds at most 25; a few less are sent now and then, so a full one is recognised a little below. */
const FULL_LOG = 23

export type Coverage = { from: Date; to: Date; overflow: boolean }

/**
 * The span of time in which a log names every battle, continuing `before` where the two meet. A full log that does not
 * reach back to the span before it begins a new one with a gap: battles were missed. Null when it says nothing.
 */
export function logCoverage(battles: Battle[], observedAt: Date, before: Coverage | null): Coverage | null {
  const times = battles.map((battle) => battle.battleTime.getTime())
  const newest = Math.max(...times, observedAt.getTime() - LOG_DELAY_MS)
  const isFull = battles.length >= FULL_LOG
  const oldest = times.length > 0 ? Math.min(...times) : null
  if (before !== null && (!isFull || (oldest !== null && oldest <= before.to.getTime()))) {
    return { ...before, to: new Date(Math.max(before.to.getTime(), newest)) }
  }
  if (oldest === null) return null
  return { from: new Date(oldest), to: new Date(newest), overflow: before !== null }
}
