/**
 * Percentile of trophies: percent of tracked players, this one included, who have at most as many; above 0 to 100,
 * exact. Players with equal trophies share the better place, as in ranks (SQL: `100 * cume_dist()`). Null for none tracked.
 */
export function trophyPercentile(playersWithAtMost: number, playersTracked: number): number | null {
  return playersTracked <= 0 ? null : (100 * Math.min(playersWithAtMost, playersTracked)) / playersTracked
}
