import type { getClubAnalytics } from './contract/clubs.ts'
import type { Output } from './contract/endpoint.ts'
import { WEEK } from './days.ts'
import { directionOf } from './languages.ts'
import { factsInWords, formatThousands, listInWords, signed } from './number-format.ts'
import { inOneLine, isolated, isRightToLeft, plainName, shortened } from './plain-name.ts'
import { pageLanguage, t } from './texts.ts'

/** What a club won in some days, and who came and went in them. */
export type ClubMoves = {
  /** The gain in trophies without resets, and its parts; null where not known. */
  growth: number | null
  played: number | null
  joined: number | null
  left: number | null
  /** How many joined or came back, and how many left. */
  joiners: number
  leavers: number
}

/** What the sentence about a club is made of. */
type ClubGain = ClubMoves & {
  /** The days over which the club's gain was made. */
  span: number
  /** Who won the most, and whether they won more than half of it. */
  led_by: readonly string[]
  led_by_most: boolean
  /** Members who were silent for 7 days or more; null where too little is known to tell. */
  silent_members: number | null
}

/** One sentence on how a club did, whose parts add up; null without observations (docs/formulas.md#club-sentence). */
export function clubGainSentence(club: ClubGain): string | null {
  const { span, growth, silent_members: members } = club
  if (growth === null) return null
  const what = result(growth, club)
  if (members === null) return t('club.sumOver', { days: span, what })
  return t('club.sumSilent', { days: span, what, members, silence: WEEK })
}

/** The same from what the API answers. */
export function weekSentence({ week, club_health_metrics: health }: Output<typeof getClubAnalytics>): string | null {
  if (week === null) return null
  const { trophy_growth_7d: growth, trophy_growth_7d_played: played } = health
  const { trophy_growth_7d_joined: joined, trophy_growth_7d_left: left } = health
  return clubGainSentence({ ...week, span: health.growth_span_days ?? WEEK, growth, played, joined, left })
}

/** `-80,963 trophies. One member left (-84,842), those who stayed won +3,879`. */
function result(growth: number, club: ClubGain): string {
  const { played, joined, left, joiners, leavers } = club
  if (played === null || joined === null || left === null) return withAllMoves(growth)
  const moves = [
    ...(joiners === 0 && joined === 0 ? [] : [t('club.sumJoined', { members: joiners, trophies: change(joined) })]),
    ...(leavers === 0 && left === 0 ? [] : [t('club.sumLeft', { members: leavers, trophies: change(left) })]),
  ]
  const some = leavers > 0 || left !== 0 ? 'stayed' : 'members'
  const play = [playText(played, moves.length === 0 ? 'club' : some), ...(played > 0 ? leaders(club) : [])]
  if (moves.length === 0) return factsInWords(play)
  const parts = factsInWords([...moves, ...play])
  const sentence = parts.charAt(0).toLocaleUpperCase(pageLanguage()) + parts.slice(1)
  return t('club.sumMoves', { change: change(growth), parts: sentence })
}

const change = (trophies: number) => signed(trophies, formatThousands, { zero: '' })

function withAllMoves(growth: number): string {
  if (growth === 0) return t('club.sumLevelAll')
  if (growth < 0) return t('club.sumLostAll', { trophies: formatThousands(-growth) })
  return t('club.sumGainedAll', { trophies: change(growth) })
}

function playText(played: number, who: 'club' | 'stayed' | 'members'): string {
  if (played === 0) return t('club.sumLevel', { who })
  if (played < 0) return t('club.sumLost', { who, trophies: formatThousands(-played) })
  return t('club.sumWon', { who, trophies: change(played) })
}

function leaders({ led_by, led_by_most }: ClubGain): string[] {
  if (led_by.length === 0) return []
  return [t(led_by_most ? 'club.mostlyFrom' : 'club.ledBy', { names: namesInWords(led_by) })]
}

/** Names in a sentence: `Ada`, `Ada and Milo`, `Ada, Milo and Yuki`. A name cannot disturb the words around it. */
export function namesInWords(names: readonly string[]): string {
  return listInWords(names.map(nameInSentence))
}

function nameInSentence(name: string): string {
  const text = shortened(inOneLine(plainName(name)).replace(/\s+/g, ' ').trim())
  if (text === '') return t('club.nameless')
  return isRightToLeft(text) || directionOf(pageLanguage()) === 'rtl' ? isolated(text) : text
}
