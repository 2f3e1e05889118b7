import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows, type RowOf } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import { outboxChannel, readWebhook, sealAddress, toldFrom } from '#server/reach/channels.ts'
import { because } from '#server/reach/delivery-reasons.ts'
import { enqueue, giveUpWaiting } from '#server/reach/outbox.ts'
import { DeliveryReason } from '#shared/contract/delivery-reasons.ts'
import type { addChannel, changeChannel, listChannels } from '#shared/contract/desk-channels.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { CHANNEL_POSTS, CHANNELS_MAX } from '#shared/desk.ts'
import { LANGUAGE_CODES } from '#shared/languages.ts'
import { type Sentence, said } from '#shared/texts.ts'
import { changedMeanwhile, changeRecord, noRecord, writeLog } from './desk-log.ts'
import type { Desk } from './open-desk.ts'
import { isZone, readRules } from './rules.ts'

type Channel = Output<typeof listChannels>['channels'][number]

const CHANNEL = {
  id: z.number(),
  name: z.string(),
  webhook: z.string(),
  posts: z.array(z.enum(CHANNEL_POSTS)),
  language: z.enum(LANGUAGE_CODES),
  timeZone: z.string(),
  quietFrom: z.nullable(z.int()),
  quietUntil: z.nullable(z.int()),
  paused: z.boolean(),
  offReason: z.nullable(z.string()),
  offFacts: z.nullable(DeliveryReason),
  testedAt: z.nullable(z.date()),
  lastSentAt: z.nullable(z.date()),
  waiting: z.int(),
  waitingReason: z.nullable(z.string()),
  waitingFacts: z.nullable(DeliveryReason),
  givenUp: z.nullable(
    z.array(z.object({ event: z.string(), reason: z.string(), facts: z.nullable(DeliveryReason), at: z.string() })),
  ),
  version: z.int(),
}

/** The channels of a desk in the order in which they were added. */
async function storedChannels(db: Database, desk: Desk): Promise<Channel[]> {
  const rows = await queryRows(
    db,
    CHANNEL,
    sql`
      select c.id, c.name, c.webhook, c.posts, c.language, c.time_zone as "timeZone", c.quiet_from as "quietFrom",
        c.quiet_until as "quietUntil", c.paused, c.off_reason as "offReason", c.off_facts as "offFacts", c.tested_at as "testedAt", c.version,
        (select max(ended_at) from outbox where channel = 'discord ' || c.id and receipt is not null) as "lastSentAt",
        (select count(*)::integer from outbox where channel = 'discord ' || c.id and state = 'due') as waiting,
        first.reason as "waitingReason", first.facts as "waitingFacts",
        (select json_agg(json_build_object('event', event, 'reason', coalesce(reason, ''), 'facts', facts, 'at', ended_at)) from (
          select event, reason, facts, ended_at from outbox where channel = 'discord ' || c.id and state = 'given_up'
          order by ended_at desc limit 5) ended) as "givenUp"
      from club_channels c left join lateral (
        select reason, facts from outbox where channel = 'discord ' || c.id and state = 'due' order by due_at, id limit 1
      ) first on true
      where c.desk = ${desk.key} order by c.id`,
  )
  return rows.map(toChannel)
}

function toChannel({ webhook, quietFrom, quietUntil, paused, ...row }: RowOf<typeof CHANNEL>): Channel {
  const unlessPaused = row.offReason === null ? 'on' : 'off'
  return {
    id: row.id,
    name: row.name,
    address: `https://discord.com/api/webhooks/…${webhook.slice(-4)}/…`,
    posts: row.posts,
    language: row.language,
    time_zone: row.timeZone,
    quiet_hours: quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
    state: paused ? 'paused' : unlessPaused,
    off_reason: row.offReason,
    off_facts: row.offFacts,
    tested_at: row.testedAt?.toISOString() ?? null,
    last_sent_at: row.lastSentAt?.toISOString() ?? null,
    waiting: row.waiting,
    waiting_reason: row.waitingReason,
    waiting_facts: row.waitingFacts,
    given_up: (row.givenUp ?? []).map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
    version: row.version,
  }
}

