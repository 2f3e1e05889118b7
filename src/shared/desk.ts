// The numbers of the leader's desk that pages and the server must agree on.

/** The smallest, usual and largest value of each rule. `entry_trophies` is usually the bar that the club has set itself. */
export const DESK_RULES = {
  warn_after_days: { min: 1, max: 90, usual: 7 },
  remove_after_days: { min: 2, max: 180, usual: 21 },
  grace_days: { min: 0, max: 30, usual: 3 },
  seats_to_spare: { min: 0, max: 30, usual: 2 },
  entry_trophies: { min: 0, max: 300_000, usual: null },
  promote_after_days: { min: 1, max: 365, usual: 30 },
  promote_activity: { min: 0, max: 100, usual: 60 },
  promote_overall: { min: 0, max: 100, usual: 60 },
  strikes_to_remove: { min: 1, max: 20, usual: 3 },
} as const

/** Characters of a note. */
export const NOTE_MAX = 2000

/** Applicants that are looked at together, and characters of the pasted text. */
export const APPLICANTS_MAX = 30
export const PASTED_TEXT_MAX = 20_000
