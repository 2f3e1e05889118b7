import type { Context } from '#server/context.ts'
import { viewNoter } from '#server/directory/noted-visits.ts'
import {
  getActivityHeatmap,
  getClub,
  getClubAnalytics,
  getMemberScores,
  getRosterEvents,
} from '#shared/contract/clubs.ts'
import { aboutClub } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import { activityHeatmap, clubAnalytics, clubMemberScores } from './club-analytics.ts'
import { heatmapCsv, memberCsv, scoreCsv } from './club-csv.ts'
import { clubDetail, rosterEvents } from './club-detail.ts'

export function registerClubs(server: Server, context: Context): void {
  const cache = aboutClub
  serve(server, getClub, ({ params }) => clubDetail(context, params.tag), {
    cache,
    csv: memberCsv,
    onAnswered: viewNoter(context.visits, 'club'),
  })
  serve(server, getClubAnalytics, ({ params }) => clubAnalytics(context, params.tag), { cache })
  serve(server, getMemberScores, ({ params, query }) => clubMemberScores(context, params.tag, query.days), {
    cache,
    csv: scoreCsv,
  })
  serve(server, getActivityHeatmap, ({ params, query }) => activityHeatmap(context, params.tag, query.days), {
    cache,
    csv: heatmapCsv,
  })
  serve(server, getRosterEvents, ({ params, query }) => rosterEvents(context, params.tag, query), { cache })
}
