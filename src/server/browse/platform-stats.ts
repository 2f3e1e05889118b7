import { sql } from 'kysely'
import type { browseStats } from '#shared/contract/browse.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Context } from '../context.ts'

/** How many clubs and players are tracked. */
export async function platformStats({ db }: Context): Promise<Output<typeof browseStats>> {
  const { rows } = await sql<{ clubs: number; players: number; covered: number }>`
    select count(*) as clubs, (select count(*) from players) as players,
      count(*) filter (where observed_days >= 7) as covered
    from clubs`.execute(db)
  const { clubs = 0, players = 0, covered = 0 } = rows[0] ?? {}
  const coverage = clubs === 0 ? null : Math.round((1000 * covered) / clubs) / 10
  return { total_clubs: clubs, total_players: players, analytics_coverage: { clubs: coverage, players: null } }
}
