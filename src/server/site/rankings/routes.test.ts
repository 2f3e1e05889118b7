import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { summarise } from '#server/directory/summarise.ts'
import { createGameApi } from '#server/game/client.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { playerChange, RANKINGS_CHANGE } from '#server/kernel/announcements.ts'
import { makeContext, type Part } from '#server/make-context.ts'
import { createGuestSession } from '#shared/contract/accounts.ts'
import { collectLeaderboard, getLeaderboard } from '#shared/contract/leaderboards.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { RANKING_COUNTRIES } from '#shared/regions.ts'
import { answerOf, ask, refusalOf } from '#test/ask.ts'
import { type FaultUpstream, openFaultUpstream, reply } from '#test/fault-upstream.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerAccounts } from '../accounts/routes.ts'
import { registerRankings } from './routes.ts'

/** The clock moves by this much at a time while an answer is awaited, so that whole seconds stay as they are. */
const STEP_MS = 1

type Row = { tag: string; name: string; trophies: number }
const ADA = { tag: '#PPP', name: '<c2>Ada</c>', trophies: 90_000 }
const ZOE = { tag: '#PPY', name: 'Zoë', trophies: 80_000 }
const KIM = { tag: '#PPL', name: 'Kim', trophies: 70_000 }

const ranking = (rows: Row[]) =>
  reply(200, {
    items: rows.map((row, index) => ({ ...row, rank: index + 1, icon: { id: 1 }, club: { name: 'Dolphins' } })),
  })
const brawlers = reply(200, {
  items: [
    { id: 16_000_000, name: 'SHELLY' },
    { id: 16_000_005, name: 'EL\nPRIMO' },
  ],
})

const BOARDS = ['players', 'clubs'].flatMap((type) => RANKING_COUNTRIES.map((country) => [type, country] as const))

