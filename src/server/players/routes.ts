import { getPlayer, getPlayerAnalytics, getPlayerProgression } from '#shared/contract/players.ts'
import type { Context } from '../context.ts'
import { type Server, serve } from '../http/serve.ts'
import { playerAnalytics } from './player-analytics.ts'
import { playerDetail } from './player-detail.ts'
import { playerProgression } from './player-progression.ts'

export function registerPlayers(server: Server, context: Context): void {
  serve(server, getPlayer, ({ params }) => playerDetail(context, params.tag))
  serve(server, getPlayerAnalytics, ({ params }) => playerAnalytics(context, params.tag))
  serve(server, getPlayerProgression, ({ params, query }) => playerProgression(context, params.tag, query.days))
}