export async function readChannels(context: Context, desk: Desk): Promise<Output<typeof listChannels>> {
  const [channels, { time_zone }] = await Promise.all([storedChannels(context.db, desk), readRules(context, desk)])
  return { channels, channels_max: CHANNELS_MAX, languages: LANGUAGE_CODES, time_zone, sends: !desk.trial }
}

async function oneChannel(context: Context, desk: Desk, id: number): Promise<Channel> {
  const channel = (await storedChannels(context.db, desk)).find((each) => each.id === id)
  if (channel === undefined) throw noRecord()
  return channel
}

type Given = Omit<Input<typeof addChannel>['body'], 'address'>

/** The columns of a channel, checked. Throws `invalid`. */
async function columnsOf(context: Context, desk: Desk, { name, posts, language, quiet_hours, ...given }: Given) {
  const time_zone = given.time_zone ?? (await readRules(context, desk)).time_zone
  const refuse = (field: string, sentence: Sentence) =>
    new AppError('invalid', sentence, { fields: { [field]: sentence } })
  if (!isZone(time_zone)) throw refuse('time_zone', said('error.timeZone'))
  if (quiet_hours !== null && quiet_hours.from === quiet_hours.until) {
    throw refuse('quiet_hours', said('error.quietHours'))
  }
  return {
    name,
    posts: CHANNEL_POSTS.filter((post) => posts.includes(post)),
    language,
    time_zone,
    quiet_from: quiet_hours?.from ?? null,
    quiet_until: quiet_hours?.until ?? null,
  }
}

/** Connects a channel. What happened before is not posted. */
export async function createChannel(
  context: Context,
  desk: Desk,
  { address, ...given }: Input<typeof addChannel>['body'],
): Promise<Output<typeof addChannel>> {
  const webhook = readWebhook(address)
  const columns = await columnsOf(context, desk, given)
  const sealed = await sealAddress(context, desk.key, webhook.address)
  const now = context.clock.now()
  const made = await context.db.transaction().execute(async (db) => {
    const id = await insertChannel(db, desk, {
      ...columns,
      ...sealed,
      webhook: webhook.id,
      ...{ posted_until: now, created_at: now, changed_at: now },
    })
    const log_id = await writeLog(context, db, desk, {
      kind: 'channel_added',
      player: null,
      text: describeChannel(columns),
      facts: channelFacts(columns),
      undo: [{ table: 'club_channels', key: id, version: 1, set: {} }],
      final: true,
    })
    return { id, log_id }
  })
  return { channel: await oneChannel(context, desk, made.id), log_id: made.log_id }
}

type SealedAddress = Awaited<ReturnType<typeof sealAddress>>
type Columns = Awaited<ReturnType<typeof columnsOf>>
type NewChannel = Columns & SealedAddress & { webhook: string; posted_until: Date; created_at: Date; changed_at: Date }