describe.each(storeKinds)('a ranking on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let game: FaultUpstream
  let app: FastifyInstance
  let guest: string
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    game = await openFaultUpstream()
    const clock = manualClock()
    const gameApi = createGameApi({ baseUrl: game.baseUrl, tokens: ['token'], callsPerSecond: 100, clock })
    context = openTestContext({ store, clock, gameApi, summarise: (renewed) => summarise(context, renewed) })
    app = openTestApp(context, [registerRankings, registerAccounts])
    guest = (await ask(app, createGuestSession, {})).session_id
  })
  afterEach(async () => {
    await context.gameApi.close()
    await game.close()
  })
  afterAll(() => store.close())

  const drive = <T>(work: Promise<T>) => context.clock.drive(work, STEP_MS)
  const view = (query: Record<string, string> = {}) => drive(app.inject({ url: '/api/rankings/leaderboards', query }))
  const collect = (
    type: string,
    payload: object = {},
    headers: Record<string, string> = { 'x-guest-session': guest },
  ) => drive(app.inject({ method: 'POST', url: `/api/rankings/collect/${type}`, payload, headers }))
  const tracked = () =>
    store.db.selectFrom('collection_targets').select(['kind', 'key', 'class']).orderBy('key').execute()

  it('of a country is collected on its first view, once for a crowd', async () => {
    game.answer(ranking([ADA, ZOE]))
    const crowd = await drive(
      Promise.all(Array.from({ length: 20 }, () => app.inject({ url: '/api/rankings/leaderboards?country=DE' }))),
    )
    expect(new Set(crowd.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    expect(game.paths).toEqual(['/v1/rankings/DE/players'])
    const [shown] = crowd.map((answer) => answerOf(getLeaderboard, answer))
    expect(shown).toMatchObject({ type: 'players', country: 'DE', previous_collected_at: null, stale: false })
    expect(shown?.leaderboard[0]).toEqual({
      rank_position: 1,
      previous_rank: null,
      entity_name: 'Ada',
      entity_tag: '#PPP',
      name_color: null,
      club_name: 'Dolphins',
      member_count: null,
      trophies: 90_000,
      last_updated: shown?.collected_at,
    })
  })

  it('is not collected for anybody without a session, nor more often for a network than is allowed', async () => {
    game.answer(ranking([ADA]))
    const stranger = await collect('players', {}, {})
    expect([stranger.statusCode, refusalOf(stranger).code]).toEqual([401, 'no_session'])
    expect(game.paths).toEqual([])
    const statuses: number[] = []
    for (const [type, country] of BOARDS.slice(0, 32)) statuses.push((await collect(type, { country })).statusCode)
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429])
    expect(game.paths).toHaveLength(30)
    const refused = await collect('clubs', { country: BOARDS[33]?.[1] })
    expect(refusalOf(refused).error).toContain('60 minutes')
    expect(answerOf(collectLeaderboard, await collect('clubs', { country: BOARDS[29]?.[1] })).cached).toBe(true)
  })

  it('is refused at once on its first view while many others are being collected', async () => {
    const held: ServerResponse[] = []
    game.answer((_request, response) => void held.push(response))
    const codes: string[] = []
    const views = BOARDS.slice(0, 30).map(async ([type, country]) => {
      const answer = await app.inject(`/api/rankings/leaderboards?type=${type}&country=${country}`)
      codes.push(refusalOf(answer).code)
    })
    await vi.waitFor(() => expect(codes).toHaveLength(10), 10_000)
    expect(codes).toEqual(Array(10).fill('busy'))
    await vi.waitFor(() => expect(held).toHaveLength(4))
    game.answer(reply(404, { reason: 'notFound' }))
    for (const response of held) response.writeHead(404).end('{}')
    await drive(Promise.all(views))
  })

  it('has everyone in it tracked from then on and shown in browse', async () => {
    game.answer(ranking([ADA]))
    await view({ country: 'DE' })
    expect(await tracked()).toEqual([
      { kind: 'player', key: '#PPP', class: 2 },
      { kind: 'player-ranking', key: 'DE', class: 2 },
    ])
    const summary = await store.db.selectFrom('player_summaries').selectAll().executeTakeFirst()
    expect(summary).toMatchObject({ tag: '#PPP', name: 'Ada', country: 'DE' })
  })

  it('announces itself and everyone in it when it is collected', async () => {
    const { context: product, parts } = await openProduct()
    const announced: string[] = []
    product.announcements.listen((topics) => announced.push(...topics))
    game.answer(ranking([ADA]))
    await drive(openTestApp(product, [registerRankings]).inject('/api/rankings/leaderboards'))
    expect(announced).toEqual([playerChange('#PPP'), RANKINGS_CHANGE])
    await Promise.all(parts.map(({ stop }) => stop()))
  })

  it('is shown to the visitor though the summaries of those in it cannot be written', async () => {
    const { context: product, parts } = await openProduct()
    game.answer(ranking([ADA]))
    await sql`alter table player_summaries rename to away`.execute(store.db)
    const answer = await drive(openTestApp(product, [registerRankings]).inject('/api/rankings/leaderboards'))
    await sql`alter table away rename to player_summaries`.execute(store.db)
    expect([answer.statusCode, answerOf(getLeaderboard, answer).leaderboard.length]).toEqual([200, 1])
    await Promise.all(parts.map(({ stop }) => stop()))
  })

  /** The context as the product makes it. */
  async function openProduct() {
    const config = readConfig({ BRAWL_API_URL: game.baseUrl, BRAWL_API_TOKEN: 'token' })
    const parts: Part[] = []
    const roles = { site: true, collector: false }
    const { context: product } = await makeContext(config, roles, context, parts)
    return { context: product, parts }
  }

  it('tells who rose and fell since its first collection', async () => {
    game.answer(ranking([ADA, ZOE]))
    await view()
    await context.clock.advance(2 * MINUTE_MS)
    game.answer(ranking([{ ...ZOE, trophies: 95_000 }, ADA, KIM]))
    expect((await collect('players')).json()).toMatchObject({ collected: 3, cached: false, country: 'global' })
    const shown = answerOf(getLeaderboard, await view())
    const ranks = shown.leaderboard.map((entry) => [entry.entity_name, entry.previous_rank])
    expect(ranks).toEqual([
      ['Zoë', 2],
      ['Ada', 1],
      ['Kim', null],
    ])
    expect(Date.parse(shown.collected_at ?? '') - Date.parse(shown.previous_collected_at ?? '')).toBeGreaterThanOrEqual(
      2 * MINUTE_MS,
    )
    expect(answerOf(getLeaderboard, await view({ limit: '1' })).leaderboard).toHaveLength(1)
  })

  it('is not collected again within a minute, and is stored whole whatever the limit', async () => {
    game.answer(ranking([ADA, ZOE, KIM]))
    expect((await collect('players', { limit: 2 })).json()).toMatchObject({ collected: 2, cached: false })
    await context.clock.advance(MINUTE_MS / 2)
    expect((await collect('players')).json()).toMatchObject({ collected: 3, cached: true })
    expect(game.paths).toHaveLength(1)
    await context.clock.advance(MINUTE_MS)
    expect((await collect('players')).json()).toMatchObject({ cached: false })
  })

  it('is shown as it is stored, marked as stale, when the game is in trouble', async () => {
    game.answer(ranking([ADA]))
    await view()
    await context.clock.advance(2 * DAY_MS)
    guest = (await ask(app, createGuestSession, {})).session_id
    game.answer(reply(503, { reason: 'inMaintenance' }))
    const refused = await collect('players')
    expect([refused.statusCode, refusalOf(refused).code]).toEqual([503, 'game_maintenance'])
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    const shown = await view()
    expect(answerOf(getLeaderboard, shown)).toMatchObject({ stale: true, leaderboard: [expect.anything()] })
    const cold = await view({ country: 'FR' })
    expect([cold.statusCode, refusalOf(cold).error]).toEqual([
      503,
      'The game is in maintenance. Please come back later.',
    ])
  })

  it('of clubs has the clubs in it tracked', async () => {
    game.answer(
      reply(200, { items: [{ tag: '#2PP', name: 'Dolphins', trophies: 1_000_000, rank: 1, memberCount: 30 }] }),
    )
    expect(answerOf(getLeaderboard, await view({ type: 'clubs' })).leaderboard[0]).toMatchObject({
      entity_tag: '#2PP',
      member_count: 30,
    })
    expect(await tracked()).toContainEqual({ kind: 'club', key: '#2PP', class: 2 })
  })

  it('of a brawler needs the id of a brawler that the game has', async () => {
    game.answer((request, response) =>
      (request.url === '/v1/brawlers' ? brawlers : ranking([{ ...ADA, trophies: 1500 }]))(request, response),
    )
    const none = await view({ type: 'brawlers' })
    expect([none.statusCode, refusalOf(none).error]).toEqual([400, 'brawler_id is required for a brawlers leaderboard'])
    expect((await collect('brawlers')).statusCode).toBe(400)
    expect((await view({ type: 'brawlers', brawler_id: '7' })).statusCode).toBe(404)
    expect(game.paths).toEqual(['/v1/brawlers'])
    const shown = answerOf(getLeaderboard, await view({ type: 'brawlers', brawler_id: '16000005' }))
    expect([shown.brawler_id, shown.leaderboard[0]?.trophies]).toEqual([16_000_005, 1500])
    expect(game.paths.at(-1)).toBe('/v1/rankings/global/brawlers/16000005')
    expect(await tracked()).toContainEqual({ kind: 'brawler-ranking', key: 'global/16000005', class: 2 })
  })

  it('of brawlers has its list from the store, renewed daily and kept when the game is in trouble', async () => {
    const list = async () => drive(app.inject({ url: '/api/brawler/all' }))
    game.answer(reply(500, {}))
    expect((await list()).statusCode).toBe(503)
    await context.clock.advance(5 * MINUTE_MS)
    game.answer(brawlers)
    const expected = {
      brawlers: [
        { brawler_id: 16_000_000, name: 'SHELLY' },
        { brawler_id: 16_000_005, name: 'EL PRIMO' },
      ],
    }
    expect((await list()).json()).toEqual(expected)
    const calls = game.paths.length
    expect((await list()).json()).toEqual(expected)
    expect(game.paths).toHaveLength(calls)
    await context.clock.advance(DAY_MS)
    game.answer(reply(500, {}))
    expect((await list()).json()).toEqual(expected)
    expect(game.paths.length).toBeGreaterThan(calls)
  })
})

