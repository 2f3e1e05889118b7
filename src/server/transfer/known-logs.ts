import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { recentBattles } from '../ingestion/ingest-battle-logs.ts'
import { type Coverage, coverageOf } from '../ingestion/log-coverage.ts'
import type { Observed } from '../ingestion/observed-answer.ts'

export type Log = Observed<'battle-log'>

/** Those battle logs that tell nothing new: their battles are stored, and the time they cover is known as covered. */
export async function knownLogs(db: Database, logs: Log[]): Promise<Set<Log>> {
  if (logs.length === 0) return new Set()
  const coverage = await lastCoverage(db, logs)
  const sides = await storedSides(db, logs)
  const known = logs.filter((log) => {
    const before = coverage.get(log.tag)
    if (before === undefined) return false
    const now = coverageOf(log.body.battles, log.observedAt, before)
    const isCovered = now?.from.getTime() === before.from.getTime() && now.to.getTime() === before.to.getTime()
    return isCovered && recentBattles(log).every((battle) => sides.has(`${log.tag} ${battle.key}`))
  })
  return new Set(known)
}

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
