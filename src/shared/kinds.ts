/**
 * Kinds that several parts name. Where a column of the store holds one, its table has the type
 * (`scripts/generate-tables.ts`), and an import refuses rows of other kinds.
 */

/** The roles of a club, the highest first. */
export const CLUB_ROLES = ['president', 'vicePresident', 'senior', 'member'] as const
export type ClubRole = (typeof CLUB_ROLES)[number]

/** Who may join a club. `unknown`: the game said something new. */
export const CLUB_TYPES = ['open', 'inviteOnly', 'closed', 'unknown'] as const
export type ClubType = (typeof CLUB_TYPES)[number]

/** `ladder` is the trophy ladder, `ranked` the Ranked mode; all that counts for neither is `other`. */
export const FAMILIES = ['ladder', 'ranked', 'other'] as const
export type Family = (typeof FAMILIES)[number]

/** What can be collected. */
export const TARGET_KINDS = [
  'club',
  'player',
  'battle-log',
  'player-ranking',
  'club-ranking',
  'brawler-ranking',
  'brawlers',
  'rotation',
  'gamemodes',
] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** What is ranked: players, clubs, or players by their trophies with one brawler. */
export const RANKING_TYPES = ['players', 'clubs', 'brawlers'] as const
export type RankingType = (typeof RANKING_TYPES)[number]

/** Why a part of an answer of the game was set aside. */
const ANSWER_GLITCHES = ['tag', 'name', 'trophies', 'duplicate', 'incomplete', 'malformed'] as const
export type AnswerGlitch = (typeof ANSWER_GLITCHES)[number]

/** What is counted as a glitch: also whole answers that were not believed, or came from a clock that was ahead. */
export const GLITCH_KINDS = [...ANSWER_GLITCHES, 'held back', 'set aside', 'from the future'] as const
export type GlitchKind = (typeof GLITCH_KINDS)[number]

/** In which trouble the game's API can be. */
export const INCIDENT_KINDS = ['throttled', 'maintenance', 'unavailable', 'refused'] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** What became of a user's key of the game's API; `unverified`: it was not tried yet. */
export type KeyStatus = 'active' | 'refused' | 'unverified'

/** Who delivers a message of the outbox. */
export const MESSAGE_KINDS = ['discord', 'mail'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Where a message of the outbox is. */
export type MessageState = 'due' | 'sent' | 'given_up'

/** What a mail tells, and what a message in a club's channel tells. */
export const MAIL_EVENTS = ['confirm', 'reset', 'new_sign_in', 'password_changed', 'week_wanted', 'week'] as const
export type MailEvent = (typeof MAIL_EVENTS)[number]
export const CHANNEL_EVENTS = ['test', 'events', 'blacklisted', 'day', 'board', 'week', 'inactive'] as const
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]
export type MessageEvent = MailEvent | ChannelEvent

/** What a link in a mail does. `operator`: sets a new password as `reset` does, handed over by the operator. */
export type LinkPurpose = 'confirm' | 'reset' | 'operator' | 'week' | 'unsubscribe'

/** What a club or player stands out for on the platform. */
export const HIGHLIGHT_KINDS = ['most_active', 'climber', 'most_consistent', 'fewest_ghosts', 'longest_streak'] as const

/** What a player reaches in Ranked and with brawlers, in the order in which it is told. */
export const LADDER_KINDS = ['tier', 'best', 'prestige', 'streak'] as const
export type LadderKind = (typeof LADDER_KINDS)[number]
