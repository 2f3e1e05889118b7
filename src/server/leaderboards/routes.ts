import { collectLeaderboard, getLeaderboard, listBrawlers } from '#shared/contract/leaderboards.ts'
import type { RankingName } from '../collection/collect-ranking.ts'
import type { Context } from '../context.ts'
import { type Server, serve } from '../http/serve.ts'
import { createRefresh } from './collect-leaderboard.ts'
import { collectNow } from './collect-now.ts'
import { createKnownBrawlers, requireBrawler } from './known-brawlers.ts'
import { readLeaderboard } from './read-leaderboard.ts'

export function registerLeaderboards(server: Server, context: Context): void {
  const knownBrawlers = createKnownBrawlers(context)
  const collect = createRefresh(context)
  const refresh = async (name: RankingName) => {
    if (name.type === 'brawlers') await requireBrawler(knownBrawlers, name.brawlerId)
    return collect(name)
  }
  serve(server, getLeaderboard, ({ query }) => readLeaderboard(context, query, refresh))
  serve(server, collectLeaderboard, ({ params, body }) => collectNow({ params, body }, refresh))
  serve(server, listBrawlers, async () => {
    const brawlers = await knownBrawlers()
    return { brawlers: brawlers.map(({ id, name }) => ({ brawler_id: id, name })) }
  })
}
