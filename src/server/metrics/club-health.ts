import { activityScore } from './activity-score.ts'
import type { DailySeries } from './daily-series.ts'
import type { MemberHistory } from './member-history.ts'
import { oneDecimal } from './one-decimal.ts'
import { trophyGrowth } from './trophy-growth.ts'
import { windowView } from './window-view.ts'

const ACTIVITY_DAYS = 30
const GROWTH_DAYS = 7

/** How a club does, with the names of the API. */
export type ClubHealth = {
  /** 0 to 100, one decimal; null when no member was observed. */
  activity_score: number | null
  /** Trophies. */
  trophy_growth_7d: number | null
  /** Percent, one decimal. */
  trophy_growth_7d_percent: number | null
}

/** Mean of the observed members' activity over 30 days, and the club's own trophies now less those 7 days ago. */
export function clubHealth(members: readonly MemberHistory[], club: DailySeries): ClubHealth {
  const scores = members
    .map(({ series }) => activityScore(windowView(series, ACTIVITY_DAYS)))
    .filter((score) => score !== null)
    // Adding in order of size makes the last bit of the mean the same for any order of members.
    .sort((one, other) => one - other)
  const { growth, percent } = trophyGrowth(club, GROWTH_DAYS)
  return {
    activity_score:
      scores.length === 0 ? null : oneDecimal(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    trophy_growth_7d: growth,
    trophy_growth_7d_percent: percent,
  }
}
