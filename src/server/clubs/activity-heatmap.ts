import { type CalendarDay, dayOf, dayWindow } from '#shared/calendar-day.ts'
import type { getActivityHeatmap } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { HEATMAP_MEMBERS } from '#shared/limits.ts'
import type { Timeframe } from '#shared/timeframe.ts'
import type { Context } from '../context.ts'
import { freshness } from '../history/freshness.ts'
import { readMemberHistories } from '../history/read-member-histories.ts'
import { activeDays } from '../metrics/active-days.ts'
import type { MemberHistory } from '../metrics/member-history.ts'
import { windowView } from '../metrics/window-view.ts'
import { clubNotTracked } from './stored-club.ts'

type Heatmap = Output<typeof getActivityHeatmap>
type MemberActivity = Heatmap['member_activity'][string]

/** Trophy changes of every present member on every day of the window, the most active first. */
export async function activityHeatmap(context: Context, tag: string, days: Timeframe): Promise<Heatmap> {
  const now = context.clock.now()
  const club = await readMemberHistories(context.db, tag, { days, now })
  if (club === null) throw clubNotTracked()
  const dates = dayWindow(dayOf(now), days)
  const rows = club.members.map((member) => activityOf(member, dates)).sort(mostActiveFirst)
  const activity = Object.fromEntries(rows.map((row) => [row.player_tag, row]))
  return {
    club_tag: tag,
    days,
    ...freshness(club.observedAt, now),
    dates,
    member_activity: activity,
    shown_members: HEATMAP_MEMBERS,
  }
}

function activityOf({ tag, name, series }: MemberHistory, dates: CalendarDay[]): MemberActivity {
  const view = windowView(series, dates.length)
  // Days in the same order for everybody, one by one: so the engine keeps all these objects in one shape.
  const days: MemberActivity['activity_days'] = {}
  for (const [index, date] of dates.entries()) days[date] = { trophy_changes: series.changes[index] ?? null }
  return {
    player_tag: tag,
    player_name: name,
    active_days: activeDays(view),
    observed_days: view.observed.length,
    total_trophy_changes: view.observed.reduce((sum, { changes }) => sum + changes, 0),
    activity_days: days,
  }
}

function mostActiveFirst(one: MemberActivity, other: MemberActivity): number {
  return (
    other.active_days - one.active_days ||
    other.total_trophy_changes - one.total_trophy_changes ||
    (one.player_tag < other.player_tag ? -1 : 1)
  )
}
