import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import type { Battle, Observed } from '#server/game/answers.ts'
import { DAY_MS } from '#shared/days.ts'
import { RAW_DAYS } from '../retention.ts'
import { type Recount, recountTrophyChanges } from './trophy-changes.ts'

type Log = Observed<'battle-log'>

/**
 * Stores battle logs: each battle once, in however many logs it stands, and each player's side of it. Where the logs now
 * cover the time between two observations, the trophy changes are counted again from the battles
 * (docs/formulas.md#trophy-changes). Returns how many battles were new to the player whose log named them.
 */
export async function ingestBattleLogs(db: Database, logs: Log[]): Promise<number> {
  if (logs.length === 0) return 0
  const kept = logs.map((log) => ({ ...log, body: { battles: recentBattles(log) } }))
  await writeBattles(db, kept)
  const newBattles = await writePlayerBattles(db, kept)
  await writeCoverage(db, logs)
  await recountTrophyChanges(db, kept.map(oldestOf))
  return newBattles
}

/** The battles of a log that are stored. One of a player who paused goes back for months, which would soon be dropped. */
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
  const added = await queryRows(
    db,
    { tag: z.string(), battleTime: z.date() },
    sql`
      insert into player_battles (player_tag, battle_time, battle_key, trophy_change, result, rank, brawler_id,
        brawler_trophies, star_player)
      select "playerTag", "battleTime", key, "trophyChange", result, rank, "brawlerId", "brawlerTrophies", "starPlayer"
      from jsonb_to_recordset(${JSON.stringify(sides)}::jsonb) as r("playerTag" text, "battleTime" timestamptz, key text,
        "trophyChange" smallint, result text, rank smallint, "brawlerId" integer, "brawlerTrophies" integer,
        "starPlayer" boolean)
      on conflict do nothing
      returning player_tag as tag, battle_time as "battleTime"`,
  )
  await writeLastBattles(db, added)
  return added.length
}

/** A statement of its own: in a distributed store the battles lie by player, and the directory lies elsewhere. */
async function writeLastBattles(db: Database, sides: { tag: string; battleTime: Date }[]): Promise<void> {
  if (sides.length === 0) return
  await sql`
    update players set last_battle_at = greatest(last_battle_at, newest.battle_time)
    from (
      select tag, max("battleTime") as battle_time
      from jsonb_to_recordset(${JSON.stringify(sides)}::jsonb) as r(tag text, "battleTime" timestamptz) group by tag
    ) newest
    where players.tag = newest.tag`.execute(db)
}

async function writeCoverage(db: Database, logs: Log[]): Promise<void> {
  const last = await lastCoverage(db, logs)
  for (const { tag, body, observedAt } of logs) {
    const now = logCoverage(body.battles, observedAt, last.get(tag) ?? null)
    if (now === null) continue
    last.set(tag, now)
    await db
      .insertInto('battle_log_coverage')
      .values({ player_tag: tag, covered_from: now.from, covered_to: now.to, overflow: now.overflow })
      .onConflict((conflict) =>
        conflict
          .columns(['player_tag', 'covered_from'])
          .doUpdateSet((row) => ({ covered_to: row.ref('excluded.covered_to') })),
      )
      .execute()
  }
}

/** The newest stored span of each player of these logs, by tag. */
async function lastCoverage(db: Database, logs: Log[]): Promise<Map<string, Coverage>> {
  const rows = await db
    .selectFrom('battle_log_coverage')
    .distinctOn('player_tag')
    .select(['player_tag', 'covered_from as from', 'covered_to as to', 'overflow'])
    .where('player_tag', '=', sql<string>`any(${logs.map((log) => log.tag)})`)
    .orderBy('player_tag')
    .orderBy('covered_from', 'desc')
    .execute()
  return new Map(rows.map(({ player_tag, ...coverage }) => [player_tag, coverage]))
}

/** Those of the logs that tell nothing new: the time they cover and all their battles are stored. */
export async function storedLogs(db: Database, logs: Log[]): Promise<Set<Log>> {
  if (logs.length === 0) return new Set()
  const coverage = await lastCoverage(db, logs)
  const sides = await storedSides(db, logs)
  const known = logs.filter((log) => {
    const before = coverage.get(log.tag)
    if (before === undefined) return false
    const now = logCoverage(log.body.battles, log.observedAt, before)
    const isCovered = now?.from.getTime() === before.from.getTime() && now.to.getTime() === before.to.getTime()
    return isCovered && recentBattles(log).every((battle) => sides.has(`${log.tag} ${battle.key}`))
  })
  return new Set(known)
}

async function storedSides(db: Database, logs: Log[]): Promise<Set<string>> {
  const times = logs.flatMap((log) => recentBattles(log).map((battle) => battle.battleTime.getTime()))
  if (times.length === 0) return new Set()
  const oldest = times.reduce((least, time) => Math.min(least, time))
  const rows = await db
    .selectFrom('player_battles')
    .select(['player_tag', 'battle_key'])
    .where('player_tag', '=', sql<string>`any(${logs.map((log) => log.tag)})`)
    .where('battle_time', '>=', new Date(oldest))
    .execute()
  return new Set(rows.map((row) => `${row.player_tag} ${row.battle_key}`))
}

/** A log tells of the time since its oldest battle. */
function oldestOf(log: Log): Recount {
  const times = log.body.battles.map((battle) => battle.battleTime.getTime())
  return { tag: log.tag, from: new Date(Math.min(...times, log.observedAt.getTime())) }
}

/** New battles take up to this long to appear in the log (docs/game-api.md#battle-logs). */
const LOG_DELAY_MS = 30 * 60_000

/** The log holds at most 25 battles. Now and then a full one has one or two less (docs/game-api.md#battle-logs). */
const FULL_LOG = 23

/** A span of time in which every battle of a player is known; `overflow` when battles before it were missed. */
export type Coverage = { from: Date; to: Date; overflow: boolean }

/**
 * The span in which this log, together with the span before, names every battle. A full log that does not reach back to
 * the span before begins a new one, since battles in between were missed. Null where neither says anything.
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
