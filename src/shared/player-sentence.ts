import { trendArrow } from './bands.ts'
import { WEEK } from './days.ts'
import { daysText, factsInWords, ordinal, signed } from './number-format.ts'
import { type PlainTextId, t } from './texts.ts'

/** The gain of the last 7 days, the days over which it was made, and on how many of the known ones there was play. */
export type PlayerWeek = { gain: number; span_days: number; active_days: number; known_days: number }

/** The place of a player by trophy contribution, from 1, among the members of the club who have one. */
export type ClubPlace = { rank: number; members: number }

/** What the sentence about a player is made of. */
type PlayerGain = {
  resting: boolean
  days_silent: number | null
  silent_at_least: boolean
  /** Of 30 days; null where not known. */
  month: { gain: number | null; span: number }
  improvement_trend: number | null
  activity_score: number | null
  active_days_30d: number | null
  /** Null where nobody saw the player in the last 7 days. */
  week: PlayerWeek | null
  place: ClubPlace | null
}

const BUSY = 80
const LAST_PRAISED_RANK = 10

/**
 * One sentence on how a player did in the last 7 days; null while too little is known. Of one who rests it tells how long,
 * and the 30 days; of one whom nobody saw in them, the 30 days alone. The place in the club, over 30 days, is told of
 * players who gained in them (docs/formulas.md#player-sentence).
 */
export function playerGainSentence(player: PlayerGain): string | null {
  const { month, week, place } = player
  if (month.gain === null) return null
  const change = changeText(month.gain, month.span)
  if (player.resting) {
    return t('player.sumSilent', { days: daysText(player.days_silent ?? 0, player.silent_at_least), change })
  }
  if (!week) return t('player.sumUnseen', { change })
  const contributor = place === null || month.gain <= 0 ? [] : [placeInClub(place)]
  const facts = factsInWords([changeText(week.gain, week.span_days), played(week), ...contributor])
  return t('player.sumForm', { form: t(form(player, week)), facts })
}

/** What goes on, in words that the gain beside them does not contradict: the trend is one of pace, not of trophies. */
function form({ improvement_trend: trend, ...player }: PlayerGain, { gain, active_days }: PlayerWeek): PlainTextId {
  const arrow = trend === null ? 'neutral' : trendArrow(trend)
  if (player.active_days_30d === 0) return 'player.formSilent'
  if (gain < 0) return 'player.formLosing'
  if (gain === 0) return active_days === 0 ? 'player.formSilent' : 'player.formLevel'
  if (arrow === 'up') return (player.activity_score ?? 0) >= BUSY ? 'player.formPeak' : 'player.formRising'
  return arrow === 'down' ? 'player.formSlowing' : 'player.formSteady'
}

function changeText(gain: number, days: number): string {
  return gain === 0 ? t('player.noGainIn', { days }) : t('player.gainIn', { trophies: signed(gain), days })
}

function played({ active_days: active, known_days: known }: PlayerWeek): string {
  return known < WEEK ? t('player.playedKnown', { active, days: known }) : t('player.playedOn', { active, days: WEEK })
}

function placeInClub({ rank, members }: ClubPlace): string {
  if (rank > LAST_PRAISED_RANK) return t('player.placeAmong', { place: ordinal(rank), members })
  return rank === 1 ? t('player.placeBest') : t('player.placeNthBest', { place: ordinal(rank) })
}
