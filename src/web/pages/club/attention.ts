import { trendArrow } from '#shared/score-band.ts'

type Member = { tag: string; name: string; joined_at: string | null }
type Score = { player_tag: string; player_name: string; improvement_trend: number | null; gain: number | null }

const WEEK_MS = 7 * 86_400_000

/** Members who joined within the last 7 days, newest first. Those of the first scan were there before it. */
export function newcomers<M extends Member>(members: readonly M[], now: number): (M & { joined_at: string })[] {
  return members
    .filter((member): member is M & { joined_at: string } => member.joined_at !== null)
    .filter(({ joined_at }) => now - Date.parse(joined_at) < WEEK_MS)
    .toSorted((one, other) => other.joined_at.localeCompare(one.joined_at))
}

/** Members who lose trophies and whose trend points down, the largest loss first. */
export function fallers<S extends Score>(scores: readonly S[]): (S & { gain: number })[] {
  return scores
    .filter((score): score is S & { gain: number } => score.gain !== null && score.gain < 0)
    .filter(({ improvement_trend }) => improvement_trend !== null && trendArrow(improvement_trend) === 'down')
    .toSorted((one, other) => one.gain - other.gain)
}
