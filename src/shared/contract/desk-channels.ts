import * as z from 'zod/mini'
import { CHANNEL_POSTS, CHANNELS_MAX } from '../desk.ts'
import { DeliveryReason } from './delivery-reasons.ts'
import { changed, version } from './desk.ts'
import { RecordParams } from './desk-records.ts'
import { endpoint } from './endpoint.ts'
import { says } from './field-sentences.ts'
import { language, maybeText, plainText, shownText, TagParams, time, wholeNumber } from './fields.ts'

const POSTS_MAY_BE = `posts may be ${CHANNEL_POSTS.join(', ')}`
const post = z.enum(CHANNEL_POSTS, POSTS_MAY_BE)

const hour = (name: string) => wholeNumber(name, { min: 0, max: 23 })

/** Whole hours of the channel's time zone, over midnight where `from` is the later one. */
const quietHours = z.nullable(z.object({ from: hour('from'), until: hour('until') }))

const channelFields = {
  name: shownText(says('error.name'), { min: 1, max: 60 }),
  posts: z.array(post).check(z.maxLength(CHANNEL_POSTS.length, says('error.postsOnce'))),
  /** In which the messages are written. */
  language,
  /** An IANA name like `Europe/Berlin`. Left out: that of the club's rules. */
  time_zone: z.optional(plainText(says('error.timeZoneField'), { min: 1, max: 64 })),
  /** Nothing is sent then; what happened meanwhile follows afterwards. Null: there are none. */
  quiet_hours: quietHours,
}

const Channel = z
  .object({
    id: z.int(),
    name: z.string(),
    /** The address without its secret part. */
    address: z.string(),
    posts: z.array(z.enum(CHANNEL_POSTS)),
    language,
    time_zone: z.string(),
    quiet_hours: quietHours,
    /** `off`: Discord refused it, and `off_reason` says why. A test message that arrives switches it on again. */
    state: z.enum(['on', 'paused', 'off']),
    off_reason: maybeText,
    /** The reason as facts; null where there is none, and of what failed before there were facts. */
    off_facts: z.nullable(DeliveryReason),
    /** When a test message arrived last; null while none has. */
    tested_at: z.nullable(time),
    last_sent_at: z.nullable(time),
    /** Messages that wait, and why the first of them has not arrived yet where it was tried. */
    waiting: z.int(),
    waiting_reason: maybeText,
    waiting_facts: z.nullable(DeliveryReason),
    /** What was given up in the last 30 days, newest first, five at most. */
    given_up: z.array(z.object({ event: z.string(), reason: z.string(), facts: z.nullable(DeliveryReason), at: time })),
    version,
  })
  .check(z.meta({ id: 'DeskChannel' }))

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/channels',
  summary: 'Where the club posts what happens: its Discord channels',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: z.object({
    channels: z.array(Channel),
    channels_max: z.literal(CHANNELS_MAX),
    languages: z.array(language),
    /** Where the quiet hours of a new channel count, if no other zone is chosen. */
    time_zone: z.string(),
    /** False at the trial desk of the demo, which sends nothing. */
    sends: z.boolean(),
  }),
})

export const addChannel = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/channels',
  summary: 'Connect a Discord channel by the address of its webhook',
  access: 'desk',
  role: 'editor',
  params: TagParams,
  body: z.object({
    /** `https://discord.com/api/webhooks/{id}/{token}`, as Discord shows it. */
    address: plainText(says('error.address'), { min: 1, max: 300 }),
    ...channelFields,
  }),
  response: z.object({ channel: Channel, ...changed }),
})

export const changeChannel = endpoint({
  method: 'PUT',
  path: '/api/desk/{tag}/channels/{record_id}',
  summary: 'Change what a channel gets, or pause it',
  access: 'desk',
  role: 'editor',
  params: RecordParams,
  body: z.object({ ...channelFields, paused: z.boolean(), version }),
  response: z.object({ channel: Channel, ...changed }),
})

export const removeChannel = endpoint({
  method: 'DELETE',
  path: '/api/desk/{tag}/channels/{record_id}',
  summary: 'Remove a channel with its address; this cannot be undone',
  access: 'desk',
  role: 'editor',
  params: RecordParams,
  body: z.object({ version }),
  response: z.object(changed),
})

export const testChannel = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/channels/{record_id}/test',
  summary: 'Send a test message; `tested_at` of the channel tells when it has arrived',
  access: 'desk',
  role: 'editor',
  params: RecordParams,
  response: z.object({ ok: z.literal(true) }),
})

/** A message as Discord shows it. Its texts are Markdown. */
const SamplePost = z
  .object({
    about: z.enum(['news', 'board', 'week']),
    title: z.string(),
    lines: z.array(z.string()),
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
    footer: maybeText,
  })
  .check(z.meta({ id: 'SamplePost' }))

export const listSamplePosts = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/channels/samples',
  summary: "What a channel would get now, made from the club's figures; nothing is sent",
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  query: z.object({
    language,
    /** What is chosen for the channel, with commas. Left out: everything. */
    posts: z.optional(
      z.string(POSTS_MAY_BE).check(
        z.refine((text) => text.split(',').every((each) => post.safeParse(each).success), POSTS_MAY_BE),
        z.meta({ example: 'joined,left,board' }),
      ),
    ),
  }),
  response: z.object({
    /** The board, what happened in the last 7 days and the newest week, as far as there is something to tell. */
    posts: z.array(SamplePost),
  }),
})
