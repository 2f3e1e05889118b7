import type { browseStats } from '#shared/contract/browse.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { analyticsCoverage } from '../metrics/analytics-coverage.ts'
import { totals } from '../summaries/totals.ts'

/** How many clubs and players are tracked, from the counters. */
export async function platformStats({ db }: Context): Promise<Output<typeof browseStats>> {
  const { clubs, players } = await totals(db)
  return {
    total_clubs: clubs.entities,
    total_players: players.entities,
    analytics_coverage: {
      clubs: analyticsCoverage(clubs.available, clubs.entities),
      players: analyticsCoverage(players.available, players.entities),
    },
  }
}
