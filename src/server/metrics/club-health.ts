import { abbreviate, count } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import { activityScore, meanActivity } from './activity.ts'
import { type DailySeries, type MemberHistory, windowView } from './daily-series.ts'
import type { MemberScoreRow } from './member-scores.ts'
import type { Ghost } from './presence.ts'
import { isMostlyMembership, trophyGrowth } from './trophy-gain.ts'

const ACTIVITY_DAYS = 30
const GROWTH_DAYS = 7

/** How a club does, with the names of the API. */
type ClubHealth = {
  /** 0 to 100, one decimal; null when no member was observed. */
  activity_score: number | null
  /** Trophies. */
  trophy_growth_7d: number | null
  /** Percent, one decimal. */
  trophy_growth_7d_percent: number | null
}

/**
 * The mean activity of the observed members over 30 days (docs/formulas.md#club-activity), and the growth of the club's
 * own trophies over 7 days (docs/formulas.md#club-growth).
 */
export function clubHealth(members: readonly MemberHistory[], club: DailySeries): ClubHealth {
  const scores = members.flatMap(({ series }) => activityScore(windowView(series, ACTIVITY_DAYS)) ?? [])
  const { growth, percent } = trophyGrowth(club, GROWTH_DAYS)
  return {
    activity_score: meanActivity(scores),
    trophy_growth_7d: growth,
    trophy_growth_7d_percent: percent,
  }
}

const NAMED = 3
const LONG_SILENCE_DAYS = 14

/** What the sentence about a club is made from. */
export type ClubFigures = {
  /** The window, in days. */
  days: number
  /** The club's gain in the window in trophies, resets taken out; null when not observed. */
  gain: number | null
  /** Rows of `memberScores` over the same window. */
  members: readonly Pick<MemberScoreRow, 'player_name' | 'gain'>[]
  ghosts: readonly Pick<Ghost, 'days_silent'>[]
  /** Distinct days on which the club was observed. With fewer than 14 the sentence does not speak of long silence. */
  observedDays: number
}

/**
 * One sentence on how a club did in the window; null without observations. It names the fewest members who make more
 * than half of all gains, at most 3 (docs/formulas.md#club-sentence).
 */
export function clubSentence({ days, gain, members, ghosts, observedDays }: ClubFigures): string | null {
  if (gain === null) return null
  const own = gainOfMembers(members)
  const result =
    own !== null && isMostlyMembership(gain, own)
      ? `${byMoves(gain)}; its members ${won(own, members)}`
      : won(gain, members)
  const silent = observedDays < LONG_SILENCE_DAYS ? '' : longSilence(ghosts)
  return `${period(days)} the club ${result}${silent}.`
}

function period(days: number): string {
  if (days === 7) return 'This week'
  return days === 30 ? 'This month' : `In the last ${count(days, 'day')}`
}

/** What the present members gained, in this club or another, in trophies; null where none of them was observed. */
function gainOfMembers(members: ClubFigures['members']): number | null {
  const gains = members.flatMap(({ gain }) => gain ?? [])
  return gains.length === 0 ? null : gains.reduce((sum, gain) => sum + gain, 0)
}

/** A club's trophies also change as members join and leave (docs/formulas.md#club-growth). */
function byMoves(gain: number): string {
  if (gain === 0) return `${inTrophies(gain)}, with those who joined and left`
  return `${inTrophies(gain)}, mostly ${gain > 0 ? 'by members who joined' : 'with members who left'}`
}

function won(gain: number, members: ClubFigures['members']): string {
  return gain > 0 ? `${inTrophies(gain)}${gainers(members)}` : inTrophies(gain)
}

function inTrophies(gain: number): string {
  if (gain === 0) return 'neither gained nor lost trophies'
  const size = abbreviate(Math.abs(gain), 'sentence')
  return gain > 0 ? `gained +${size}` : `lost ${size}`
}

function gainers(members: ClubFigures['members']): string {
  const gains = members
    .flatMap(({ player_name: name, gain }) => (gain !== null && gain > 0 ? [{ name, gain }] : []))
    .sort((one, other) => other.gain - one.gain || (one.name < other.name ? -1 : 1))
  const half = gains.reduce((sum, { gain }) => sum + gain, 0) / 2
  let covered = 0
  const named = gains.slice(0, NAMED).filter(({ gain }) => {
    if (covered > half) return false
    covered += gain
    return true
  })
  if (named.length === 0) return ''
  return `, ${covered > half ? 'mostly from' : 'led by'} ${namesInWords(named.map(({ name }) => name))}`
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
