import * as z from 'zod/mini'
import { DESK_RULES, NOTICE_LANGUAGES_MAX, NOTICE_MAX } from '../desk.ts'
import { Reason } from './desk-reasons.ts'
import { DESK_ROLES, endpoint } from './endpoint.ts'
import { says } from './field-sentences.ts'
import {
  clubRole,
  day,
  freshness,
  learning,
  longText,
  maybeNumber,
  maybeText,
  memberField,
  plainText,
  score,
  TagParams,
  time,
  wholeNumber,
} from './fields.ts'

const deskRole = z.enum(DESK_ROLES)

/** Counted up with each change. A change names the version it was made from; an older one is refused with 409. */
export const version = z.int().check(z.minimum(0))

/** A player of the club. */
export const PlayerParams = z.extend(TagParams, { player: memberField })

export const DeskClub = z
  .object({
    tag: z.string(),
    name: z.string(),
    role: deskRole,
    /** The linked player that has the role; null at the desk of the example club, which anybody may try in the demo. */
    player_tag: maybeText,
    /** Until when somebody who lost the role, or whose role the game does not tell, may still read; null for all others. */
    reads_until: z.nullable(time),
    /** Members who are on the blacklist. */
    alerts: z.int(),
    /** In the demo: changes are seen in this session alone, and for a day. */
    trial: z.boolean(),
  })
  .check(z.meta({ id: 'DeskClub' }))

/** What the rules suggest. `blacklisted`: somebody on the blacklist is in the club. */
export const SUGGESTIONS = ['blacklisted', 'remove', 'warn', 'below_bar', 'promote'] as const
export type Suggestion = (typeof SUGGESTIONS)[number]

/** Why nothing is suggested. `unknown`: too few days were seen; nobody is judged by what was not seen. */
export const QUIET_STATES = ['absent', 'safe', 'newcomer', 'unknown', 'fine'] as const

export const DECISIONS = ['removed', 'warned', 'promoted', 'snoozed'] as const
export type DecisionAction = (typeof DECISIONS)[number]

const QueueFigures = z
  .object({
    /** Null where not known. `silent_at_least`: it may be longer. */
    days_silent: maybeNumber,
    silent_at_least: z.boolean(),
    /** Of the silent days, those in the club outside absences: the rules count no others. */
    silence_counted: z.int(),
    days_in_club: maybeNumber,
    days_in_club_at_least: z.boolean(),
    activity_score: score,
    overall_score: score,
    gain_30d: maybeNumber,
    /** Usual days with play a week, over the known days of the last 30; null where unknown. */
    active_days_a_week: maybeNumber,
    /** The sum of the weights of open warnings, which expire. */
    strikes: z.int(),
    known_days_30d: z.int(),
    /** The last 14 days up to the one on which the club was last seen, the newest last. */
    last_days: z.array(z.enum(['played', 'silent', 'unknown'])),
  })
  .check(z.meta({ id: 'QueueFigures' }))

const Decision = z
  .object({
    action: z.enum(DECISIONS),
    /** The suggestion that it was made for. */
    suggestion: z.enum(SUGGESTIONS),
    at: time,
    by: maybeText,
    /** Until when a snoozed entry rests; null for the others. */
    until: z.nullable(day),
    /** What the roster log showed afterwards: the member left or has a new role. Null while it shows neither. */
    closed: z.nullable(z.object({ kind: z.enum(['left', 'promoted', 'demoted']), at: time })),
  })
  .check(z.meta({ id: 'Decision' }))

const QueueEntry = z
  .object({
    player_tag: z.string(),
    player_name: z.string(),
    role: clubRole,
    trophies: z.int(),
    suggestion: z.enum(SUGGESTIONS),
    /** One to three, the weightiest first: "silent for 16 days"; and what each is made of. */
    reasons: z.array(z.string()),
    facts: z.array(Reason),
    /** True for a removal of somebody with a role, or of the best third of the club by trophies. */
    think_twice: z.boolean(),
    figures: QueueFigures,
    /** The last decision, which did not settle it; null where there is none. */
    decision: z.nullable(Decision),
    /** Of the decision; 0 where there is none. */
    version,
  })
  .check(z.meta({ id: 'QueueEntry' }))