const clock = manualClock()
const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS)
const OTHERS = ['#PPP', '#PPY', '#PPL', '#PPQ', '#PPG', '#PPR']
const row = (tag: string, index: number) => {
  return { tag, name: tag, nameColor: null, iconId: null, trophies: 900 - index, rank: index + 1, clubName: null }
}

describe.each(storeKinds)('the previous rank in a ranking, on the %s store', (kind) => {
  let store: TestStore
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    app = openTestApp(openTestContext({ store, clock }), [registerRankings])
  })
  afterAll(() => store.close())

  const collect = (hours: number, tags: string[], country = 'global') =>
    ingest(store.db, [{ kind: 'player-ranking', country, body: tags.map(row), observedAt: ago(hours) }])
  const shown = () => ask(app, getLeaderboard, { query: {} })

  it.each([
    ['no collection when there was one', [0], null],
    ['the oldest collection, when all are of today', [0, 0.1, 3], 3],
    ['the newest collection that is a day old, however many came since', [0, 0.1, 1, 19, 21, 45], 21],
    ['a collection that is 20 hours old', [0, 19.9, 20], 20],
    ['an old collection when there is no other', [0, 240], 240],
  ])('is that of %s', async (_, hours, expected) => {
    // Each earlier collection has Zoë one place lower.
    for (const [index, each] of [...hours.entries()].reverse()) await collect(each, OTHERS.toSpliced(index, 0, '#2YY'))
    for (const each of [0.5, 22, 30]) await collect(each, ['#2YY', ...OTHERS], 'DE')
    const { leaderboard, previous_collected_at } = await shown()
    expect(previous_collected_at).toBe(expected === null ? null : ago(expected).toISOString())
    const zoe = leaderboard.find((entry) => entry.entity_tag === '#2YY')
    expect([zoe?.rank_position, zoe?.previous_rank]).toEqual([1, expected && hours.indexOf(expected) + 1])
  })

  it('of a newcomer is unknown, even when they were there an hour ago', async () => {
    await collect(24, ['#PPP'])
    await collect(1, ['#2YY', '#PPP'])
    await collect(0, ['#2YY', '#PPP'])
    const ranks = (await shown()).leaderboard.map((entry) => entry.previous_rank)
    expect(ranks).toEqual([null, 1])
  })
})
