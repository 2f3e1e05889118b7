import { roleRank } from '../../format/member-role.ts'

type Member = { tag: string; name: string; trophies: number; role: string; last_change_at: string | null }
type Score = { player_tag: string; overall_score: number | null; activity_score: number | null; gain: number | null }

export type MemberRow = Member & Omit<Score, 'player_tag'>

/** Members with their scores, by role from the president down, then by trophies; unknown scores are null. */
export function memberRows(members: readonly Member[], scores: readonly Score[]): MemberRow[] {
  const byTag = new Map(scores.map((score) => [score.player_tag, score]))
  return members
    .map(({ tag, name, trophies, role, last_change_at }) => {
      const { overall_score = null, activity_score = null, gain = null } = byTag.get(tag) ?? {}
      return { tag, name, trophies, role, last_change_at, overall_score, activity_score, gain }
    })
    .toSorted((one, other) => roleRank(one.role) - roleRank(other.role) || other.trophies - one.trophies)
}
