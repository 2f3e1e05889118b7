type Scored = {
  player_tag: string
  overall_score: number | null
  improvement_trend: number | null
  activity_score: number | null
}

const EXCELLENT = 80
const IMPROVING = 60
const ACTIVE = 50

/** Members by overall score, best first; those without one last, ties by tag. */
export function rankScores<S extends Scored>(scores: readonly S[]): S[] {
  return scores.toSorted(
    (one, other) =>
      (other.overall_score ?? -1) - (one.overall_score ?? -1) || one.player_tag.localeCompare(other.player_tag),
  )
}

/** How many are excellent (overall 80+), improving (trend 60+) and active (activity 50+). */
export function countScores(scores: readonly Scored[]): { excellent: number; improving: number; active: number } {
  const from = (least: number, read: (score: Scored) => number | null) =>
    scores.filter((score) => (read(score) ?? -1) >= least).length
  return {
    excellent: from(EXCELLENT, (score) => score.overall_score),
    improving: from(IMPROVING, (score) => score.improvement_trend),
    active: from(ACTIVE, (score) => score.activity_score),
  }
}
