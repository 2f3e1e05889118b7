// Whether sending slows collecting: `node bench/channels.ts [rounds]`. Collects the demo's clubs by turns alone, and beside 500
// Discord channels that all have a message due, half of which are dead. Prints a table; the ratio is of one run.
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { startDemoProvider } from '#demo/start-demo-provider.ts'
import { collectDue } from '#server/collector/collect-due.ts'
import { track } from '#server/collector/targets.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createProcessState } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import { createGameApi } from '#server/game/client.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { outboxChannel, readWebhook, sealAddress } from '#server/reach/channels.ts'
import { CLUB_MESSAGES } from '#server/reach/club-messages.ts'
import { createDiscord } from '#server/reach/discord.ts'
import { deliverDue, enqueue } from '#server/reach/outbox.ts'
import { DAY_MS } from '#shared/days.ts'
import { openFakeDiscord } from '#test/fake-discord.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { median, writeResult } from './results.ts'

const CHANNELS = 500
const CLUBS = 60

const rounds = Number(process.argv[2] ?? 5)

const server = await startPostgres()
if ('missing' in server) {
  console.log(server.missing)
} else {
  const onError = (error: Error) => console.log(error.message)
  const store = await openStore({ databaseUrl: server.url, dataDirectory: tmpdir(), connections: 8, onError })
  await compare(store.db)
  await store.close()
  await server.stop()
}

async function compare(db: Database): Promise<void> {
  const provider = await startDemoProvider({ epoch: new Date(Date.now() - DAY_MS), clubs: CLUBS })
  const discord = await openFakeDiscord()
  const context = contextOf(db, { DISCORD_URL: discord.url, SECRET_KEY: 'a secret of thirty-two characters' }, provider)
  const { deliver, close } = createDiscord({ context, compose: CLUB_MESSAGES })
  const { body } = await context.gameApi.getClubRanking('global')
  const clubs = body.map(({ tag }) => tag)
  await track(
    context,
    clubs.map((key) => ({ kind: 'club', key, class: 'ranked' })),
  )
  await collectDue(context)
  for (const [place, address] of Array.from({ length: CHANNELS }, () => discord.makeWebhook()).entries()) {
    await connect(context, `${clubs[place % clubs.length]}`, place, address)
    if (place % 2 === 0) discord.deleteWebhook(address)
  }
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await collectAgain(context))
    await fillOutbox(context, round)
    const stopping = new AbortController()
    const sending = deliverDue(context, 'discord', deliver, stopping.signal)
    beside.push(await collectAgain(context))
    stopping.abort()
    await sending
  }
  const refused = discord.requests.filter(({ status }) => status === 404).length
  const ratio = Math.round((100 * median(beside)) / median(alone)) / 100
  const figures = { clubs: clubs.length, channels: CHANNELS, 'ms alone': median(alone), 'ms beside': median(beside) }
  const sent = { sent: discord.messages().length, refused }
  console.table([{ ...figures, ratio, ...sent }])
  writeResult('channels', { ...figures, ratio, ...sent, rounds })
  await close()
  await discord.close()
  await context.gameApi.close()
  await provider.close()
}

function contextOf(db: Database, settings: Record<string, string>, provider: { url: string; token: string }): Context {
  const clock = systemClock
  const api = { baseUrl: provider.url, tokens: [provider.token], callsPerSecond: 1000, clock }
  return {
    config: readConfig(settings),
    installation: { demo: true, exampleClubTag: null, examplePlayerTag: null, defaultPlayerTag: null },
    db,
    gameApi: createGameApi(api),
    clock,
    log: pino({ level: 'silent' }),
    summarise: async () => {},
    ...createProcessState(clock),
    demoHistory: null,
    wearIcon: null,
  }
}

async function connect(context: Context, desk: string, place: number, text: string): Promise<void> {
  const { id: webhook, address } = readWebhook(text)
  const now = context.clock.now()
  const times = { posted_until: now, created_at: now, changed_at: now }
  const chosen = { posts: '[]', language: 'en', time_zone: 'UTC', version: 1 }
  const sealed = await sealAddress(context, desk, address)
  const channel = { desk, slot: place, name: 'Bench', webhook, ...chosen, ...times, ...sealed }
  await context.db.insertInto('club_channels').values(channel).execute()
}

/** A message for every channel; those that were switched off are on again, and no limit of a round before holds. */
async function fillOutbox(context: Context, round: number): Promise<void> {
  const { db, clock } = context
  await db.deleteFrom('send_limits').execute()
  await db.deleteFrom('outbox').execute()
  const channels = await db.updateTable('club_channels').set({ off_reason: null }).returning('id').execute()
  for (const { id } of channels) {
    const message = { kind: 'discord', channel: outboxChannel(id), event: 'test', dedupeKey: `${round}` } as const
    await enqueue(context, db, { ...message, dueAt: clock.now(), payload: {} })
  }
}

/** Milliseconds in which all clubs are collected once more. */
async function collectAgain(context: Context): Promise<number> {
  const { db, clock } = context
  await db.deleteFrom('collection_targets').where('kind', '<>', 'club').execute()
  await db.updateTable('collection_targets').set({ due_at: clock.now(), leased_until: null }).execute()
  const before = clock.monotonic()
  await collectDue(context)
  return Math.round(clock.monotonic() - before)
}
