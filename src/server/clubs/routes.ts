import {
  getActivityHeatmap,
  getClub,
  getClubAnalytics,
  getClubProgression,
  getMemberScores,
  getRosterEvents,
} from '#shared/contract/clubs.ts'
import type { Context } from '../context.ts'
import { aboutClub } from '../http/cache-policies.ts'
import { type Server, serve } from '../http/serve.ts'
import { heatmapSheet } from '../http/sheets/heatmap-sheet.ts'
import { memberSheet } from '../http/sheets/member-sheet.ts'
import { progressionSheet } from '../http/sheets/progression-sheet.ts'
import { scoreSheet } from '../http/sheets/score-sheet.ts'
import { viewNoter } from '../summaries/visits.ts'
import { activityHeatmap } from './activity-heatmap.ts'
import { clubAnalytics } from './club-analytics.ts'
import { clubDetail } from './club-detail.ts'
import { clubProgression } from './club-progression.ts'
import { clubMemberScores } from './member-scores.ts'
import { rosterEvents } from './roster-events.ts'

export function registerClubs(server: Server, context: Context): void {
  const cache = aboutClub
  serve(server, getClub, ({ params }) => clubDetail(context, params.tag), {
    cache,
    sheet: memberSheet,
    onAnswered: viewNoter(context, 'club'),
  })
  serve(server, getClubAnalytics, ({ params }) => clubAnalytics(context, params.tag), { cache })
  serve(server, getMemberScores, ({ params, query }) => clubMemberScores(context, params.tag, query.days), {
    cache,
    sheet: scoreSheet,
  })
  serve(server, getActivityHeatmap, ({ params, query }) => activityHeatmap(context, params.tag, query.days), {
    cache,
    sheet: heatmapSheet,
  })
  serve(server, getClubProgression, ({ params, query }) => clubProgression(context, params.tag, query.days), {
    cache,
    sheet: progressionSheet,
  })
  serve(server, getRosterEvents, ({ params, query }) => rosterEvents(context, params.tag, query), { cache })
}
