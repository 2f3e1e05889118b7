import { getPlayer, getPlayerAnalytics, getPlayerProgression } from '#shared/contract/players.ts'
import type { Context } from '../context.ts'
import { aboutPlayer } from '../http/cache-policies.ts'
import { type Server, serve } from '../http/serve.ts'
import { progressionSheet } from '../http/sheets/progression-sheet.ts'
import { viewNoter } from '../summaries/visits.ts'
import { playerAnalytics } from './player-analytics.ts'
import { playerDetail } from './player-detail.ts'
import { playerProgression } from './player-progression.ts'

export function registerPlayers(server: Server, context: Context): void {
  const cache = aboutPlayer
  serve(server, getPlayer, ({ params }) => playerDetail(context, params.tag), {
    cache,
    onAnswered: viewNoter(context, 'player'),
  })
  serve(server, getPlayerAnalytics, ({ params }) => playerAnalytics(context, params.tag), { cache })
  serve(server, getPlayerProgression, ({ params, query }) => playerProgression(context, params.tag, query.days), {
    cache,
    sheet: progressionSheet,
  })
}
