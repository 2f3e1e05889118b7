import { type ClubMoves, clubGainSentence } from '#shared/club-sentence.ts'
import type { ClubSeries } from './daily-series.ts'
import type { MemberScoreRow } from './member-scores.ts'
import { oneDecimal } from './one-decimal.ts'
import { activeShare, type MemberPresence } from './presence.ts'
import { clubGrowth } from './trophy-gain.ts'

const GROWTH_DAYS = 7
const CHANGE_DAYS = 30

/** How a club does, with the names of the API: trophies, and percentages and scores with one decimal. */
type ClubHealth = {
  /** 0 to 100; null with fewer than 3 members who can be told to be active or not. */
  activity_score: number | null
  trophy_growth_7d: number | null
  trophy_growth_7d_percent: number | null
  trophy_growth_7d_played: number | null
  trophy_growth_7d_joined: number | null
  trophy_growth_7d_left: number | null
  trophy_growth_7d_played_percent: number | null
  growth_span_days: number | null
  trophy_change_30d: number | null
  trophy_change_30d_played: number | null
  trophy_change_30d_joined: number | null
  trophy_change_30d_left: number | null
  change_span_days: number | null
}

/**
 * The share of active members (docs/formulas.md#club-activity), and the growth of the club's own trophies over 7 and 30
 * days with its parts (docs/formulas.md#club-growth).
 */
export function clubHealth(presence: MemberPresence, club: ClubSeries): ClubHealth {
  const week = clubGrowth(club, GROWTH_DAYS)
  const month = clubGrowth(club, CHANGE_DAYS)
  return {
    activity_score: oneDecimal(activeShare(presence).percent),
    trophy_growth_7d: week.growth,
    trophy_growth_7d_percent: week.percent,
    trophy_growth_7d_played: week.played,
    trophy_growth_7d_joined: week.joined,
    trophy_growth_7d_left: week.left,
    trophy_growth_7d_played_percent: oneDecimal(week.playedPercent),
    growth_span_days: week.growth === null ? null : week.span,
    trophy_change_30d: month.growth,
    trophy_change_30d_played: month.played,
    trophy_change_30d_joined: month.joined,
    trophy_change_30d_left: month.left,
    change_span_days: month.growth === null ? null : month.span,
  }
}

/** The health of a club without analytics. Unknown is null, not 0. */
export const UNKNOWN_HEALTH: ClubHealth = {
  activity_score: null,
  trophy_growth_7d: null,
  trophy_growth_7d_percent: null,
  trophy_growth_7d_played: null,
  trophy_growth_7d_joined: null,
  trophy_growth_7d_left: null,
  trophy_growth_7d_played_percent: null,
  growth_span_days: null,
  trophy_change_30d: null,
  trophy_change_30d_played: null,
  trophy_change_30d_joined: null,
  trophy_change_30d_left: null,
  change_span_days: null,
}

const NAMED = 3

/** What the sentence about a club is made from. */
export type ClubFigures = ClubMoves & {
  /** The days over which the club's gain was made. */
  span: number
  /** Rows of `memberScores` over the same window, of those who were members in all of it. */
  members: readonly Pick<MemberScoreRow, 'player_name' | 'gain' | 'learning' | 'resting'>[]
  /** How many members are ghosts; null where too little is known to tell. */
  silent_members: number | null
}

/**
 * The number of ghosts. Null where it would say that nobody is silent while somebody was not seen, or nobody is known for
 * long enough to tell.
 */
export function silentMembers(presence: MemberPresence): number | null {
  const { ghosts, unseen } = presence
  const tooLittle = unseen.length > 0 || activeShare(presence).known === 0
  return ghosts.length === 0 && tooLittle ? null : ghosts.length
}

/**
 * What the sentence tells of members. It names the fewest members who make more than half of all gains, at most 3, and
 * nobody who rests or is hardly known (docs/formulas.md#club-sentence).
 */
export function weekOfMembers({ joiners, leavers, members, silent_members }: ClubFigures) {
  return { joiners, leavers, ...gainers(members), silent_members }
}

/** One sentence on how a club did; null without observations. */
export function clubSentence(figures: ClubFigures): string | null {
  return clubGainSentence({ ...figures, ...weekOfMembers(figures) })
}

function gainers(members: ClubFigures['members']): { led_by: string[]; led_by_most: boolean } {
  const gains = members
    .flatMap(({ gain, ...member }) => (gain !== null && gain > 0 ? [{ ...member, gain }] : []))
    .sort((one, other) => other.gain - one.gain || (one.player_name < other.player_name ? -1 : 1))
  const half = gains.reduce((sum, { gain }) => sum + gain, 0) / 2
  let covered = 0
  const praised = gains.filter(({ learning, resting }) => learning === null && !resting).slice(0, NAMED)
  const named = praised.filter(({ gain }) => {
    if (covered > half) return false
    covered += gain
    return true
  })
  return { led_by: named.map(({ player_name }) => player_name), led_by_most: covered > half }
}
