import type { getActivityHeatmap } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { Sheet } from '../render-answer.ts'

/** Trophy changes, a row a member and a column a day; empty where nobody looked. */
export function heatmapSheet({ club_tag, days, dates, member_activity }: Output<typeof getActivityHeatmap>): Sheet {
  const head = ['player_tag', 'player_name', 'total_trophy_changes', 'active_days', 'observed_days', ...dates]
  const rows = Object.values(member_activity).map((member) => [
    member.player_tag,
    member.player_name,
    member.total_trophy_changes,
    member.active_days,
    member.observed_days,
    ...dates.map((date) => member.activity_days[date]?.trophy_changes ?? null),
  ])
  return { name: `activity-${club_tag}-${days}-days`, rows: [head, ...rows] }
}
