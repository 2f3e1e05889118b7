import { LEADERBOARD_COUNTRIES } from '#shared/regions.ts'
import type { Context } from '../context.ts'
import { rankingTarget } from './collect-ranking.ts'
import type { Target } from './target-class.ts'
import { track } from './track.ts'

const DAY_SECONDS = 86_400

/** Has the catalogue and every ranking of every country collected; the many of single brawlers spread over a day. */
export async function trackRankings(context: Context): Promise<void> {
  const boards = LEADERBOARD_COUNTRIES.flatMap((country) =>
    (['players', 'clubs'] as const).map((type) => rankingTarget({ type, country, brawlerId: 0 })),
  )
  await track(context, [{ kind: 'brawlers', key: 'all', class: 'ranked' }, ...boards])
  const brawlers = await context.db.selectFrom('brawlers').select('id').execute()
  const ofBrawlers = LEADERBOARD_COUNTRIES.flatMap((country) =>
    brawlers.map(
      ({ id }): Target => ({
        ...rankingTarget({ type: 'brawlers', country, brawlerId: id }),
        class: 'discovered',
      }),
    ),
  )
  await track(context, ofBrawlers, false, { spreadSeconds: DAY_SECONDS })
}
