import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Context } from '#server/context.ts'
import { accountMails } from '#server/site/accounts/account-mail.ts'
import { DAY_MS } from '#shared/days.ts'
import { openFakeDiscord } from '#test/fake-discord.ts'
import { openMailServer } from '#test/mail-server.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestContext } from '#test/open-context.ts'
import { keepStore, type StoreKind, storeKinds } from '#test/open-store.ts'
import { outboxChannel, readWebhook, sealAddress } from './channels.ts'
import { CLUB_MESSAGES } from './club-messages.ts'
import { createDiscord } from './discord.ts'
import { mailDeliverer, queueMail } from './mail.ts'
import { AT_ONCE, deliverDue, enqueue } from './outbox.ts'

const LEASE_OVER_MS = 3 * 60_000
const SITE = 'https://delphin.example'
const SECRET_KEY = 'a secret that has 32 characters or more'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A kept store, and the environment of a sender. */
async function storeToSendFrom(kind: StoreKind, settings: Record<string, string>) {
  const store = await keepStore(kind)
  ends.push(store.remove)
  const environment: Environment = { ...store.settings, ...settings }
  const openAt = async (now: Date) => {
    const { db, close } = await store.open()
    const { DATABASE_URL: url = null, DATA_DIR: dataDirectory = null } = store.settings
    const at = { db, url, dataDirectory, reset: async () => {}, close }
    return { ...openTestContext({ store: at, settings: environment, clock: manualClock(now) }), close }
  }
  return { environment, openAt }
}

type Environment = Record<string, string>

/** A process that sends what is due, and how it ended. */
function startSender(environment: Environment) {
  const script = join(import.meta.dirname, '../../../test/send-messages.ts')
  const sender = spawn(process.execPath, [script], { env: { ...process.env, ...environment } })
  const ended = once(sender, 'exit')
  /** Ends it. One that is stopped is given `answers` once it has begun to stop. Returns the status and the signal. */
  return async (signal: NodeJS.Signals, answers: () => void) => {
    const stopping = once(sender.stdout, 'data')
    sender.kill(signal)
    if (signal === 'SIGTERM') await stopping.then(answers)
    return ended
  }
}

/** A club's channel with a message that is due. */
async function addMessage(context: Context, { slot, address }: { slot: number; address: string }): Promise<void> {
  const now = context.clock.now()
  const desk = `#2PYL${'PYLQGRJCUV'[slot]}`
  const { id } = await context.db
    .insertInto('club_channels')
    .values({
      ...{ desk, slot: 1, name: 'Den', webhook: readWebhook(address).id, posts: '[]', language: 'en', version: 1 },
      ...{ time_zone: 'UTC', posted_until: now, created_at: now, changed_at: now },
      ...(await sealAddress(context, desk, address)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = { kind: 'discord', channel: outboxChannel(id), event: 'test', dedupeKey: 'first' } as const
  await enqueue(context, context.db, { ...message, dueAt: now, payload: {} })
}

const MESSAGES = 10
const REPEATED = 'Sent again: Discord had not confirmed the first'
const ALLOWED = { timeout: 120_000 }

describe.each(storeKinds)('messages that are due while their sender ends, on the %s store', (kind) => {
  it.each([
    ['is stopped', 'SIGTERM', 0],
    ['is killed', 'SIGKILL', AT_ONCE],
  ] as const)(
    'arrive at Discord where it %s; those on their way once more if nobody noted them',
    ALLOWED,
    async (...[_how, signal, repeats]) => {
      const discord = await openFakeDiscord()
      ends.push(discord.close)
      const { environment, openAt } = await storeToSendFrom(kind, { DISCORD_URL: discord.url, SECRET_KEY })
      const before = await openAt(new Date())
      for (let slot = 0; slot < MESSAGES; slot += 1) await addMessage(before, { slot, address: discord.makeWebhook() })
      await before.close()

      discord.failNext(...Array.from({ length: AT_ONCE }, () => 'held' as const))
      const end = startSender(environment)
      await expect.poll(() => discord.messages().length, { timeout: 60_000 }).toBe(AT_ONCE)
      expect(await end(signal, discord.release)).toEqual(signal === 'SIGTERM' ? [0, null] : [null, 'SIGKILL'])
      expect(discord.messages()).toHaveLength(AT_ONCE)

      const after = await openAt(new Date(Date.now() + LEASE_OVER_MS))
      const { deliver, close } = createDiscord({ context: after, compose: CLUB_MESSAGES })
      await deliverDue(after, 'discord', deliver)
      await after.clock.advance(DAY_MS)
      await deliverDue(after, 'discord', deliver)
      const footers = discord.messages().map(({ body }) => body.embeds?.[0]?.footer?.text)
      expect(footers.filter((footer) => footer === undefined)).toHaveLength(MESSAGES)
      expect(footers.filter((footer) => footer === REPEATED)).toHaveLength(repeats)
      await close()
      await after.close()
    },
  )

  it.each([
    ['is stopped', 'SIGTERM', 1],
    ['is killed', 'SIGKILL', 2],
  ] as const)(
    'arrive by mail where it %s; one that nobody noted comes twice, as one mail',
    ALLOWED,
    async (...[_how, signal, copies]) => {
      const server = await openMailServer()
      ends.push(server.close)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      server.onTaken = () => released
      const mail = { SMTP_URL: server.url, MAIL_FROM: 'Delphin <delphin@example.com>', PUBLIC_URL: SITE, SECRET_KEY }
      const { environment, openAt } = await storeToSendFrom(kind, mail)
      const before = await openAt(new Date())
      const now = before.clock.now()
      const { id: userId } = await before.db
        .insertInto('users')
        .values({
          username: 'ada',
          email: 'ada@example.com',
          email_confirmed_at: now,
          password_hash: '',
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const dedupeKey of ['first', 'second']) {
        await queueMail(before, { userId, event: 'password_changed', facts: { dedupeKey }, dedupeKey })
      }
      await before.close()

      const end = startSender(environment)
      await expect.poll(() => server.mails.length, { timeout: 60_000 }).toBe(1)
      expect(await end(signal, release)).toEqual(signal === 'SIGTERM' ? [0, null] : [null, 'SIGKILL'])
      release()

      const after = await openAt(new Date(Date.now() + LEASE_OVER_MS))
      const deliver = mailDeliverer(after, accountMails)
      await deliverDue(after, 'mail', deliver)
      await after.clock.advance(DAY_MS)
      await deliverDue(after, 'mail', deliver)
      const ids = server.mails.map(({ headers }) => headers.get('message-id'))
      expect([ids.length, new Set(ids).size]).toEqual([copies + 1, 2])
      await after.close()
    },
  )
})