const club = { club_tag: z.string(), club_name: z.string() }

export const getQueue = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/queue',
  summary: 'Who needs a decision, and why; the most urgent first',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: z
    .object({
      ...club,
      desk: DeskClub,
      entries: z.array(QueueEntry),
      /** Entries that rest after a decision, and those that the roster log closed in the last 14 days; newest first. */
      settled: z.array(
        z.object({
          player_tag: z.string(),
          player_name: z.string(),
          decision: Decision,
          version,
          resting: z.boolean(),
        }),
      ),
      /** Members about whom nothing is suggested, by the reason. */
      quiet: z.record(z.enum(QUIET_STATES), z.int()),
      members: z.int(),
      /** Places that are free in the club. */
      free_seats: z.int(),
      /** Not null: too few days are known of the club, so only marks are told. */
      learning,
      ...freshness,
    })
    .check(z.meta({ id: 'DeskQueue' })),
})

const LookedAt = z
  .object({
    player_tag: z.string(),
    player_name: z.string(),
    role: clubRole,
    trophies: z.int(),
    /** Null where not known; `silent_at_least`: it may be longer. */
    days_silent: maybeNumber,
    silent_at_least: z.boolean(),
    gain_7d: maybeNumber,
    gain_30d: maybeNumber,
    /** One, in words. */
    reason: z.string(),
    /** The same in numbers, of the last 7 known days; `days_usual`: a week before. Null of who is silent. */
    played: z.nullable(z.object({ days_played: z.int(), days_known: z.int(), days_usual: maybeNumber })),
  })
  .check(z.meta({ id: 'LookedAt' }))

export const getClubQueue = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}/queue',
  summary: 'Facts about members, from public data alone: who is silent, in form, or going quiet',
  access: 'public',
  params: TagParams,
  response: z
    .object({
      club_tag: z.string(),
      /** The ghosts of the club, the longest silence first. */
      silent: z.array(LookedAt),
      in_form: z.array(LookedAt),
      going_quiet: z.array(LookedAt),
      learning,
      ...freshness,
    })
    .check(z.meta({ id: 'ClubQueue' })),
})

/** What a change answers, so that it can be undone: the id of its entry in the log. */
export const changed = { log_id: z.int() }

export const decide = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/queue/{player}',
  summary: 'Note what was decided about an entry: removed, warned, promoted, or snoozed for some days',
  access: 'desk',
  role: 'editor',
  params: PlayerParams,
  body: z.object({
    action: z.enum(DECISIONS, `action must be one of ${DECISIONS.join(', ')}`),
    version,
    /** Of a snooze. */
    days: z.optional(wholeNumber('days', { min: 1, max: 60 })),
  }),
  response: z.object({ decision: Decision, version, ...changed }),
})

const DeskMember = z
  .object({
    player_tag: z.string(),
    player_name: z.string(),
    role: clubRole,
    trophies: z.int(),
    suggestion: z.nullable(z.enum(SUGGESTIONS)),
    /** Why nothing is suggested; null where something is. */
    quiet: z.nullable(z.enum(QUIET_STATES)),
    reasons: z.array(z.string()),
    figures: QueueFigures,
    marks: z.int(),
    absent_until: z.nullable(day),
    safe_until: z.nullable(day),
    safe: z.boolean(),
  })
  .check(z.meta({ id: 'DeskMember' }))

export const listDeskMembers = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/members',
  summary: 'All members with what the rules say of each',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: z.object({ ...club, members: z.array(DeskMember), learning, ...freshness }),
})

const rule = (name: keyof typeof DESK_RULES) => wholeNumber(name, DESK_RULES[name])

/** Only zones that the server knows are taken. */
const timeZone = plainText(says('error.timeZoneField'), { min: 1, max: 64 })

