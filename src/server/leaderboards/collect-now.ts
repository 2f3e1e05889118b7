import type { Input, Output } from '#shared/contract/endpoint.ts'
import type { collectLeaderboard } from '#shared/contract/leaderboards.ts'
import { AppError } from '../http/app-error.ts'
import type { Refresh } from './collect-leaderboard.ts'
import { brawlerOf, rankingName } from './read-leaderboard.ts'

type Asked = Pick<Input<typeof collectLeaderboard>, 'params' | 'body'>

/**
 * Collects a leaderboard at a visitor's wish. The whole of it is stored whatever `limit` says, so that a small wish
 * does not shorten it for others; `collected` is how many of the rows wished for there are.
 */
export async function collectNow(
  { params, body }: Asked,
  refresh: Refresh,
): Promise<Output<typeof collectLeaderboard>> {
  const asked = { ...params, ...body }
  if (asked.type === 'brawlers' && asked.brawler_id === undefined) {
    const sentence = 'brawler_id is required for a brawlers leaderboard'
    throw new AppError('invalid', sentence, { fields: { brawler_id: sentence } })
  }
  const { ranking, cached } = await refresh(rankingName(asked))
  return {
    type: asked.type,
    country: asked.country,
    ...brawlerOf(asked),
    collected: Math.min(asked.limit, ranking.entries.length),
    collected_at: ranking.collectedAt.toISOString(),
    cached,
  }
}
