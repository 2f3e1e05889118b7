import { RANKED_TIERS } from './ranked-tiers.ts'
import { t } from './texts.ts'

// The numbers of the leader's desk that pages and the server must agree on.

/**
 * The smallest, usual and largest value of each rule. `entry_trophies` is usually the bar that the club has set itself;
 * `entry_tier` is a place in `RANKED_TIERS`, from 1 on.
 */
export const DESK_RULES = {
  warn_after_days: { min: 1, max: 90, usual: 7 },
  remove_after_days: { min: 2, max: 180, usual: 21 },
  grace_days: { min: 0, max: 30, usual: 3 },
  seats_to_spare: { min: 0, max: 30, usual: 2 },
  entry_trophies: { min: 0, max: 300_000, usual: null },
  entry_tier: { min: 1, max: RANKED_TIERS.length, usual: null },
  entry_prestige: { min: 1, max: 5000, usual: null },
  promote_after_days: { min: 1, max: 365, usual: 30 },
  promote_activity: { min: 0, max: 100, usual: 60 },
  promote_overall: { min: 0, max: 100, usual: 60 },
  strikes_to_remove: { min: 1, max: 20, usual: 3 },
} as const

/** What is wrong with rules that each are within their bounds; null where nothing is. */
export function ruleConflict({
  warn_after_days: warn,
  remove_after_days: remove,
}: Record<'warn_after_days' | 'remove_after_days', number>): string | null {
  return remove > warn ? null : t('rule.removeLater', { days: warn + 1 })
}

/** Days for which a proof of a player holds, since accounts of the game are sold; in the last ones it can be renewed. */
export const PROOF_DAYS = { holds: 180, renewable: 30 } as const

/** Characters of the texts of marks and absences. */
export const NOTE_MAX = 2000
export const REASON_MAX = 500

/** Days of an absence, a warning and a blacklisting; `usual` where none is chosen. */
export const ABSENCE_DAYS_MAX = 60
export const WARNING_DAYS = { usual: 30, max: 365 } as const
export const BLACKLIST_DAYS = { usual: 180, max: 365 } as const

/** Applicants that are looked at together, and characters of a line and of the whole of the pasted text. */
export const APPLICANTS_MAX = 30
export const PASTED_LINE_MAX = 1000
export const PASTED_TEXT_MAX = 20_000

/** Channels that a desk may have, and what can be posted there: `board` is one message that is edited, `week` the report. */
export const CHANNELS_MAX = 5
export const CHANNEL_POSTS = [
  'joined',
  'left',
  'role',
  'settings',
  'blacklisted',
  'inactive',
  'season_end',
  'milestones',
  'record_days',
  'new_tier',
  'ranked_best',
  'prestige',
  'streak',
  'goal',
  'board',
  'week',
] as const
export type ChannelPost = (typeof CHANNEL_POSTS)[number]

/** Players that a user may link, and proofs that a user may begin in a day. */
export const LINKED_PLAYERS_MAX = 10
export const PROOFS_A_DAY = 5

/** Characters of what a club says that it looks for, and languages that it may name. */
export const NOTICE_MAX = 280
export const NOTICE_LANGUAGES_MAX = 5
