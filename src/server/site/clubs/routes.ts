import type { Context } from '#server/context.ts'
import { viewNoter } from '#server/directory/noted-visits.ts'
import { freshness, readTrackedSeries } from '#server/history/series.ts'
import { trophyProgression } from '#server/metrics/trophy-line.ts'
import {
  getActivityHeatmap,
  getClub,
  getClubAnalytics,
  getClubProgression,
  getMemberScores,
  getRosterEvents,
} from '#shared/contract/clubs.ts'
import type { Timeframe } from '#shared/days.ts'
import { aboutClub } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import { progressionCsv } from '../http/wire-format.ts'
import { activityHeatmap, clubAnalytics, clubMemberScores } from './club-analytics.ts'
import { heatmapCsv, memberCsv, scoreCsv } from './club-csv.ts'
import { clubDetail, clubNotTracked, rosterEvents } from './club-detail.ts'

export function registerClubs(server: Server, context: Context): void {
  const cache = aboutClub
  serve(server, getClub, ({ params }) => clubDetail(context, params.tag), {
    cache,
    sheet: memberCsv,
    onAnswered: viewNoter(context.visits, 'club'),
  })
  serve(server, getClubAnalytics, ({ params }) => clubAnalytics(context, params.tag), { cache })
  serve(server, getMemberScores, ({ params, query }) => clubMemberScores(context, params.tag, query.days), {
    cache,
    sheet: scoreCsv,
  })
  serve(server, getActivityHeatmap, ({ params, query }) => activityHeatmap(context, params.tag, query.days), {
    cache,
    sheet: heatmapCsv,
  })
  serve(server, getClubProgression, ({ params, query }) => clubProgression(context, params.tag, query.days), {
    cache,
    sheet: progressionCsv,
  })
  serve(server, getRosterEvents, ({ params, query }) => rosterEvents(context, params.tag, query), { cache })
}

/** The trophy line of a club. */
async function clubProgression({ db, clock }: Context, tag: string, days: Timeframe) {
  const now = clock.now()
  const club = await readTrackedSeries(db, 'club', tag, { days, now })
  if (club === null) throw clubNotTracked()
  return { tag, days, ...freshness(club.observedAt, now), ...trophyProgression(club.series, days) }
}
