import * as z from 'zod/mini'
import { GOAL_KINDS } from '../club-goal.ts'
import { CHANNEL_POSTS, DESK_RULES } from '../desk.ts'
import { keysOf } from '../records.ts'
import { changed, DECISIONS } from './desk.ts'
import { Reason } from './desk-reasons.ts'
import { MARK_KINDS, page, RecordParams } from './desk-records.ts'
import { endpoint } from './endpoint.ts'
import { day, maybeNumber, maybeText, memberField, TagParams, time } from './fields.ts'

export const LOG_KINDS = [
  'mark_added',
  'mark_changed',
  'mark_removed',
  'absence_added',
  'absence_changed',
  'absence_removed',
  'decided',
  'rules_changed',
  'notice_changed',
  'invited',
  'uninvited',
  'week_published',
  'week_withdrawn',
  'review_shared',
  'review_withdrawn',
  'channel_added',
  'channel_changed',
  'channel_removed',
  'goal_set',
  'goal_withdrawn',
  'undone',
] as const
export type LogKind = (typeof LOG_KINDS)[number]

const until = z.nullable(day)

/** Rules: null stands for no bar of the desk's own. */
const Changed = z
  .discriminatedUnion('about', [
    z.object({
      about: z.literal('mark'),
      kind: z.enum(MARK_KINDS),
      text: z.string(),
      reason: z.nullable(Reason),
      weight: maybeNumber,
      until,
    }),
    z.object({ about: z.literal('absence'), from: day, until: day, note: z.string(), by_member: z.boolean() }),
    z.object({ about: z.literal('decision'), action: z.enum(DECISIONS), until, reasons: z.array(Reason) }),
    z.object({
      about: z.literal('rules'),
      changes: z.array(z.object({ rule: z.enum(keysOf(DESK_RULES)), before: maybeNumber, after: maybeNumber })),
      time_zone: z.nullable(z.object({ before: z.string(), after: z.string() })),
    }),
    z.object({ about: z.literal('notice'), text: z.string() }),
    z.object({ about: z.literal('staff'), invited: z.boolean() }),
    /** By its last day. */
    z.object({ about: z.literal('week'), until: day }),
    z.object({ about: z.literal('review'), period: z.string() }),
    z.object({
      about: z.literal('channel'),
      name: z.string(),
      posts: z.array(z.enum(CHANNEL_POSTS)),
      quiet_hours: z.nullable(z.object({ from: z.number(), until: z.number(), time_zone: z.string() })),
    }),
    z.object({ about: z.literal('channel_state'), name: z.string(), state: z.enum(['on', 'paused', 'removed']) }),
    z.object({ about: z.literal('goal'), kind: z.enum(GOAL_KINDS), trophies: z.number(), until: day }),
  ])
  .check(z.meta({ id: 'DeskLogChange' }))

const Undone = z.object({ about: z.literal('undone'), kind: z.enum(LOG_KINDS), of: Changed })

/** The facts of an entry, of which pages make its sentence in their language. */
const LogFacts = z.union([Changed, Undone])
export type LogFacts = z.infer<typeof LogFacts>

export const listLog = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/log',
  summary: 'What was done at the desk, newest first',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  query: z.object({ player: z.optional(memberField), ...page }),
  response: z.object({
    entries: z.array(
      z
        .object({
          id: z.int(),
          kind: z.enum(LOG_KINDS),
          at: time,
          /** The name of the leader's player; null where the account is gone. */
          author: maybeText,
          player_tag: maybeText,
          player_name: maybeText,
          /** What changed, in words. */
          text: z.string(),
          /** The same as facts; null of older entries, which have the sentence alone. */
          facts: z.nullable(LogFacts),
          /** Of `undone`: the entry that was undone. */
          undoes: maybeNumber,
          /** Nothing came after it, so that it can be undone. */
          can_undo: z.boolean(),
        })
        .check(z.meta({ id: 'DeskLogEntry' })),
    ),
    next_before: maybeNumber,
  }),
})

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/log/{record_id}/undo',
  summary: 'Undo a change, unless the record was changed again since',
  access: 'desk',
  role: 'editor',
  params: RecordParams,
  response: z.object(changed),
})
