import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { trophyPercentile } from '../metrics/trophy-percentile.ts'

/** Where a player stands by trophies among all who are tracked: the exact percentile, null for none tracked. */
export type Standing = { percentile: number | null; players: number }

/** Counts the tracked players with at most so many trophies. */
export async function readStanding(db: Database, trophies: number): Promise<Standing> {
  const { rows } = await sql<{ at_most: number; players: number }>`
    select count(*) filter (where trophies <= ${trophies}) as at_most, count(*) as players from players`.execute(db)
  const { at_most, players } = rows[0] ?? { at_most: 0, players: 0 }
  return { percentile: trophyPercentile(at_most, players), players }
}
