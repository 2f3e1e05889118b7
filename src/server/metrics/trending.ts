import { ANALYTICS_MIN_DAYS, TRENDING } from '#shared/limits.ts'
import { growthPercent } from './growth-percent.ts'
import { isMoved } from './is-moved.ts'
import { oneDecimal } from './one-decimal.ts'
import { grouped, signed } from './plain-number.ts'

/** A club or player as it stands for "trending this week". */
export type TrendingCandidate = {
  tag: string
  name: string
  type: 'club' | 'player'
  /** Trophies now. */
  trophies: number
  /** Trophies gained in 7 days, resets taken out, and what that is counted from. */
  growth: number
  growthFrom: number
  /** Distinct days of observations. */
  observedDays: number
  /** Of a club: what its present members gained in the same days, wherever they were; null where that is not known. */
  gainOfMembers: number | null
}

/** A row of trending_this_week, with the names of the API. */
export type TrendingEntity = Pick<TrendingCandidate, 'tag' | 'name' | 'type'> & {
  metrics: { trophies: number; trophy_growth_7d: number; trophy_growth_7d_percent: number }
  reason: string
}

/** The 8 clubs and players with the largest growth in percent, of those with 7 days of history; ties by trophies, then tag. */
export function trending(candidates: readonly TrendingCandidate[]): TrendingEntity[] {
  return candidates
    .flatMap((candidate) => {
      const percent = growthPercent(candidate.growth, candidate.growthFrom)
      return percent === null || candidate.observedDays < ANALYTICS_MIN_DAYS ? [] : [{ ...candidate, percent }]
    })
    .sort(
      (one, other) => other.percent - one.percent || other.trophies - one.trophies || (one.tag < other.tag ? -1 : 1),
    )
    .slice(0, TRENDING)
    .map(({ tag, name, type, trophies, growth, percent, gainOfMembers }) => ({
      tag,
      name,
      type,
      metrics: { trophies, trophy_growth_7d: growth, trophy_growth_7d_percent: oneDecimal(percent) },
      reason: `${signed(growth, grouped)} trophies in 7 days (${signed(oneDecimal(percent), (size) => size.toFixed(1))}%)${isMoved(growth, gainOfMembers) ? ', mostly by members who joined' : ''}`,
    }))
}
