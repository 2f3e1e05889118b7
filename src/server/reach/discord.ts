import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { errorCode } from '#server/kernel/errors.ts'
import type { DeliveryReason } from '#shared/contract/delivery-reasons.ts'
import { DAY_MS } from '#shared/days.ts'
import type { MessageEvent } from '#shared/kinds.ts'
import { sayIn, t } from '#shared/texts.ts'
import { type Channel, noteTested, openChannel, quietUntil, switchOff } from './channels.ts'
import { because, type Cause } from './delivery-reasons.ts'
import { type Draft, withinLimits } from './discord-text.ts'
import { AT_ONCE, type Deliverer, type DueMessage, type Outcome } from './outbox.ts'
import { ALL_CHANNELS, countRefusal, countRequest, pause, pauseOf } from './send-limits.ts'

/**
 * Gathers what the message of an event tells, when its turn has come, and returns what says it in the channel's language;
 * null where there is nothing to say any more.
 */
export type Compose = (context: Context, channel: Channel, message: DueMessage) => Promise<(() => Draft) | null>

type Options = {
  context: Context
  /** How the message of each event is made. */
  compose: Readonly<Partial<Record<MessageEvent, Compose>>>
  /** No full answer within this time: the message may have arrived. */
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/** An answer of Discord is a message, which is far smaller. */
const LARGEST_BODY = 256 * 1024

/** The event of the message that is edited in place. */
const BOARD = 'board'

/** A message on its way to a channel. */
type Sending = {
  context: Context
  channel: Channel & { address: string }
  message: DueMessage
  call(method: 'POST' | 'PATCH', address: string, body: object): Promise<Answer>
}

/** Sends messages to the webhooks of clubs (docs/decisions/0034-outbox.md). */
export function createDiscord({ context, compose, timeoutMs = TIMEOUT_MS }: Options): {
  deliver: Deliverer
  close(): Promise<void>
} {
  const agent = new Agent({
    maxResponseSize: LARGEST_BODY,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    // None waits for the connection of another.
    connections: AT_ONCE,
  })
  const call: Sending['call'] = (method, address, body) =>
    callDiscord({ method, url: urlOf(context, address), body, timeoutMs, agent })
  const deliver: Deliverer = async (message) => {
    const id = Number(message.channel.split(' ')[1])
    const channel = await openChannel(context, id)
    if (channel === null) return { kind: 'refused', ...because({ code: 'channel_removed' }) }
    const cause = refusalOf(context, channel, message)
    if (cause !== null) return { kind: 'refused', ...cause }
    // A retry keeps the quiet hours as the first try does.
    const until = message.event === 'test' ? null : quietUntil(channel, context.clock.now())
    if (until !== null) return { kind: 'later', until }
    const say = (await compose[message.event]?.(context, channel, message)) ?? null
    if (say === null) return { kind: 'sent' }
    const wait = await countRequest(context, id)
    if (wait !== null) return { kind: 'later', until: wait }
    const sending = { context, channel, message, call }
    const outcome = await (message.event === BOARD ? sendBoard(sending, say) : post(sending, say))
    if (outcome.kind === 'sent' && message.event === 'test') await noteTested(context, id)
    return outcome
  }
  return { deliver, close: () => agent.destroy() }
}

/** The message in the language of its channel. One that may be there already says so. */
function written({ context, channel }: Sending, say: () => Draft, isRepeat: boolean) {
  return sayIn(context.texts(channel.language), () => {
    const { embeds } = say()
    return withinLimits({
      embeds: isRepeat ? embeds.map((embed) => ({ ...embed, footer: t('discord.repeated') })) : embeds,
    })
  })
}

async function post(sending: Sending, say: () => Draft): Promise<Outcome> {
  const { context, channel, message, call } = sending
  const body = written(sending, say, message.isRepeat)
  await message.sending()
  const answer = await call('POST', `${channel.address}?wait=true`, body)
  return outcomeOf(context, channel.id, answer)
}

/** Edits the board, unless it says the same. Posts it where there is none, or somebody has deleted it. */
async function sendBoard(sending: Sending, say: () => Draft): Promise<Outcome> {
  const { context, channel, message, call } = sending
  const { id, address, board_message: shown } = channel
  const body = written(sending, say, false)
  const said = hash('sha256', JSON.stringify(body), 'hex').slice(0, 32)
  if (shown !== null) {
    if (channel.board_hash === said) return { kind: 'sent' }
    const answer = await call('PATCH', `${address}/messages/${shown}`, body)
    if (answer.kind !== 'answered' || answer.code !== UNKNOWN_MESSAGE) {
      const edited = await outcomeOf(context, id, answer)
      if (edited.kind === 'sent') await noteBoard(context, id, shown, said)
      // Editing twice changes nothing, so an edit that may have arrived is made again like one that did not.
      return edited.kind === 'unsure' ? { ...edited, kind: 'failed' } : edited
    }
    await noteBoard(context, id, null, null)
  }
  const posted = await post(sending, say)
  // The next edit takes away the words that it was sent again.
  if (posted.kind === 'sent') await noteBoard(context, id, posted.receipt ?? null, message.isRepeat ? null : said)
  return posted
}

async function noteBoard({ db }: Context, id: number, message: string | null, said: string | null): Promise<void> {
  const set = { board_message: message, board_hash: said }
  await db.updateTable('club_channels').set(set).where('id', '=', id).execute()
}

/** The age from which on a message is no news any more. */
const STALE_MS = DAY_MS

/** Why a message is not sent at all. A test message is tried at a channel that was switched off. */
function refusalOf({ clock }: Context, channel: Channel, { event, createdAt }: DueMessage): Cause | null {
  if (channel.paused) return because({ code: 'channel_paused' })
  const { off_reason: reason, off_facts } = channel
  if (reason !== null && event !== 'test')
    return { reason, ...(off_facts !== null && { facts: off_facts as DeliveryReason }) }
  return clock.now().getTime() - createdAt.getTime() > STALE_MS ? because({ code: 'nothing_taken' }) : null
}

/** Where an address is called: tests and the demo have a Discord of their own on this machine. */
function urlOf({ config }: Context, address: string): string {
  return config.DISCORD_URL === undefined ? address : address.replace(/^https:\/\/[^/]+/, config.DISCORD_URL)
}

type Answer =
  | {
      kind: 'answered'
      status: number
      code: number | null
      id: string | null
      retryMs: number | null
      global: boolean
      emptyMs: number | null
    }
  /** It surely did not arrive. */
  | ({ kind: 'unsent' } & Cause)
  | ({ kind: 'lost' } & Cause)

type Call = { method: 'POST' | 'PATCH'; url: string; body: object; timeoutMs: number; agent?: Agent }

/**
 * Calls a webhook. Redirects are not followed. The address, which holds the secret, is in no reason. A call that ends before
 * its body was asked for, such as by a connection that does not open, surely did not arrive.
 */
async function callDiscord({ method, url, body, timeoutMs, agent }: Call): Promise<Answer> {
  const bytes = Buffer.from(JSON.stringify(body))
  const signal = AbortSignal.timeout(timeoutMs)
  let begun = false
  const told = async function* () {
    begun = true
    yield bytes
  }
  // The library heeds the signal only once a connection is open.
  const over = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    const calling = request(url, {
      method,
      ...(agent === undefined ? {} : { dispatcher: agent }),
      headers: {
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        'user-agent': 'Delphin (analytics for clubs)',
      },
      body: Readable.from(told()),
      signal,
    })
    const answer = await Promise.race([calling, over])
    const text = await answer.body.text().catch(() => null)
    if (text === null && answer.statusCode < 300) return { kind: 'lost', ...because({ code: 'answer_broken' }) }
    return readAnswer(answer, text ?? '')
  } catch (error) {
    if (begun) return { kind: 'lost', ...because({ code: 'no_answer' }) }
    return { kind: 'unsent', ...because({ code: 'unreachable', error: errorCode(error) || null }) }
  }
}

