import type { Context } from '#server/context.ts'
import { viewNoter } from '#server/directory/noted-visits.ts'
import {
  getActivityHeatmap,
  getClub,
  getClubAnalytics,
  getMemberScores,
  getRosterEvents,
} from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { aboutClub } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'
import { activityHeatmap, clubAnalytics, clubMemberScores } from './club-analytics.ts'
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

/** The members of a club, one row for each. */
function memberCsv({ tag, members }: Output<typeof getClub>): CsvTable {
  const head = ['player_tag', 'player_name', 'role', 'trophies', 'joined_at', 'last_change_at']
  const rows = members.map((member) => [
    member.tag,
    member.name,
    member.role,
    member.trophies,
    member.joined_at,
    member.last_change_at,
  ])
  return { name: `members-${tag}`, rows: [head, ...rows] }
}

type Scores = Output<typeof getMemberScores>

const SCORE_COLUMNS = [
  'rank_in_club',
  'player_tag',
  'player_name',
  'overall_score',
  'trophy_contribution',
  'activity_consistency',
  'improvement_trend',
  'activity_score',
  'gain',
  'span_days',
  'active_days',
  'observed_days',
  'total_records',
  'resting',
] as const satisfies (keyof Scores['member_scores'][number])[]

/** The scores of a club's members, one row for each. The columns are named like the fields of the call. */
function scoreCsv({ club_tag, days, member_scores }: Scores): CsvTable {
  const rows = member_scores.map((member) => SCORE_COLUMNS.map((column) => csvCell(member[column])))
  return { name: `member-scores-${club_tag}-${days}-days`, rows: [SCORE_COLUMNS, ...rows] }
}

function csvCell(value: string | number | boolean | null): string | number | null {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}

/** Trophy changes, one row for each member and one column for each day; empty for an unknown day. */
function heatmapCsv({ club_tag, days, dates, member_activity }: Output<typeof getActivityHeatmap>): CsvTable {
  const head = [
    'player_tag',
    'player_name',
    'total_trophy_changes',
    'total_estimated',
    'active_days',
    'observed_days',
    ...dates,
  ]
  const rows = Object.values(member_activity).map((member) => [
    member.player_tag,
    member.player_name,
    member.total_trophy_changes,
    member.total_estimated,
    member.active_days,
    member.observed_days,
    ...dates.map((date) => member.activity_days[date]?.trophy_changes ?? null),
  ])
  return { name: `activity-${club_tag}-${days}-days`, rows: [head, ...rows] }
}
