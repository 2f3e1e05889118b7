import { milestoneAbove } from '#shared/milestones.ts'

/** The next milestone of a player, with the names of the API. */
export type NextMilestone = { trophy_count: number; trophies_missing: number; days_at_this_pace: number | null }

/**
 * The lowest milestone above the trophies, and the whole days to it at an average gain in trophies a day (exact, not
 * rounded), rounded up; null when the player does not gain.
 */
export function nextMilestone(trophies: number, avgDailyGain: number | null): NextMilestone {
  const milestone = milestoneAbove(trophies)
  const missing = milestone - trophies
  const gains = avgDailyGain !== null && avgDailyGain > 0
  return {
    trophy_count: milestone,
    trophies_missing: missing,
    days_at_this_pace: gains ? Math.ceil(missing / avgDailyGain) : null,
  }
}
