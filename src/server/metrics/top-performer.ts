import type { MemberScoreRow } from './member-scores.ts'

/** The first of the rows of `memberScores(members, 30)`, which decides ties; null when no member has a score. */
export function topPerformer(rows: readonly MemberScoreRow[]): { tag: string; name: string; score: number } | null {
  const best = rows[0]
  if (best === undefined || best.overall_score === null) return null
  return { tag: best.player_tag, name: best.player_name, score: best.overall_score }
}
