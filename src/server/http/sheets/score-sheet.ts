import type { getMemberScores } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Sheet } from '../render-answer.ts'

type Scores = Output<typeof getMemberScores>

const COLUMNS = [
  'rank_in_club',
  'player_tag',
  'player_name',
  'overall_score',
  'trophy_contribution',
  'activity_consistency',
  'improvement_trend',
  'activity_score',
  'gain',
  'active_days',
  'observed_days',
  'total_records',
] as const satisfies (keyof Scores['member_scores'][number])[]

/** The scores of a club's members, a row a member, under the names that the call gives them. */
export function scoreSheet({ club_tag, days, member_scores }: Scores): Sheet {
  const rows = member_scores.map((member) => COLUMNS.map((column) => member[column]))
  return { name: `member-scores-${club_tag}-${days}-days`, rows: [COLUMNS, ...rows] }
}
