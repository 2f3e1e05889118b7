import { collectLeaderboard, getLeaderboard, listBrawlers } from '#shared/contract/leaderboards.ts'
import { LEADERBOARDS_CHANGE } from '../changes.ts'
import type { RankingName } from '../collection/collect-ranking.ts'
import type { Context } from '../context.ts'
import { aboutLeaderboards, aboutTheGame } from '../http/cache-policies.ts'
import { type Server, serve } from '../http/serve.ts'
import { leaderboardSheet } from '../http/sheets/leaderboard-sheet.ts'
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
  serve(server, getLeaderboard, ({ query }) => readLeaderboard(context, query, refresh), {
    cache: aboutLeaderboards,
    sheet: leaderboardSheet,
  })
  serve(server, collectLeaderboard, ({ params, body }) => collectNow({ params, body }, refresh), {
    renews: [LEADERBOARDS_CHANGE],
  })
  const brawlers = async () => {
    const known = await knownBrawlers()
    return { brawlers: known.map(({ id, name }) => ({ brawler_id: id, name })) }
  }
  serve(server, listBrawlers, brawlers, { cache: aboutTheGame })
}
