import { HEATMAP_MEMBERS } from '#shared/limits.ts'

type Member = {
  player_tag: string
  player_name: string
  active_days: number
  total_trophy_changes: number
  activity_days: Record<string, { trophy_changes: number | null }>
}

export type HeatmapMember = { tag: string; name: string; activeDays: number; changes: Record<string, number | null> }

/** The fifteen most active members, or the fifteen quietest, in that order; ties by name. */
export function heatmapRows(members: Readonly<Record<string, Member>>, quietestFirst: boolean): HeatmapMember[] {
  const sign = quietestFirst ? -1 : 1
  return Object.values(members)
    .toSorted(
      (one, other) =>
        sign * (other.active_days - one.active_days || other.total_trophy_changes - one.total_trophy_changes) ||
        one.player_name.localeCompare(other.player_name),
    )
    .slice(0, HEATMAP_MEMBERS)
    .map(({ player_tag, player_name, active_days, activity_days }) => ({
      tag: player_tag,
      name: player_name,
      activeDays: active_days,
      changes: Object.fromEntries(
        Object.entries(activity_days).map(([date, { trophy_changes }]) => [date, trophy_changes]),
      ),
    }))
}
