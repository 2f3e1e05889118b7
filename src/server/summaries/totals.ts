import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** How many are tracked, how many of them have enough history, and the activity of those that have a score. */
export type Totals = { entities: number; available: number; scored: number; activityTenths: number }

const NONE: Totals = { entities: 0, available: 0, scored: 0, activityTenths: 0 }

/** Sums the counters of clubs and of players, of some facets or of all. */
export async function totals(
  db: Database,
  facets: number[] | null = null,
): Promise<{ clubs: Totals; players: Totals }> {
  const { rows } = await sql<Totals & { type: string }>`
    select type, sum(entities) as entities, sum(available) as available, sum(scored) as scored,
      sum(activity_tenths)::double precision as "activityTenths"
    from entity_counts
    where ${facets}::smallint[] is null or facet = any(${facets})
    group by type`.execute(db)
  const of = (type: string) => rows.find((row) => row.type === type) ?? NONE
  return { clubs: of('club'), players: of('player') }
}
