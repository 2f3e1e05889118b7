import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { plainName } from '#shared/plain-name.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { growthPercent } from '../metrics/growth-percent.ts'
import { gainBase, netGain } from '../metrics/net-gain.ts'
import { playerActivity, withoutScores } from '../metrics/player-activity.ts'
import { windowView } from '../metrics/window-view.ts'
import { facetOf } from './facets.ts'
import { foldedNames, searchText } from './fold-name.ts'
import type { StoredPlayer } from './read-subjects.ts'
import { shortGrams } from './short-grams.ts'

const GROWTH_DAYS = 7

/** What a summary of a player is made of beside the stored row. */
export type PlayerMaterial = { series: DailySeries; percentile: number | null; country: string | null }

/** A row of player_summaries without popularity, which visits decide. */
export function playerSummary(player: StoredPlayer, { series, percentile, country }: PlayerMaterial) {
  const available = player.observed_days >= ANALYTICS_MIN_DAYS
  const known = playerActivity(series, percentile)
  const { performance_score, activity_analysis: activity } = available ? known : withoutScores(known)
  const facts = { trophies: player.trophies, country, activityScore: activity.activity_score }
  return {
    ...identity(player),
    club_tag: player.club_tag,
    country,
    facet: facetOf({ ...facts, isMember: player.club_tag !== null }),
    activity_score: activity.activity_score,
    performance_score,
    consistency_rating: activity.consistency_rating,
    longest_streak: activity.longest_streak_days,
    ...weeklyGrowth(series),
    analytics_available: available,
  }
}

export type PlayerSummary = ReturnType<typeof playerSummary>

type Identified = { tag: string; name: string; former_names: string[]; trophies: number; first_seen_at: Date }

/** What a club's and a player's row have in common. */
export function identity({ tag, name, former_names, trophies, first_seen_at }: Identified) {
  const names = foldedNames(name, former_names)
  return {
    tag,
    name: plainName(name),
    name_folded: names[0] ?? '',
    search_text: searchText(tag, names),
    short_grams: shortGrams(names),
    trophies,
    created_at: first_seen_at.toISOString(),
  }
}

/**
 * Trophies gained in 7 days, what that is counted from, and the exact percent; unknown where nobody looked in the week
 * before: what came to light then is not this week's.
 */
export function weeklyGrowth(series: DailySeries) {
  const view = windowView(series, GROWTH_DAYS)
  const lookedBefore = series.closes.slice(-2 * GROWTH_DAYS, -GROWTH_DAYS).some((close) => close !== null)
  const known = view.closeBefore === null || lookedBefore
  const [growth, from] = known ? [netGain(view), gainBase(view)] : [null, null]
  return { growth_7d: growth, growth_from: from, growth_7d_percent: growthPercent(growth, from) }
}
