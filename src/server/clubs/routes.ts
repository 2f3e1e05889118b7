import {
  getActivityHeatmap,
  getClub,
  getClubAnalytics,
  getClubProgression,
  getMemberScores,
  getRosterEvents,
} from '#shared/contract/clubs.ts'
import type { Context } from '../context.ts'
import { type Server, serve } from '../http/serve.ts'
import { activityHeatmap } from './activity-heatmap.ts'
import { clubAnalytics } from './club-analytics.ts'
import { clubDetail } from './club-detail.ts'
import { clubProgression } from './club-progression.ts'
import { clubMemberScores } from './member-scores.ts'
import { rosterEvents } from './roster-events.ts'

export function registerClubs(server: Server, context: Context): void {
  serve(server, getClub, ({ params }) => clubDetail(context, params.tag))
  serve(server, getClubAnalytics, ({ params }) => clubAnalytics(context, params.tag))
  serve(server, getMemberScores, ({ params, query }) => clubMemberScores(context, params.tag, query.days))
  serve(server, getActivityHeatmap, ({ params, query }) => activityHeatmap(context, params.tag, query.days))
  serve(server, getClubProgression, ({ params, query }) => clubProgression(context, params.tag, query.days))
  serve(server, getRosterEvents, ({ params, query }) => rosterEvents(context, params.tag, query))
}
