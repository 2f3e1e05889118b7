import { dayOf, daysBetween } from '#shared/calendar-day.ts'
import { roleRank } from '../../format/member-role.ts'

type Member = { tag: string; name: string; trophies: number; role: string; last_change_at: string | null }
type Score = { player_tag: string; overall_score: number | null; activity_score: number | null; gain: number | null }
type Ghost = { tag: string; days_silent: number; at_least: boolean }

/** UTC days since the last trophy change; `atLeast` where none was ever seen. */
type Silence = { days: number; atLeast: boolean }

export type MemberRow = Member & Omit<Score, 'player_tag'> & { silence: Silence | null }
type Known = { scores: readonly Score[]; ghosts: readonly Ghost[]; now: number }

/** Members with their scores, by role from the president down, then by trophies; what is unknown is null. */
export function memberRows(members: readonly Member[], { scores, ghosts, now }: Known): MemberRow[] {
  const byTag = new Map(scores.map((score) => [score.player_tag, score]))
  const silent = new Map(ghosts.map((ghost) => [ghost.tag, ghost]))
  return members
    .map(({ tag, name, trophies, role, last_change_at }) => {
      const { overall_score = null, activity_score = null, gain = null } = byTag.get(tag) ?? {}
      const silence = silenceOf(last_change_at, silent.get(tag), now)
      return { tag, name, trophies, role, last_change_at, silence, overall_score, activity_score, gain }
    })
    .toSorted((one, other) => roleRank(one.role) - roleRank(other.role) || other.trophies - one.trophies)
}

/** Who is called silent elsewhere on the page is silent for as long here. */
function silenceOf(changed: string | null, ghost: Ghost | undefined, now: number): Silence | null {
  if (ghost) return { days: ghost.days_silent, atLeast: ghost.at_least }
  return changed === null ? null : { days: daysBetween(dayOf(new Date(changed)), dayOf(new Date(now))), atLeast: false }
}