const BODY = z.object({
  id: z.optional(z.string()),
  code: z.optional(z.number()),
  retry_after: z.optional(z.number()),
  global: z.optional(z.boolean()),
})

function readAnswer({ statusCode, headers }: Dispatcher.ResponseData, text: string): Answer {
  const body = BODY.safeParse(parsed(text)).data ?? {}
  const seconds = (value: unknown) => (/^\d{1,7}(?:\.\d+)?$/.test(String(value)) ? Number(value) : null)
  const retry = body.retry_after ?? seconds(headers['retry-after'])
  const empty = headers['x-ratelimit-remaining'] === '0' ? seconds(headers['x-ratelimit-reset-after']) : null
  return {
    kind: 'answered',
    status: statusCode,
    code: body.code ?? null,
    id: body.id ?? null,
    retryMs: retry === null ? null : Math.ceil(retry * 1000),
    global: body.global === true || headers['x-ratelimit-global'] === 'true',
    emptyMs: empty === null ? null : Math.ceil(empty * 1000),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const UNKNOWN_MESSAGE = 10008
const UNKNOWN_WEBHOOK = 10015

/** Waits that Discord asks for are believed up to a day, and without a number half a minute. */
const USUAL_WAIT_MS = 30_000

/** What became of a message by the answer, after the limits that it tells were noted. */
async function outcomeOf(context: Context, id: number, answer: Answer): Promise<Outcome> {
  if (answer.kind === 'unsent') return { ...answer, kind: 'failed' }
  if (answer.kind === 'lost') return { ...answer, kind: 'unsure' }
  const { status, code } = answer
  if (answer.emptyMs !== null) await pause(context, pauseOf(id), answer.emptyMs)
  if (status >= 200 && status < 300) return { kind: 'sent', ...(answer.id === null ? {} : { receipt: answer.id }) }
  if (status === 429) {
    await countRefusal(context)
    const until = await pause(context, answer.global ? ALL_CHANNELS : pauseOf(id), answer.retryMs ?? USUAL_WAIT_MS)
    return { kind: 'later', until }
  }
  if (status === 504) return { kind: 'unsure', ...because({ code: 'answer_late' }) }
  if (status >= 500 || status < 400) return { kind: 'failed', ...because({ code: 'answered', status }) }
  await countRefusal(context)
  const dead = DEAD[status] ?? (status === 404 && code === UNKNOWN_WEBHOOK ? DELETED : null)
  if (dead !== null) {
    await switchOff(context, id, dead)
    return { kind: 'refused', ...because(dead) }
  }
  return { kind: 'refused', ...because({ code: 'refused', status, discord_code: code }) }
}

const DELETED: DeliveryReason = { code: 'webhook_deleted' }
const DEAD: Record<number, DeliveryReason> = { 401: { code: 'address_unknown' }, 403: { code: 'not_allowed' } }

/** The token of an interaction, which Discord makes. Nothing else becomes a part of the address. */
const TOKEN = /^(?!\.+$)[\w.~-]{1,1000}$/

type Application = Pick<Config, 'DISCORD_APPLICATION_ID' | 'DISCORD_URL'>

/** Puts the late answer to a slash command into its place. Throws without the token, which is a secret for 15 minutes. */
export async function editReply(
  { DISCORD_APPLICATION_ID: application, DISCORD_URL: base = 'https://discord.com' }: Application,
  token: string,
  reply: object,
): Promise<void> {
  if (application === undefined || !TOKEN.test(token)) throw new Error('The application or the token is not known')
  const url = `${base}/api/v10/webhooks/${application}/${token}/messages/@original`
  const answer = await callDiscord({ method: 'PATCH', url, body: reply, timeoutMs: TIMEOUT_MS })
  if (answer.kind !== 'answered') throw new Error(answer.reason)
  if (answer.status !== 200) throw new Error(`Discord answered ${answer.status}`)
}