const Rules = z
  .object({
    warn_after_days: rule('warn_after_days'),
    remove_after_days: rule('remove_after_days'),
    grace_days: rule('grace_days'),
    seats_to_spare: rule('seats_to_spare'),
    /** Null: the club's own bar. */
    entry_trophies: z.nullable(rule('entry_trophies')),
    /** The least tier by its place, 1 (Bronze I) to 22 (Pro), and the least prestige; null: none is asked for. */
    entry_tier: z._default(z.nullable(rule('entry_tier')), null),
    entry_prestige: z._default(z.nullable(rule('entry_prestige')), null),
    promote_after_days: rule('promote_after_days'),
    promote_activity: rule('promote_activity'),
    promote_overall: rule('promote_overall'),
    strikes_to_remove: rule('strikes_to_remove'),
  })
  .check(z.meta({ id: 'DeskRules' }))

const StoredRules = z.object({
  rules: Rules,
  defaults: Rules,
  /** The bar that the club has set in the game. */
  club_entry_trophies: maybeNumber,
  /** Monday begins here; an IANA name like `Europe/Berlin`. */
  time_zone: z.string(),
  version,
})

export const getRules = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/rules',
  summary: 'The rules of the club',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: StoredRules,
})

export const setRules = endpoint({
  method: 'PUT',
  path: '/api/desk/{tag}/rules',
  summary: 'Set the rules of the club',
  access: 'desk',
  role: 'editor',
  params: TagParams,
  body: z.object({ rules: Rules, time_zone: timeZone, version }),
  response: z.extend(StoredRules, changed),
})

/** Codes of languages: `pt-BR`. */
const languages = z
  .array(z.string().check(z.regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/, says('error.language'))))
  .check(z.maxLength(NOTICE_LANGUAGES_MAX, says('error.languagesMost', { count: NOTICE_LANGUAGES_MAX })))

const Notice = z.object({
  text: longText(says('error.text'), { min: 0, max: NOTICE_MAX }),
  languages,
  /** Trophies that the club looks for; null for any. */
  min_trophies: z.nullable(wholeNumber(says('error.trophies'), { min: 0, max: 300_000 })),
})

export const getNotice = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/notice',
  summary: 'What the club says in public that it looks for',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: z.object({ ...Notice.shape, version }),
})

export const setNotice = endpoint({
  method: 'PUT',
  path: '/api/desk/{tag}/notice',
  summary: 'Say in public what the club looks for; nothing but empty fields says nothing',
  access: 'desk',
  role: 'editor',
  params: TagParams,
  body: z.object({ ...Notice.shape, version }),
  response: z.object({ ...Notice.shape, version, ...changed }),
})

export const previewRules = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/rules/preview',
  summary: 'What other rules would suggest today; nothing is stored',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  body: z.object({ rules: Rules }),
  response: z.object({
    /** "With these rules 3 would be warned, 1 removed." */
    sentence: z.string(),
    counts: z.record(z.enum(SUGGESTIONS), z.int()),
    /** Whose suggestion differs from that of the stored rules; null: nothing is suggested. */
    changes: z.array(
      z.object({
        player_tag: z.string(),
        player_name: z.string(),
        before: z.nullable(z.enum(SUGGESTIONS)),
        after: z.nullable(z.enum(SUGGESTIONS)),
      }),
    ),
  }),
})

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/staff',
  summary: 'Presidents, vice presidents and seniors, and what each may do here',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: z.object({
    staff: z.array(
      z
        .object({
          player_tag: z.string(),
          player_name: z.string(),
          /** In the game. */
          role: clubRole,
          /** Null: a senior who is not invited. */
          access: z.nullable(deskRole),
          invited: z.boolean(),
          /** Whether a user has proven that the player is theirs; only then can the desk be opened. */
          linked: z.boolean(),
        })
        .check(z.meta({ id: 'DeskStaff' })),
    ),
  }),
})

export const inviteStaff = endpoint({
  method: 'PUT',
  path: '/api/desk/{tag}/staff/{player}',
  summary: 'Let a senior read the desk, or no longer',
  access: 'desk',
  role: 'editor',
  params: PlayerParams,
  body: z.object({ invited: z.boolean() }),
  response: z.object({ invited: z.boolean(), ...changed }),
})
