import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { keyToSeal, masterKeyOf, reportUnusable, seal, unseal } from '#server/database/master-key.ts'
import type { Tables } from '#server/database/tables.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { DeliveryReason } from '#shared/contract/delivery-reasons.ts'
import { HOUR_MS } from '#shared/days.ts'
import type { ChannelPost } from '#shared/desk.ts'
import type { RosterEventKind } from '#shared/event-texts.ts'
import { said } from '#shared/texts.ts'
import { because } from './delivery-reasons.ts'
import { giveUpWaiting } from './outbox.ts'

const COLUMNS = [
  'id',
  'desk',
  'posts',
  'language',
  'time_zone',
  'quiet_from',
  'quiet_until',
  'paused',
  'off_reason',
  'off_facts',
  'created_at',
  'posted_until',
  'days_seen_at',
  'days_told',
  'board_message',
  'board_hash',
] as const

/** A Discord channel of a club's desk, as messages are made for it. */
export type Channel = Omit<Pick<Selectable<Tables['club_channels']>, (typeof COLUMNS)[number]>, 'days_told'> & {
  days_told: readonly string[]
}

function toChannel<Row extends { days_told: unknown }>(row: Row) {
  return { ...row, days_told: z.array(z.string()).parse(row.days_told) }
}

/** Under which the messages of a channel are in the outbox. */
export function outboxChannel(id: number): string {
  return `discord ${id}`
}

/** A webhook of Discord: the number that names it, and the address with its secret. */
export type Webhook = { id: string; address: string }

/** Nothing else is ever called: no other host, port, user, query or address of a machine. */
const WEBHOOK = /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/webhooks\/(\d{15,22})\/[\w-]{40,100}$/

/** The webhook of an address as Discord shows it. Throws `invalid` with a sentence for every other address. */
export function readWebhook(text: string): Webhook {
  const address = text.trim()
  const id = WEBHOOK.exec(address)?.[1]
  if (id !== undefined) return { id, address }
  const sentence = address.includes('?') ? said('error.webhookQuestionMark') : said('error.webhookAddress')
  throw new AppError('invalid', sentence, { fields: { address: sentence }, code: 'no_webhook' })
}

/** The address sealed for a desk. Throws `unavailable` without a master key. */
export async function sealAddress(context: Pick<Context, 'config' | 'db' | 'log'>, desk: string, address: string) {
  const master = await keyToSeal(context.config, context.db).catch((error) => {
    throw reportUnusable(context, error, 'Channels')
  })
  return { key_id: master.id, ...seal(address, `desk ${desk}`, master) }
}

/** A channel, with its address; null when it was removed. Throws an error for the log when there is no key to open it. */
export async function openChannel(
  { db, config }: Pick<Context, 'db' | 'config'>,
  id: number,
): Promise<(Channel & { address: string }) | null> {
  const row = await db
    .selectFrom('club_channels')
    .select(COLUMNS)
    .select(['key_id', 'nonce', 'sealed'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { key_id, nonce, sealed, ...channel } = row
  const address = unseal({ nonce, sealed }, `desk ${row.desk}`, await masterKeyOf(config, key_id))
  return { ...toChannel(channel), address }
}

/** The channels of clubs that are neither paused nor switched off. Desks that visitors of the demo try send nothing. */
export async function activeChannels(db: Database): Promise<Channel[]> {
  const rows = await db
    .selectFrom('club_channels')
    .select(COLUMNS)
    .where('paused', '=', false)
    .where('off_reason', 'is', null)
    .where('desk', 'like', '#%')
    .orderBy('id')
    .execute()
  return rows.map(toChannel)
}

/** Switches a channel off that the receiver refuses, and gives up what waits there. */
export async function switchOff(
  context: Pick<Context, 'db' | 'clock'>,
  id: number,
  facts: DeliveryReason,
): Promise<void> {
  const cause = because(facts)
  const off = { off_reason: cause.reason, off_facts: JSON.stringify(facts) }
  await context.db.updateTable('club_channels').set(off).where('id', '=', id).execute()
  await giveUpWaiting(context, context.db, outboxChannel(id), cause)
}

/** The columns of a channel that is told from now on what happens, and nothing of before. */
export function toldFrom(now: Date) {
  return { posted_until: now, days_seen_at: null }
}

/** Notes that a test message arrived. A channel that was switched off is on again, from now. */
export async function noteTested({ db, clock }: Pick<Context, 'db' | 'clock'>, id: number): Promise<void> {
  const now = clock.now()
  await db.updateTable('club_channels').set({ tested_at: now }).where('id', '=', id).execute()
  await db
    .updateTable('club_channels')
    .set({ off_reason: null, off_facts: null, ...toldFrom(now) })
    .where('id', '=', id)
    .where('off_reason', 'is not', null)
    .execute()
}

/** Which post tells of an event of the roster log. New names are in none. */
const POST_OF = {
  joined: 'joined',
  returned: 'joined',
  left: 'left',
  promoted: 'role',
  demoted: 'role',
  renamed: null,
  settings_changed: 'settings',
} satisfies Record<RosterEventKind, ChannelPost | null>

/** The post that tells of an event of the roster log, by its kind; null where none does. */
export function postOf(kind: RosterEventKind): ChannelPost | null {
  return POST_OF[kind]
}

/** The next full hour in the hours in which nothing is sent, which may pass over midnight; null in the others. */
export function quietUntil({ time_zone, quiet_from: from, quiet_until: until }: Channel, now: Date): Date | null {
  if (from === null || until === null) return null
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone: time_zone, hour: 'numeric', hourCycle: 'h23' }).format(now),
  )
  const isQuiet = from < until ? hour >= from && hour < until : hour >= from || hour < until
  return isQuiet ? new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS) : null
}
