import { milestoneName } from '#shared/milestones.ts'
import { trendArrow } from '#shared/score-band.ts'
import type { NextMilestone } from './next-milestone.ts'
import { count, grouped, ordinal, signed } from './plain-number.ts'
import type { PlayerActivity } from './player-activity.ts'

const DAYS = 30
const BUSY = 80
const LAST_PRAISED_RANK = 10
const FARTHEST_DAYS = 365

/** Place of a player by contribution among the ranked members of the club. */
export type ClubPlace = { rank: number; members: number }

/**
 * How a player did in the last 30 days, in one or two plain sentences; null without observations. The place in the
 * club is told only to those who gained: the others all share one.
 */
export function playerSentence(activity: PlayerActivity, place: ClubPlace | null): string | null {
  const gain = activity.trophy_change_30d
  if (gain === null) return null
  const { active_days_30d } = activity.activity_analysis
  const active = `active ${active_days_30d ?? 0} of ${count(activity.observed_days_30d, 'day')}`
  const contributor = place === null || gain <= 0 ? [] : [placeInClub(place)]
  const facts = [change(gain), active, ...contributor].join(', ')
  return `${form(activity, gain)}: ${facts}.${milestone(activity.next_milestone)}`
}

function form({ activity_analysis }: PlayerActivity, gain: number): string {
  const arrow = trendArrow(activity_analysis.improvement_trend ?? 0)
  if (activity_analysis.active_days_30d === 0) return 'Silent'
  if (gain < 0) return 'Losing ground'
  if (arrow === 'up') return (activity_analysis.activity_score ?? 0) >= BUSY ? 'Peak form' : 'On the rise'
  return arrow === 'down' ? 'Past the peak' : 'Holding level'
}

function change(gain: number): string {
  if (gain === 0) return `no net gain in ${DAYS} days`
  return gain > 0 ? `up ${signed(gain, grouped)} in ${DAYS} days` : `down ${grouped(-gain)} in ${DAYS} days`
}

function placeInClub({ rank, members }: ClubPlace): string {
  if (rank > LAST_PRAISED_RANK) return `${ordinal(rank)} of ${members} contributors in the club`
  return `${rank === 1 ? 'best' : `${ordinal(rank)}-best`} contributor in the club`
}

function milestone(next: NextMilestone | null): string {
  if (next === null) return ''
  const { trophies_missing: missing, days_at_this_pace: days } = next
  const near = days !== null && days <= FARTHEST_DAYS
  const distance = near ? `about ${count(days, 'day')} away` : `${count(missing, 'trophy', 'trophies')} to go`
  return ` Next milestone: ${milestoneName(next.trophy_count)}, ${distance}.`
}
