import { sql } from 'kysely'
import type { EntityType } from '#shared/tag.ts'
import type { Database } from '../database/connection.ts'
import { popularityScore } from '../metrics/popularity-score.ts'

/** Turns the stored weight of a kind's rows into their popularity_score, which is relative to the largest. */
export async function popularityScale(db: Database, type: EntityType): Promise<(weight: number) => number> {
  const { rows } = await sql<{ largest: number | null }>`
    select max(popularity_weight) as largest from ${sql.table(`${type}_summaries`)}`.execute(db)
  const largest = rows[0]?.largest ?? 0
  return (weight) => popularityScore(weight, largest)
}
