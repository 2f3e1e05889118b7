import { trendArrow } from '#shared/bands.ts'
import { WEEK } from '#shared/days.ts'
import { daysText } from '#shared/number-format.ts'
import { type Played, playedText } from '#shared/played-text.ts'
import { t } from '#shared/texts.ts'
import { activeDays } from './activity.ts'
import { type MemberHistory, type WindowDay, windowView } from './daily-series.ts'
import { type MemberScoreRow, memberScores } from './member-scores.ts'
import { memberPresence } from './presence.ts'
import { SILENCE_DAYS } from './silence.ts'
import { improvementTrend } from './trophy-gain.ts'

/** A member and a fact about them, in words. */
type Listed = { member: MemberHistory; row: MemberScoreRow; reason: string; played: Played | null }

export type PublicLists = Record<'silent' | 'in_form' | 'going_quiet', Listed[]>

const DAYS = 30

/** Scores from which on a member may be in form, and on how many of the last 7 known days they played. */
const GOOD = 60
const PLAYED_LATELY = 2

/** Who played on fewer days a week before cannot be called to go quiet. */
const USUAL_DAYS = 2

/**
 * What a club's public page lists: facts, and no advice. Each member is in one list at most; nobody without `available`
 * analytics of the club (docs/formulas.md#public-lists).
 */
export function publicLists(members: readonly MemberHistory[], asOf: Date, available: boolean): PublicLists {
  const lists: PublicLists = { silent: [], in_form: [], going_quiet: [] }
  if (!available) return lists
  const { ghosts, newcomers } = memberPresence(members, asOf)
  const byTag = new Map(members.map((member) => [member.tag, member]))
  const rows = memberScores(members, DAYS)
  const rowOf = new Map(rows.map((row) => [row.player_tag, row]))
  for (const { tag, days_silent, at_least } of ghosts) {
    const [member, row] = [byTag.get(tag), rowOf.get(tag)]
    const reason = t('club.silentReason', { days: daysText(days_silent, at_least) })
    if (member !== undefined && row !== undefined) lists.silent.push({ member, row, reason, played: null })
  }
  const left = new Set([...ghosts, ...newcomers].map(({ tag }) => tag))
  for (const row of rows) {
    const member = byTag.get(row.player_tag)
    if (member === undefined || left.has(row.player_tag) || row.learning !== null || row.resting) continue
    const { played: days_played, known: days_known, usual } = lately(member)
    const listed = (days_usual: number | null) => {
      const played = { days_played, days_known, days_usual }
      return { member, row, reason: playedText(played), played }
    }
    if (isInForm(member, row)) lists.in_form.push(listed(null))
    else if (usual !== null && usual >= USUAL_DAYS && 2 * days_played <= usual) {
      lists.going_quiet.push(listed(Math.round(usual)))
    }
  }
  return lists
}

function isInForm(member: MemberHistory, { overall_score, activity_score }: MemberScoreRow): boolean {
  return (overall_score ?? 0) >= GOOD && (activity_score ?? 0) >= GOOD && playsOn(member)
}

/** Whether a member is known to play on: no falling trend, and play on 2 of the last 7 known days. */
export function playsOn(member: MemberHistory): boolean {
  const trend = improvementTrend(member.series, DAYS)
  return trend !== null && trendArrow(trend) !== 'down' && lately(member).played >= PLAYED_LATELY
}

/** Days with play among the last 7 known ones, and how many a week were usual before; null with fewer than 7 known days. */
function lately({ series }: MemberHistory): { played: number; known: number; usual: number | null } {
  const view = windowView(series, SILENCE_DAYS)
  const days = view.dates.filter(({ known }) => known)
  const active = (some: WindowDay[]) => activeDays({ ...view, dates: some })
  const [last, before] = [days.slice(-WEEK), days.slice(-DAYS, -WEEK)]
  const usual = before.length < WEEK ? null : (WEEK * active(before)) / before.length
  return { played: active(last), known: last.length, usual }
}
