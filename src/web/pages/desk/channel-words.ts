import type { DeliveryReason } from '#shared/contract/delivery-reasons.ts'
import type { ChannelPost } from '#shared/desk.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { hourText } from '#shared/week-hours.ts'

/** What a channel can get. */
export const POST_WORDS: Record<ChannelPost, PlainTextId> = {
  joined: 'desk.postJoined',
  left: 'desk.postLeft',
  role: 'desk.postRole',
  settings: 'desk.postSettings',
  blacklisted: 'desk.postBlacklisted',
  inactive: 'desk.postInactive',
  season_end: 'desk.postSeason',
  milestones: 'desk.postMilestones',
  record_days: 'desk.postRecordDays',
  new_tier: 'desk.postTier',
  ranked_best: 'desk.postRanked',
  prestige: 'desk.postPrestige',
  streak: 'desk.postStreak',
  goal: 'desk.postGoal',
  board: 'desk.postBoard',
  week: 'desk.postWeek',
}

/** The hours in which a channel gets nothing. */
export function quietWords({ from, until, time_zone }: { from: number; until: number; time_zone: string }): string {
  const hours = { from: hourText(from, 0), until: hourText(until, 0) }
  return t('desk.quiet', { ...hours, zone: time_zone.replaceAll('_', ' ') })
}

const REASONS = {
  channel_paused: 'desk.whyPaused',
  channel_removed: 'desk.whyRemoved',
  webhook_deleted: 'desk.whyDeleted',
  address_unknown: 'desk.whyAddress',
  not_allowed: 'desk.whyNotAllowed',
  no_answer: 'desk.whyNoAnswer',
  answer_broken: 'desk.whyBroken',
  answer_late: 'desk.whyLate',
  nothing_taken: 'desk.whyNothingTaken',
  unconfirmed: 'desk.whyUnconfirmed',
} as const satisfies Record<string, PlainTextId>

/** Why a message did not arrive; the stored sentence where its facts are not known. */
export function deliveryWords(reason: string, facts: DeliveryReason | null): string {
  if (facts === null) return reason
  switch (facts.code) {
    case 'unreachable':
      return facts.error === null ? t('desk.whyNoTime') : t('desk.whyUnreachable', { error: facts.error })
    case 'answered':
      return t('desk.whyAnswered', { status: String(facts.status) })
    case 'refused': {
      const codes = [facts.status, facts.discord_code].filter((code) => code !== null)
      return t('desk.whyRefused', { codes: codes.join(', ') })
    }
    default:
      return t(REASONS[facts.code])
  }
}
