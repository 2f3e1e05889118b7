import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { type ChannelStory, openChannelStory, SITE } from '#test/channel-story.ts'
import { DESK_CLUB } from '#test/desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { offerGerman } from '#test/second-language.ts'
import { forgetLimits, REFUSALS_MAX } from './send-limits.ts'

describe.each(storeKinds)("what Discord does with a club's messages on the %s store", (kind) => {
  let store: TestStore
  let channels: ChannelStory
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    channels = await openChannelStory(store)
  })
  afterEach(async () => {
    expect(channels.logged.join('\n')).not.toContain('Abc_-0123456789')
    await channels.close()
  })
  afterAll(() => store.close())

  it('is connected by a leader, and the test message arrives', async () => {
    const { discord, run, connect, state, sendTest, said } = channels
    const { id, address } = await connect(['joined', 'week'])
    await sendTest(id)
    await run()
    expect(said(address)).toEqual(['This channel is connected.\nPosts: joined, week.'])
    expect(discord.messages()[0]?.body).toMatchObject({
      embeds: [{ url: `${SITE}/club/${DESK_CLUB.slice(1)}` }],
      allowed_mentions: { parse: [] },
    })
    expect(await state()).toMatchObject([{ state: 'on', waiting: 0, tested_at: expect.any(String) }])
  })

  it('is told in the language of the channel, with the page of the club in it', async () => {
    const { discord, run, connect, sendTest, story } = channels
    offerGerman(story.context, {
      'discord.connected': 'Der Kanal ist verbunden.',
      'discord.posts': ['Hier: ', ['posts'], '.'],
      'discord.joined': 'Beitritte',
    })
    const { id, address } = await connect(['joined'])
    await sendTest(id)
    await store.db.updateTable('club_channels').set({ language: 'de' }).execute()
    await run()
    expect(channels.said(address)).toEqual(['Der Kanal ist verbunden.\nHier: Beitritte.'])
    expect(discord.messages()[0]?.body.embeds?.[0]?.url).toBe(`${SITE}/de/club/${DESK_CLUB.slice(1)}`)
  })

  it('has a board that is edited when something changed, and posted anew when somebody deleted it', async () => {
    const { discord, run, connect, runFor, scan, without } = channels
    const { address } = await connect(['board'])
    await run()
    const [board] = discord.messages(address)
    expect(board?.body.embeds?.[0]?.fields?.map(({ name }) => name)).toContain('Trophies')
    await runFor(65 * MINUTE_MS, 5 * MINUTE_MS)
    expect([discord.messages(address).length, board?.edits, discord.requests.length]).toEqual([1, 0, 1])
    await scan((members) =>
      members.map((member, place) => ({ ...member, trophies: member.trophies + (place < 1 ? 50 : 0) })),
    )
    await runFor(30 * MINUTE_MS, 5 * MINUTE_MS)
    expect([discord.messages(address).length, board?.edits]).toEqual([1, 1])
    discord.deleteMessage(board?.id ?? '')
    await scan((members) => without(members))
    await runFor(30 * MINUTE_MS, 5 * MINUTE_MS)
    expect(discord.messages(address).map(({ id, edits }) => [id === board?.id, edits])).toEqual([[false, 0]])
  })

  it('has a board that says no longer that it was sent again once it is edited', async () => {
    const { discord, run, connect, runFor } = channels
    const { address } = await connect(['board'])
    discord.failNext('lost')
    await run()
    await runFor(35 * MINUTE_MS, 5 * MINUTE_MS)
    const footers = discord.messages(address).map(({ body }) => body.embeds?.[0]?.footer?.text)
    expect(footers).toEqual([expect.stringMatching(/UTC$/), expect.stringMatching(/UTC$/)])
  })

  it.each([
    ['deleted', 'The webhook was deleted in Discord', { code: 'webhook_deleted' }],
    [
      'renewed',
      'Discord does not know the address: the webhook was deleted or its address renewed',
      { code: 'address_unknown' },
    ],
  ])('switches itself off when its webhook was %s, and the desk says so', async (what, reason, facts) => {
    const { story, discord, run, connect, state, sendTest, runFor, scan, without } = channels
    const { id, address } = await connect(['left', 'board'])
    if (what === 'deleted') discord.deleteWebhook(address)
    else discord.renewToken(address)
    await run()
    const off = { state: 'off', off_reason: reason, off_facts: facts, waiting: 0, given_up: [{ reason, facts }] }
    expect(await state()).toMatchObject([off])
    await story.world.clock.advance(HOUR_MS)
    await scan((members) => without(members))
    await runFor(10 * MINUTE_MS)
    expect(discord.requests).toHaveLength(1)
    discord.renewToken(address, true)
    await sendTest(id)
    await run()
    expect((await state())[0]?.state).toBe(what === 'deleted' ? 'off' : 'on')
  })

  it('waits as long as Discord asks for, to the fraction of a second, and counts that as no try', async () => {
    const { story, context, discord, run, connect, sendTest } = channels
    const { id } = await connect([])
    discord.limits.webhook = 0
    discord.limits.webhookMs = 1500
    await sendTest(id)
    await run()
    const row = await store.db.selectFrom('outbox').select(['due_at', 'tries', 'unsure']).executeTakeFirst()
    const wait = (row?.due_at.getTime() ?? 0) - context.clock.now().getTime()
    expect([wait, row?.tries, row?.unsure]).toEqual([1500, 0, 0])
    discord.limits.webhook = 5
    await run()
    expect(discord.messages()).toEqual([])
    await story.world.clock.advance(1500)
    await run()
    expect(discord.messages()).toHaveLength(1)
  })

  it('does not run into a limit that Discord has announced', async () => {
    const { story, discord, run, connect, sendTest } = channels
    const { id } = await connect([])
    discord.limits.webhook = 1
    discord.limits.webhookMs = 60_000
    await sendTest(id)
    await run()
    await story.world.clock.advance(11_000)
    await sendTest(id)
    await run()
    expect(discord.requests.map(({ status }) => status)).toEqual([200])
    await story.world.clock.advance(MINUTE_MS)
    await run()
    expect(discord.requests.map(({ status }) => status)).toEqual([200, 200])
  })

  it('makes all channels wait for a limit of all, and keeps far from it', async () => {
    const { story, discord, run, connect, sendTest } = channels
    const [one, two] = [await connect([]), await connect([])]
    discord.limits.global = 0
    await sendTest(one.id)
    await run()
    await sendTest(two.id)
    await run()
    expect(discord.requests.map(({ status }) => status)).toEqual([429])
    discord.limits.global = 50
    await story.world.clock.advance(1000)
    await run()
    expect(discord.messages()).toHaveLength(2)
  })

  it('stops far below the refusals for which Discord bans an address', async () => {
    const { story, context, discord, logged, run, connect, sendTest } = channels
    const [dead, alive] = [await connect([]), await connect([])]
    discord.deleteWebhook(dead.address)
    const ends_at = new Date(context.clock.now().getTime() + 5 * MINUTE_MS)
    await store.db
      .insertInto('send_limits')
      .values({ name: 'discord refused', used: REFUSALS_MAX - 1, ends_at })
      .execute()
    await sendTest(dead.id)
    await run()
    await sendTest(alive.id)
    await run()
    expect([discord.requests.length, logged.some((line) => line.includes('refuses so much'))]).toEqual([1, true])
    await story.world.clock.advance(5 * MINUTE_MS)
    await forgetLimits(context)
    await run()
    expect(discord.messages(alive.address)).toHaveLength(1)
  })

  it('gets a message again whose answer was lost, once, and the second one says so', async () => {
    const { discord, connect, sendTest, runFor } = channels
    const { id } = await connect([])
    discord.failNext('lost')
    await sendTest(id)
    await runFor(20 * MINUTE_MS)
    expect(discord.messages().map(({ body }) => body.embeds?.[0]?.footer?.text)).toEqual([
      undefined,
      'Sent again: Discord had not confirmed the first',
    ])
  })

  it('gets nothing a third time, and the desk says that it was never confirmed', async () => {
    const { discord, connect, state, sendTest, runFor } = channels
    const { id } = await connect([])
    discord.failNext('lost', 'held', 'lost')
    await sendTest(id)
    await runFor(HOUR_MS)
    expect(discord.messages()).toHaveLength(2)
    expect(await state()).toMatchObject([{ given_up: [{ event: 'test', reason: 'Discord did not answer' }] }])
  })

  it.each([
    ['is away', 'unavailable', 1],
    ['redirects, which is not followed', 'redirect', 1],
    ['never answers', 'hangs', 1],
    ['answers without end', 'endless', 1],
    ['answers something else than JSON', 'not json', 0],
  ] as const)('gets its message also when Discord first %s', async (_how, fault, later) => {
    const { discord, run, connect, state, sendTest, runFor } = channels
    const { id } = await connect([])
    discord.failNext(fault)
    await sendTest(id)
    await run()
    expect(discord.messages()).toHaveLength(0)
    await runFor(3 * MINUTE_MS)
    expect(discord.messages()).toHaveLength(later)
    expect((await state())[0]?.waiting).toBe(0)
  })

  it('waits while Discord cannot be reached, and gives up after a day', async () => {
    const { story, discord, run, connect, state, sendTest } = channels
    const { id } = await connect([])
    await discord.close()
    await sendTest(id)
    await run()
    const reason = 'Discord cannot be reached (ECONNREFUSED)'
    expect(await state()).toMatchObject([{ waiting: 1, waiting_reason: reason }])
    for (const wait of [1, 5, 30, 180, 720]) {
      await story.world.clock.advance(wait * MINUTE_MS)
      await run()
    }
    expect(await state()).toMatchObject([{ waiting: 0, given_up: [{ event: 'test', reason }] }])
  })
})

it.each(storeKinds)(
  'a message is tried again as often where Discord opens no connection, since it surely did not arrive, on the %s store',
  async (kind) => {
    const store = await openTestStore(kind)
    // Takes the connection, and never begins its encryption.
    const silent = createServer((socket) => socket.resume())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const channels = await openChannelStory(store, { discordUrl: `https://127.0.0.1:${port}` })
    const { id } = await channels.connect([])
    await channels.sendTest(id)
    for (const wait of [1, 5, 30]) {
      await channels.run()
      await channels.context.clock.advance(wait * MINUTE_MS)
    }
    const row = await store.db.selectFrom('outbox').select(['state', 'tries', 'unsure']).executeTakeFirst()
    expect(row).toEqual({ state: 'due', tries: 3, unsure: 0 })
    await channels.close()
    await new Promise((resolve) => silent.close(resolve))
    await store.close()
  },
)
