import { sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows, type RowOf } from '#server/database/database.ts'
import { isUnclaimed, leaseEnd } from '#server/database/leases.ts'
import { keyToSeal, masterKeyOf, seal, unseal } from '#server/database/master-key.ts'
import type { Tables } from '#server/database/tables.ts'
import { errorCode } from '#server/kernel/errors.ts'
import { DAY_MS, MINUTE_MS } from '#shared/days.ts'
import { CHANNEL_EVENTS, MAIL_EVENTS, type MessageEvent, type MessageKind } from '#shared/kinds.ts'
import { because, type Cause } from './delivery-reasons.ts'

/** What is to be sent (docs/decisions/0034-outbox.md). */
export type Message = {
  kind: MessageKind
  /** Where it goes. The messages of one channel are sent one after the other. */
  channel: string
  /** What it tells, in a word. */
  event: MessageEvent
  /** A channel takes a message with this key once. */
  dedupeKey: string
  dueAt: Date
  /** What the deliverer makes the message of. It is gone once the message is sent or given up. */
  payload: object
  /** The payload is stored sealed, since it holds a secret, such as the link that resets a password. */
  secret?: boolean
}

/**
 * Puts a message into the outbox, in the transaction `db` where that is one: it is sent if the transaction is done.
 * False when the channel has a message with this key. Throws an error for the log when there is no key to seal with.
 */
