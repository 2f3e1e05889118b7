import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClubMember } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { composeInactive } from '#server/site/desk/queue.ts'
import { composeWeek, makeDueWeeks } from '#server/site/desk/weeks.ts'
import { carryOut } from '#server/site/privacy/carry-out.ts'
import { addChannel, changeChannel, listChannels, testChannel } from '#shared/contract/desk-channels.ts'
import { addMark } from '#shared/contract/desk-records.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from '#test/desk-visitors.ts'
import { type FakeDiscord, openFakeDiscord } from '#test/fake-discord.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import type { ChannelPost } from './channels.ts'
import { CLUB_MESSAGES } from './club-messages.ts'
import { createDiscord } from './discord.ts'
import { enqueueDue } from './due-messages.ts'
import { deliverDue } from './outbox.ts'
import { forgetLimits, REFUSALS_MAX } from './send-limits.ts'

const AT = { params: { tag: DESK_CLUB } }
const MINUTE_MS = 60_000
const SITE = 'https://delphin.example'

type Channel = Output<typeof listChannels>['channels'][number]

describe.each(storeKinds)("a club's Discord channel on the %s store", (kind) => {
  let store: TestStore
  let discord: FakeDiscord
  let story: DeskStory
  let owner: DeskVisitor
  let sender: ReturnType<typeof createDiscord>
  let logged: string[]
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    let now = () => new Date()
    discord = await openFakeDiscord(() => now())
    logged = []
    const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
    story = await openDeskStory(store, { settings: { DISCORD_URL: discord.url, PUBLIC_URL: SITE }, log })
    now = () => story.context.clock.now()
    owner = await story.user('ada', story.roles.president?.[0] ?? '')
    const compose = { ...CLUB_MESSAGES, week: composeWeek, inactive: composeInactive }
    sender = createDiscord({ context: story.context, compose, timeoutMs: 300 })
  })
  afterEach(async () => {
    expect(logged.join('\n')).not.toContain('Abc_-0123456789')
    await sender.close()
    await story.close()
    await discord.close()
  })
  afterAll(() => store.close())

  /** Connects a new webhook over HTTP, as a leader does. */
  async function connect(posts: ChannelPost[], quiet_hours: Channel['quiet_hours'] = null) {
    const address = discord.makeWebhook()
    const body = { address, name: 'Den', posts, language: 'en' as const, quiet_hours }
    const { channel } = await story.as(owner, addChannel, { ...AT, body })
    return { id: channel.id, address }
  }

  const state = async () => (await story.as(owner, listChannels, AT)).channels
  const sendTest = (id: number) => story.as(owner, testChannel, { params: { ...AT.params, record_id: id } })

  /** One round of the jobs. */
  async function run(): Promise<void> {
    await enqueueDue(story.context)
    await deliverDue(story.context, 'discord', sender.deliver)
  }

  /** Rounds for that long, one every so often. */
  async function runFor(ms: number, every = MINUTE_MS): Promise<void> {
    for (let passed = 0; passed < ms; passed += every) {
      await story.world.clock.advance(every)
      await run()
    }
  }

  /** A scan of the club by the game's answer as the test changes it. */
  async function scan(change: (members: ClubMember[]) => ClubMember[]): Promise<void> {
    const { body } = await story.context.gameApi.getClub(DESK_CLUB)
    const members = change(body.members)
    const observedAt = story.context.clock.now()
    await ingest(store.db, [{ kind: 'club', observedAt, body: { ...body, members } }])
  }

  /** The list without its last plain members. */
  function without(members: ClubMember[], count = 1): ClubMember[] {
    const gone = new Set(story.roles.member?.slice(-count))
    return members.filter(({ tag }) => !gone.has(tag))
  }

  const joiner = (tag: string, name: string): ClubMember => {
    return { tag, name, trophies: 5000, nameColor: null, role: 'member', iconId: null }
  }
  const said = (address?: string) => discord.messages(address).map(({ body }) => body.embeds?.[0]?.description ?? '')

  it('is connected by a leader, and the test message arrives', async () => {
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

  it('tells once and together who left and joined, five minutes after the first of it', async () => {
    const { address } = await connect(['left', 'joined'])
    await story.world.clock.advance(MINUTE_MS)
    await scan((members) => without(members))
    await runFor(3 * MINUTE_MS)
    await scan((members) => [...without(members), joiner('#2PP', 'Late <c2>Comer</c>')])
    expect(said(address)).toEqual([])
    await runFor(10 * MINUTE_MS)
    const [text = ''] = said(address)
    expect(said(address)).toHaveLength(1)
    expect(text.split('\n')).toEqual([expect.stringMatching(/ left$/), 'Late Comer joined'])
    await runFor(10 * MINUTE_MS)
    expect(said(address)).toHaveLength(1)
  })

  it('tells only what was chosen, and nothing of before it was connected', async () => {
    await scan((members) => without(members))
    await story.world.clock.advance(MINUTE_MS)
    const { address } = await connect(['joined'])
    await scan((members) => without(members, 2))
    await runFor(10 * MINUTE_MS)
    expect(said(address)).toEqual([])
  })

  it('shows names as they are: they format nothing, link nowhere and call nobody', async () => {
    const { address } = await connect(['joined'])
    await story.world.clock.advance(MINUTE_MS)
    const names = ['**x** @everyone', '<@123> [a](http://b.example)', '\u202Egnp.exe', 'علي']
    await scan((members) => [...members, ...names.map((name, place) => joiner(`#2PP${'PYLQ'[place]}`, name))])
    await runFor(6 * MINUTE_MS)
    const [text = ''] = said(address)
    expect(text.split('\n')).toHaveLength(4)
    expect(text).not.toMatch(/@everyone|(?<!\\)<|\]\(|(?<!\\)\*|\u202E|http:\/\//)
  })

  it('knows a hidden player by no name', async () => {
    const { address } = await connect(['joined'])
    await story.world.clock.advance(MINUTE_MS)
    await scan((members) => [...members, joiner('#2PP', 'Shy')])
    await carryOut(story.context, '#2PP', 'hide')
    await runFor(6 * MINUTE_MS)
    expect(said(address)).toEqual(['Hidden player joined'])
    expect(JSON.stringify(await store.db.selectFrom('outbox').selectAll().execute())).not.toContain('#2PP')
  })

  it('tells at once that somebody on the blacklist joined, without the reason, where that was chosen', async () => {
    const [alerted, other] = [await connect(['blacklisted']), await connect(['left'])]
    const body = { kind: 'blacklist', player_tag: '#2PP', text: 'planted-reason' } as const
    await story.as(owner, addMark, { ...AT, body })
    await story.world.clock.advance(MINUTE_MS)
    await scan((members) => [...members, joiner('#2PP', 'Trouble'), joiner('#2PL', 'Nice')])
    await run()
    await run()
    expect(said(alerted.address)).toEqual(['Trouble joined and is on the blacklist'])
    await runFor(10 * MINUTE_MS)
    expect([said(alerted.address).length, said(other.address)]).toEqual([1, []])
  })

  it('is quiet in the hours that the club chose, and tells afterwards what happened', async () => {
    const { address } = await connect(['left'], { from: 22, until: 7 })
    await story.world.clock.advance(MINUTE_MS)
    await scan((members) => without(members))
    await runFor(6 * HOUR_MS, HOUR_MS / 2)
    expect(said(address)).toEqual([])
    await runFor(HOUR_MS, HOUR_MS / 2)
    expect(said(address)).toHaveLength(1)
  })

  it('is quiet then also for what Discord did not take before', async () => {
    const { address } = await connect(['left'], { from: 1, until: 3 })
    await story.world.clock.advance(40 * MINUTE_MS)
    await scan((members) => without(members))
    discord.failNext('unavailable', 'unavailable', 'unavailable')
    // The story begins at midnight: tried at 0:45, 0:46 and 0:51, and half an hour later.
    await runFor(80 * MINUTE_MS)
    expect(said(address)).toEqual([])
    await runFor(2 * HOUR_MS, 10 * MINUTE_MS)
    expect(said(address)).toHaveLength(1)
  })

  it.each([[['left'] as const], [['blacklisted'] as const]])(
    'is not told what happened while it was paused: %s',
    async (posts) => {
      const { id, address } = await connect([...posts])
      await story.as(owner, addMark, { ...AT, body: { kind: 'blacklist', player_tag: '#2PP', text: 'planted-reason' } })
      const body = { name: 'Den', posts: [...posts], language: 'en' as const, quiet_hours: null }
      const change = async (paused: boolean, version: number) =>
        story.as(owner, changeChannel, { params: { ...AT.params, record_id: id }, body: { ...body, paused, version } })
      await change(true, 1)
      await story.world.clock.advance(MINUTE_MS)
      await scan((members) => [...without(members), joiner('#2PP', 'Trouble')])
      await runFor(6 * MINUTE_MS)
      await change(false, 2)
      await runFor(6 * MINUTE_MS)
      expect(said(address)).toEqual([])
    },
  )

  it('has a board that is edited when something changed, and posted anew when somebody deleted it', async () => {
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

  it.each([
    ['deleted', 'The webhook was deleted in Discord'],
    ['renewed', 'Discord does not know the address: the webhook was deleted or its address renewed'],
  ])('switches itself off when its webhook was %s, and the desk says so', async (what, reason) => {
    const { id, address } = await connect(['left', 'board'])
    if (what === 'deleted') discord.deleteWebhook(address)
    else discord.renewToken(address)
    await run()
    expect(await state()).toMatchObject([{ state: 'off', off_reason: reason, waiting: 0, given_up: [{ reason }] }])
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
    const { id } = await connect([])
    discord.limits.webhook = 0
    discord.limits.webhookMs = 1500
    await sendTest(id)
    await run()
    const row = await store.db.selectFrom('outbox').select(['due_at', 'tries', 'unsure']).executeTakeFirst()
    const wait = (row?.due_at.getTime() ?? 0) - story.context.clock.now().getTime()
    expect([wait, row?.tries, row?.unsure]).toEqual([1500, 0, 0])
    discord.limits.webhook = 5
    await run()
    expect(discord.messages()).toEqual([])
    await story.world.clock.advance(1500)
    await run()
    expect(discord.messages()).toHaveLength(1)
  })

  it('does not run into a limit that Discord has announced', async () => {
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
    const [dead, alive] = [await connect([]), await connect([])]
    discord.deleteWebhook(dead.address)
    const ends_at = new Date(story.context.clock.now().getTime() + 5 * MINUTE_MS)
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
    await forgetLimits(story.context)
    await run()
    expect(discord.messages(alive.address)).toHaveLength(1)
  })

  it('gets a message again whose answer was lost, once, and the second one says so', async () => {
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

  it("gets the week's report once, when it is made", async () => {
    const { address } = await connect(['week'])
    for (let day = 0; day < 15; day += 1) {
      await story.world.clock.advance(DAY_MS)
      await scan((members) => members)
      await makeDueWeeks(story.context)
      await run()
      await run()
    }
    const titles = discord.messages(address).map(({ body }) => body.embeds?.[0]?.title ?? '')
    expect(titles.length).toBeGreaterThanOrEqual(1)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles[0]).toMatch(/, week to /)
  })

  it('is told each day of milestones, the end of a season and silence, as was chosen', async () => {
    const { address } = await connect(['season_end', 'milestones', 'inactive'])
    const { members: known } = (await story.context.gameApi.getClub(DESK_CLUB)).body
    const silent = known.find(({ role }) => role === 'member')
    await story.world.clock.advance(HOUR_MS)
    for (let day = 1; day <= 9; day += 1) {
      await story.world.clock.advance(DAY_MS)
      await scan((members) =>
        members.map((member) => {
          if (member.tag === silent?.tag) return { ...member, trophies: silent.trophies }
          return { ...member, trophies: 49_990 + day * 5 }
        }),
      )
      await run()
    }
    const texts = said(address)
    expect(texts.filter((text) => text.includes('passed 50k trophies'))).toHaveLength(1)
    expect(texts.filter((text) => text.startsWith('The season ended'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('silent for 7 days'))).toHaveLength(1)
  })
})
