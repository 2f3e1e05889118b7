import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openStore } from '#server/database/open-store.ts'
import { DAY_MS } from '#shared/days.ts'
import { openFakeDiscord } from '#test/fake-discord.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestContext } from '#test/open-context.ts'
import { layStore, openTestStore, type StoreKind, storeKinds } from '#test/open-store.ts'
import { outboxChannel, readWebhook, sealAddress } from './channels.ts'
import { CLUB_MESSAGES } from './club-messages.ts'
import { createDiscord } from './discord.ts'
import { deliverDue, enqueue } from './outbox.ts'

const LEASE_OVER_MS = 3 * 60_000
const SECRET_KEY = 'a secret that has 32 characters or more'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A store that one process after another opens, and the environment that names it. */
async function keptStore(kind: StoreKind): Promise<Record<string, string>> {
  if (kind === 'postgres') {
    const { url, close } = await openTestStore(kind)
    ends.push(close)
    return { DATABASE_URL: url ?? '' }
  }
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'delphin-killed-'))
  ends.push(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  layStore(DATA_DIR)
  return { DATA_DIR }
}

async function openAt(environment: Record<string, string>, settings: Record<string, string>, now: Date) {
  const { DATABASE_URL: url = null, DATA_DIR: dataDirectory = '' } = environment
  const store = await openStore({ databaseUrl: url, dataDirectory, connections: 2, onError: () => {} })
  const clock = manualClock(now)
  const context = openTestContext({ store: { ...store, url, dataDirectory, reset: async () => {} }, settings, clock })
  return { ...context, close: store.close }
}

it.each(storeKinds)(
  'a message whose sender is killed before it noted the sending arrives once more, marked, on the %s store',
  { timeout: 120_000 },
  async (kind) => {
    const discord = await openFakeDiscord()
    ends.push(discord.close)
    const environment = await keptStore(kind)
    const settings = { DISCORD_URL: discord.url, SECRET_KEY }
    const before = await openAt(environment, settings, new Date())
    const { id: webhook, address } = readWebhook(discord.makeWebhook())
    const now = before.clock.now()
    const { id } = await before.db
      .insertInto('club_channels')
      .values({
        ...{ desk: '#2PYL', slot: 1, name: 'Den', webhook, posts: '[]', language: 'en', time_zone: 'UTC', version: 1 },
        ...{ posted_until: now, created_at: now, changed_at: now },
        ...(await sealAddress(before, '#2PYL', address)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = { kind: 'discord', channel: outboxChannel(id), event: 'test', dedupeKey: 'first' } as const
    await enqueue(before, before.db, { ...message, dueAt: now, payload: {} })
    await before.close()

    discord.failNext('held')
    const script = join(import.meta.dirname, '../../../test/send-messages.ts')
    const sender = spawn(process.execPath, [script], { env: { ...process.env, ...environment, ...settings } })
    await expect.poll(() => discord.messages().length, { timeout: 60_000 }).toBe(1)
    sender.kill('SIGKILL')
    await once(sender, 'exit')

    const after = await openAt(environment, settings, new Date(Date.now() + LEASE_OVER_MS))
    const { deliver, close } = createDiscord({ context: after, compose: CLUB_MESSAGES })
    await deliverDue(after, 'discord', deliver)
    await after.clock.advance(DAY_MS)
    await deliverDue(after, 'discord', deliver)
    const footers = discord.messages().map(({ body }) => body.embeds?.[0]?.footer?.text)
    expect(footers).toEqual([undefined, 'Sent again: Discord had not confirmed the first'])
    await close()
    await after.close()
  },
)