export async function enqueue(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  db: Database,
  { kind, channel, event, dedupeKey, dueAt, payload, secret = false }: Message,
): Promise<boolean> {
  const text = JSON.stringify(payload)
  const master = secret ? await keyToSeal(config, db) : null
  const sealed = master && { key_id: master.id, ...seal(text, ownerOf({ channel, dedupeKey }), master) }
  const row = await db
    .insertInto('outbox')
    .values({
      ...{ kind, channel, event, dedupe_key: dedupeKey, due_at: dueAt, created_at: clock.now() },
      ...(sealed ?? { payload: text }),
    })
    .onConflict((conflict) => conflict.columns(['channel', 'dedupe_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

function ownerOf({ channel, dedupeKey }: Pick<Message, 'channel' | 'dedupeKey'>): string {
  return `message ${channel} ${dedupeKey}`
}

export type DueMessage = {
  channel: string
  event: MessageEvent
  payload: unknown
  createdAt: Date
  /** It was sent before, and nobody knows whether it arrived. */
  isRepeat: boolean
  /**
   * Notes that the sending begins, just before it does. Whatever ends the process from here on, the message counts as one
   * that may have arrived. Throws when the message belongs to another process by now.
   */
  sending(): Promise<void>
}

/** What became of a message. Reasons are shown at the desk and logged: they hold no secret. */
export type Outcome =
  /** `receipt`: what the receiver calls the message. */
  | { kind: 'sent'; receipt?: string }
  /** It did not arrive, and is tried again. */
  | ({ kind: 'failed' } & Cause)
  /** It may have arrived: it is sent once more at most. */
  | ({ kind: 'unsure' } & Cause)
  /** It was not tried. */
  | { kind: 'later'; until: Date }
  /** It will not arrive. */
  | ({ kind: 'refused' } & Cause)

export type Deliverer = (message: DueMessage) => Promise<Outcome>

/** Waits after the first to the fifth failure. After the sixth the message is given up. */
const RETRY_MINUTES = [1, 5, 30, 180, 720]
/** A message is sent twice at most where nobody knows whether it arrived. */
const UNSURE_MAX = 2

/** Messages that a process sends at the same time. */
export const AT_ONCE = 8

const CLAIMED = {
  id: z.number(),
  channel: z.string(),
  event: z.enum([...MAIL_EVENTS, ...CHANNEL_EVENTS]),
  dedupeKey: z.string(),
  payload: z.any(),
  keyId: z.nullable(z.string()),
  nonce: z.nullable(z.instanceof(Buffer)),
  sealed: z.nullable(z.instanceof(Buffer)),
  tries: z.int(),
  unsure: z.int(),
  leasedUntil: z.date(),
  createdAt: z.date(),
}

type Claimed = RowOf<typeof CLAIMED>

/**
 * Delivers the messages of a kind that are due, until there are none. Several processes may do so at once. Returns how
 * many were claimed.
 */
export async function deliverDue(
  context: Context,
  kind: MessageKind,
  deliver: Deliverer,
  signal?: AbortSignal,
): Promise<number> {
  let claimed = 0
  while (!signal?.aborted) {
    const messages = await claimDue(context, kind)
    if (messages.length === 0) break
    claimed += messages.length
    await Promise.all(messages.map((message) => deliverOne(context, message, deliver)))
  }
  return claimed
}

/**
 * Claims messages that are due and not claimed by another process: of each channel the one that is due for longest, so
 * that a channel's messages keep their order.
 */
async function claimDue({ db, clock }: Context, kind: MessageKind): Promise<Claimed[]> {
  const now = clock.now()
  return queryRows(
    db,
    CLAIMED,
    sql`
      update outbox set leased_until = ${leaseEnd(now)}
      where id in (
        select id from outbox due
        where state = 'due' and kind = ${kind} and due_at <= ${now} and ${isUnclaimed(now)}
          and not exists (
            select from outbox before where before.channel = due.channel and before.state = 'due'
              and (before.due_at, before.id) < (due.due_at, due.id))
        order by due_at, id limit ${AT_ONCE}
        for update skip locked
      )
      returning id, channel, event, dedupe_key as "dedupeKey", payload, key_id as "keyId", nonce, sealed, tries, unsure,
        leased_until as "leasedUntil", created_at as "createdAt"`,
  )
}

const LEASE_LOST = new Error('another process has the message')

async function deliverOne(context: Context, row: Claimed, deliver: Deliverer): Promise<void> {
  let begun = false
  const sending = async () => {
    const counted = await updateClaimed(context, row)
      .set({ unsure: row.unsure + 1 })
      .executeTakeFirst()
    if (counted.numUpdatedRows !== 1n) throw LEASE_LOST
    begun = true
  }
  const { channel, event, createdAt } = row
  try {
    if (row.unsure >= UNSURE_MAX)
      return await settle(context, row, { kind: 'refused', ...because({ code: 'unconfirmed' }) })
    const payload = await payloadOf(context, row)
    const message = { channel, event, payload, createdAt, isRepeat: row.unsure > 0, sending }
    await settle(context, row, await deliver(message))
  } catch (error) {
    if (error === LEASE_LOST) return
    // Neither the error nor its properties are logged: they may name an address or what was sent.
    const reason = error instanceof Error ? `${error.name} ${errorCode(error)}`.trim() : 'unknown error'
    context.log.error({ reason, event }, 'message not delivered')
    await settle(context, row, begun ? { kind: 'unsure', reason } : { kind: 'failed', reason })
  }
}

async function payloadOf({ config }: Context, { payload, keyId, nonce, sealed, ...row }: Claimed): Promise<unknown> {
  if (keyId === null || nonce === null || sealed === null) return payload
  return JSON.parse(unseal({ nonce, sealed }, ownerOf(row), await masterKeyOf(config, keyId)))
}

/** The update of a message that is still claimed as it was. */
function updateClaimed({ db }: Context, { id, leasedUntil }: Claimed) {
  return db
    .updateTable('outbox')
    .where('id', '=', id)
    .where('leased_until', '=', leasedUntil)
    .where('state', '=', 'due')
}

/** Nothing of what was sent is kept. */
const EMPTIED = { payload: null, key_id: null, nonce: null, sealed: null }

/** Notes what became of a message, while the claim is held. */
async function settle(context: Context, row: Claimed, outcome: Outcome): Promise<void> {
  context.counters.add('deliveries', outcome.kind)
  await updateClaimed(context, row)
    .set(columnsAfter(row, outcome, context.clock.now()))
    .execute()
}

function columnsAfter(row: Claimed, outcome: Outcome, now: Date): Updateable<Tables['outbox']> {
  if (outcome.kind === 'later') return { due_at: outcome.until, unsure: row.unsure, leased_until: null }
  const ended = { ...EMPTIED, ended_at: now, leased_until: null }
  if (outcome.kind === 'sent') return { ...ended, state: 'sent', receipt: outcome.receipt ?? null, ...columnsOf(null) }
  const unsure = row.unsure + (outcome.kind === 'unsure' ? 1 : 0)
  const noted = { tries: row.tries + 1, unsure, ...columnsOf(outcome) }
  const wait = RETRY_MINUTES[row.tries]
  const isOver = outcome.kind === 'refused' || unsure >= UNSURE_MAX || wait === undefined
  if (isOver) return { ...noted, ...ended, state: 'given_up' }
  return { ...noted, due_at: new Date(now.getTime() + wait * MINUTE_MS), leased_until: null }
}

function columnsOf(cause: Cause | null) {
  return { reason: cause?.reason ?? null, facts: cause?.facts === undefined ? null : JSON.stringify(cause.facts) }
}

/** Gives up what waits in a channel that was paused, removed or switched off. */
export async function giveUpWaiting(
  { clock }: Pick<Context, 'clock'>,
  db: Database,
  channel: string,
  cause: Cause,
): Promise<void> {
  const ended = { ...EMPTIED, state: 'given_up', ...columnsOf(cause), ended_at: clock.now() } as const
  await db.updateTable('outbox').set(ended).where('channel', '=', channel).where('state', '=', 'due').execute()
}

/** How long messages are remembered: those that were sent are not sent again, and those that failed are shown. */
const KEPT_MS = 30 * DAY_MS

/** Deletes what ended long ago. */
export async function forgetSent({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const until = new Date(clock.now().getTime() - KEPT_MS)
  await db.deleteFrom('outbox').where('state', '<>', 'due').where('ended_at', '<', until).execute()
}
