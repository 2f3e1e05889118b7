import { count, formatThousands, signed, wonAsVerb } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import type { ClubSeries } from './daily-series.ts'
import type { MemberScoreRow } from './member-scores.ts'
import { oneDecimal } from './one-decimal.ts'
import { activeShare, type Ghost, type MemberPresence } from './presence.ts'
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
const LONG_SILENCE_DAYS = 14

/** What the sentence about a club is made from. */
export type ClubFigures = {
  /** The days over which the club's gain was made. */
  span: number
  /** The gain in trophies without resets, and its parts; null where not known (`clubGrowth`). */
  growth: number | null
  played: number | null
  joined: number | null
  left: number | null
  /** How many joined or came back, and how many left, in the same days (`everyMove`). */
  joiners: number
  leavers: number
  /** Rows of `memberScores` over the same window. */
  members: readonly Pick<MemberScoreRow, 'player_name' | 'gain' | 'learning' | 'resting'>[]
  ghosts: readonly Pick<Ghost, 'days_silent'>[]
  /** Distinct days on which the club was observed. With fewer than 14 the sentence does not speak of long silence. */
  observedDays: number
}

/**
 * One sentence on how a club did, whose parts add up; null without observations. It names the fewest members who make more
 * than half of all gains, at most 3, and nobody who rests or is hardly known (docs/formulas.md#club-sentence).
 */
export function clubSentence(figures: ClubFigures): string | null {
  const { span, growth, members, ghosts, observedDays } = figures
  if (growth === null) return null
  const silent = observedDays < LONG_SILENCE_DAYS ? '' : longSilence(ghosts)
  return `Last ${count(span, 'day')}: ${result(growth, figures, gainers(members))}${silent}.`
}

/** `-80,963 trophies. One member left (-84,842), those who stayed won +3,879`. */
function result(growth: number, { played, joined, left, joiners, leavers }: ClubFigures, names: string): string {
  if (played === null || joined === null || left === null) {
    return `the club ${won(growth, 'gained')}, with all who joined and left`
  }
  const moves = [moved(joiners, 'joined', joined), moved(leavers, 'left', left)].filter((move) => move !== null)
  const play = `${won(played, 'won')}${played > 0 ? names : ''}`
  if (moves.length === 0) return `the club ${play}`
  const players = leavers > 0 || left !== 0 ? 'those who stayed' : 'the members'
  const parts = [...moves, `${players} ${play}`].join(', ')
  return `${signed(growth, formatThousands, { zero: '' })} trophies. ${parts.charAt(0).toUpperCase()}${parts.slice(1)}`
}

function moved(movers: number, verb: 'joined' | 'left', trophies: number): string | null {
  if (movers === 0 && trophies === 0) return null
  const who = movers === 0 ? 'members' : movers === 1 ? 'one member' : count(movers, 'member')
  return `${who} ${verb} (${signed(trophies, formatThousands, { zero: '' })})`
}

function won(trophies: number, verb: 'won' | 'gained'): string {
  return trophies === 0 ? `neither ${verb} nor lost trophies` : wonAsVerb(trophies, verb)
}

function gainers(members: ClubFigures['members']): string {
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
  if (named.length === 0) return ''
  return `, ${covered > half ? 'mostly from' : 'led by'} ${namesInWords(named.map(({ player_name }) => player_name))}`
}

function longSilence(ghosts: ClubFigures['ghosts']): string {
  const silent = ghosts.filter(({ days_silent }) => days_silent >= LONG_SILENCE_DAYS).length
  const who = silent === 0 ? 'nobody' : count(silent, 'member')
  return `; ${who} silent for ${LONG_SILENCE_DAYS}+ days`
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const LONGEST_NAME = 24
/** Control characters, and marks that change the direction of the text around them. */
const UNSAFE = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cc}/gu
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Names in a sentence: `Ada`, `Ada and Milo`, `Ada, Milo and Yuki`. A name cannot disturb the words around it. */
export function namesInWords(names: readonly string[]): string {
  return LIST.format(names.map(nameInSentence))
}

function nameInSentence(name: string): string {
  const letters = [...plainName(name).replace(UNSAFE, '').replace(/\s+/g, ' ').trim()]
  const text = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : letters.join('')
  if (text === '') return 'a player without a name'
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}
