import * as z from 'zod/mini'
import { NOTE_MAX, REASON_MAX } from '../desk.ts'
import { changed, version } from './desk.ts'
import { Reason } from './desk-reasons.ts'
import { endpoint } from './endpoint.ts'
import { says } from './field-sentences.ts'
import {
  dateText,
  day,
  longText,
  maybeNumber,
  maybeText,
  memberField,
  plainText,
  TagParams,
  time,
  wholeNumber,
} from './fields.ts'

export const MARK_KINDS = ['note', 'warning', 'safe', 'blacklist'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

export const Mark = z
  .object({
    id: z.int(),
    kind: z.enum(MARK_KINDS),
    player_tag: z.string(),
    player_name: z.string(),
    /** The note, or the reason; empty where none was given. */
    text: z.string(),
    /** Of a warning that the queue suggested, while `text` is as the desk wrote it: its facts. */
    facts: z.nullable(Reason),
    /** Of a note. */
    pinned: z.boolean(),
    /** Of a warning, 1 to 3; null of others. */
    weight: maybeNumber,
    /** The last day on which it holds; null: for good. */
    until: z.nullable(day),
    /** It holds no longer, and stays readable. */
    expired: z.boolean(),
    /** The name of the leader's player; null where the account is gone. */
    author: maybeText,
    created_at: time,
    changed_at: time,
    version,
  })
  .check(z.meta({ id: 'Mark' }))

export const page = {
  limit: z._default(wholeNumber('limit', { min: 1, max: 200 }), 50),
  before: z.optional(wholeNumber('before', { min: 1, max: 999_999_999 })),
}

export const listMarks = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/marks',
  summary: 'Marks on players, newest first',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  query: z.object({ player: z.optional(memberField), ...page }),
  response: z.object({ marks: z.array(Mark), next_before: maybeNumber }),
})

const dateField = (name: string) => dateText(`${name} must be a date like 2026-03-15`)

/** A note has up to 2,000 characters, a reason up to 500. */
const markFields = {
  text: longText(says('error.text'), { min: 0, max: NOTE_MAX }),
  pinned: z.optional(z.boolean()),
  weight: z.optional(wholeNumber('weight', { min: 1, max: 3 })),
  /** The last day; null: for good. Left out: 30 days for a warning, 180 for the blacklist, for good for the others. */
  until: z.optional(z.nullable(dateField('until'))),
}

export const addMark = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/marks',
  summary: 'Mark a player: a note, a warning, safe, or the blacklist',
  access: 'desk',
  role: 'editor',
  params: TagParams,
  body: z.object({
    kind: z.enum(MARK_KINDS, `kind must be one of ${MARK_KINDS.join(', ')}`),
    player_tag: memberField,
    ...markFields,
  }),
  response: z.object({ mark: Mark, ...changed }),
})

export const RecordParams = z.extend(TagParams, { record_id: wholeNumber('record_id', { min: 1, max: 999_999_999 }) })

export const changeMark = endpoint({
  method: 'PUT',
  path: '/api/desk/{tag}/marks/{record_id}',
  summary: 'Change a mark',
  access: 'desk',
  role: 'editor',
  params: RecordParams,
  body: z.object({ ...markFields, version }),
  response: z.object({ mark: Mark, ...changed }),
})

export const removeMark = endpoint({
  method: 'DELETE',
  path: '/api/desk/{tag}/marks/{record_id}',
  summary: 'Take a mark away',
  access: 'desk',
  role: 'editor',
  params: RecordParams,
  body: z.object({ version }),
  response: z.object(changed),
})

const Absence = z
  .object({
    id: z.int(),
    player_tag: z.string(),
    player_name: z.string(),
    from: day,
    /** The last day away. */
    until: day,
    note: z.string(),
    state: z.enum(['ahead', 'now', 'over']),
    by_member: z.boolean(),
    author: maybeText,
    version,
  })
  .check(z.meta({ id: 'Absence' }))

export const listAbsences = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/absences',
  summary: 'Who is away, will be, or was in the last 90 days',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: z.object({ absences: z.array(Absence) }),
})

/** From `from` to `until`, both of them counted, are 60 days at most. */
const absenceFields = {
  from: dateField('from'),
  until: dateField('until'),
  note: longText(says('error.note'), { min: 0, max: REASON_MAX }),
}

export const addAbsence = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/absences',
  summary: 'Note that a member is away',
  access: 'desk',
  role: 'editor',
  params: TagParams,
  body: z.object({ player_tag: memberField, ...absenceFields }),
  response: z.object({ absence: Absence, ...changed }),
})

export const changeAbsence = endpoint({
  method: 'PUT',
  path: '/api/desk/{tag}/absences/{record_id}',
  summary: 'Change an absence, or end it today',
  access: 'desk',
  role: 'editor',
  params: RecordParams,
  body: z.object({ ...absenceFields, version }),
  response: z.object({ absence: Absence, ...changed }),
})

export const removeAbsence = endpoint({
  method: 'DELETE',
  path: '/api/desk/{tag}/absences/{record_id}',
  summary: 'Take an absence away',
  access: 'desk',
  role: 'editor',
  params: RecordParams,
  body: z.object({ version }),
  response: z.object(changed),
})

export const makeAbsenceLink = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/absence-link',
  summary: 'A new link by which the own player can be reported away without signing in; the one before stops to work',
  access: 'desk',
  role: 'member',
  params: TagParams,
  body: z.object({ player_tag: memberField }),
  response: z.object({
    /** For the link's part after `#`, which no server and no log sees. */
    token: z.string(),
    player_tag: z.string(),
    expires_at: time,
  }),
})

const token = plainText(says('error.link'), { min: 1, max: 128 })

const OwnAbsences = z
  .object({
    club_tag: z.string(),
    club_name: z.string(),
    player_tag: z.string(),
    player_name: z.string(),
    /** Of this player alone, and those that the member entered: what leaders entered is theirs. */
    absences: z.array(z.object({ id: z.int(), from: day, until: day, note: z.string(), version })),
  })
  .check(z.meta({ id: 'OwnAbsences' }))

export const readOwnAbsences = endpoint({
  method: 'POST',
  path: '/api/desk/own-absences/read',
  summary: "A member's own absences, by their link",
  access: 'public',
  refuses: ['not_found'],
  body: z.object({ token }),
  response: OwnAbsences,
})

export const addOwnAbsence = endpoint({
  method: 'POST',
  path: '/api/desk/own-absences',
  summary: 'Report the own player away, by the link',
  access: 'public',
  refuses: ['not_found', 'conflict'],
  body: z.object({ token, ...absenceFields }),
  response: OwnAbsences,
})

export const removeOwnAbsence = endpoint({
  method: 'DELETE',
  path: '/api/desk/own-absences',
  summary: 'Take an own absence away, by the link',
  access: 'public',
  refuses: ['not_found', 'conflict'],
  body: z.object({ token, id: wholeNumber('id', { min: 1, max: 999_999_999 }), version }),
  response: OwnAbsences,
})