/** Inserts a channel at the first free place. Throws `conflict` when there is none, or the webhook is connected already. */
async function insertChannel(db: Database, desk: Desk, { posts, ...channel }: NewChannel): Promise<number> {
  const stored = await db.selectFrom('club_channels').select(['slot', 'webhook']).where('desk', '=', desk.key).execute()
  if (stored.some(({ webhook }) => webhook === channel.webhook)) {
    const sentence = said('error.webhookKnown')
    throw new AppError('conflict', sentence, { code: 'channel_known', fields: { address: sentence } })
  }
  const taken = new Set(stored.map(({ slot }) => slot))
  const slot = Array.from({ length: CHANNELS_MAX }, (_, place) => place + 1).find((each) => !taken.has(each))
  if (slot === undefined) {
    throw new AppError('conflict', said('error.channelsFull', { count: CHANNELS_MAX }), {
      code: 'channels_full',
    })
  }
  const row = await db
    .insertInto('club_channels')
    .values({ ...channel, posts: JSON.stringify(posts), desk: desk.key, slot, author_id: desk.userId, version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Another leader added one at the same moment.
  if (row === undefined) throw changedMeanwhile()
  return row.id
}

/** `Den: joined, left, week; quiet 22 to 7 Europe/Berlin`. */
function describeChannel({ name, posts, quiet_from, quiet_until, time_zone }: Columns): string {
  const quiet = quiet_from === null ? '' : `; quiet ${quiet_from} to ${quiet_until} ${time_zone}`
  return `${name}: ${posts.join(', ').replaceAll('_', ' ') || 'nothing'}${quiet}`
}

function channelFacts({ name, posts, quiet_from: from, quiet_until: until, time_zone }: Columns) {
  const quiet_hours = from === null || until === null ? null : { from, until, time_zone }
  return { about: 'channel', name, posts, quiet_hours } as const
}

/** Changes what a channel gets, or pauses it. What happens while it is paused is not posted afterwards. */
export async function updateChannel(
  context: Context,
  desk: Desk,
  { id, version, paused, ...given }: Input<typeof changeChannel>['body'] & { id: number },
): Promise<Output<typeof changeChannel>> {
  const before = await oneChannel(context, desk, id)
  const wasPaused = before.state === 'paused'
  const columns = await columnsOf(context, desk, { ...given, time_zone: given.time_zone ?? before.time_zone })
  const { quiet_hours: quiet, name, posts, language, time_zone } = before
  const restored = { name, posts, language, time_zone, paused: wasPaused }
  const log_id = await changeRecord(
    context,
    desk,
    {
      ...{ table: 'club_channels', id, player: null, version, kind: 'channel_changed' },
      set: { ...columns, paused, ...(wasPaused && !paused ? toldFrom(context.clock.now()) : {}) },
      restored: { ...restored, quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null },
      text: paused === wasPaused ? describeChannel(columns) : `${name}: ${paused ? 'paused' : 'resumed'}`,
      facts:
        paused === wasPaused
          ? channelFacts(columns)
          : { about: 'channel_state', name, state: paused ? 'paused' : 'on' },
    },
    () => oneChannel(context, desk, id),
  )
  if (paused) await giveUpWaiting(context, context.db, outboxChannel(id), because({ code: 'channel_paused' }))
  return { channel: await oneChannel(context, desk, id), log_id }
}

/** Removes a channel, its address and what waits for it. */
export async function deleteChannel(
  context: Context,
  desk: Desk,
  { id, version }: { id: number; version: number },
): Promise<{ log_id: number }> {
  const { name } = await oneChannel(context, desk, id)
  const log_id = await context.db.transaction().execute(async (db) => {
    const gone = await db
      .deleteFrom('club_channels')
      .where('desk', '=', desk.key)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (gone.numDeletedRows !== 1n) return null
    await db.deleteFrom('outbox').where('channel', '=', outboxChannel(id)).execute()
    return writeLog(context, db, desk, {
      kind: 'channel_removed',
      player: null,
      text: name,
      facts: { about: 'channel_state', name, state: 'removed' },
      undo: [{ table: 'club_channels', key: id, version, set: {} }],
      final: true,
    })
  })
  if (log_id === null) throw changedMeanwhile(await oneChannel(context, desk, id).catch(() => undefined))
  return { log_id }
}

/** A second test within this time is the first one. */
const TEST_EVERY_MS = 10_000

/** Has a test message sent. */
export async function sendTest(context: Context, desk: Desk, id: number): Promise<void> {
  const { state } = await oneChannel(context, desk, id)
  if (desk.trial) {
    const sentence = said('error.trialSendsNothing')
    throw new AppError('forbidden', sentence, { code: 'trial_sends_nothing' })
  }
  if (state === 'paused') {
    throw new AppError('conflict', said('error.channelPaused'), { code: 'channel_paused' })
  }
  const now = context.clock.now()
  await enqueue(context, context.db, {
    kind: 'discord',
    channel: outboxChannel(id),
    event: 'test',
    dedupeKey: `test ${Math.floor(now.getTime() / TEST_EVERY_MS)}`,
    dueAt: now,
    payload: {},
  })
}
