import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNRANKED_RATING } from '#server/directory/summary-rows.ts'
import { TROPHY_RANGES } from '#shared/bands.ts'
import { browseEntities, browseStats, countClubs, countPlayers } from '#shared/contract/browse.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { suggestNames } from '#shared/contract/returning.ts'
import { HOUR_MS } from '#shared/days.ts'
import { PLAYER_SORTS } from '#shared/sorts.ts'
import { answerOf, ask, refusalOf } from '#test/ask.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { rising, type Settlement, settle } from '#test/small-world.ts'
import { registerBrowse } from './routes.ts'

const ACTIVE = '##########'
const IDLE = '..........'

const CLUBS: Settlement[] = [
  {
    tag: '#2PP',
    name: 'Dolphins',
    country: 'DE',
    members: [
      { tag: '#PPP', name: 'Zoë', days: rising(ACTIVE, 20_000) },
      { tag: '#PPY', name: '<c2>Zoey</c>', days: rising(IDLE, 5_000) },
      { tag: '#PPL', name: 'Bazoe', days: rising('#####.....', 24_950) },
      { tag: '#PPQ', name: '100% _', days: rising(ACTIVE, 130_000) },
    ],
  },
  {
    tag: '#2YY',
    name: 'Ärzte',
    country: 'BR',
    members: [
      { tag: '#PPG', name: '日本の人', days: rising('#########.', 60_000) },
      { tag: '#PPR', name: 'Ölaf', days: [...rising('######.##', 14_000), null] },
    ],
  },
  { tag: '#2LL', name: 'Nowhere', members: [{ tag: '#PPJ', name: 'Kim', days: rising('##', 30_000) }] },
]

type Query = Record<string, string | number>

describe.each(storeKinds)('browse on the %s store', (kind) => {
  let store: TestStore
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
    const context = openTestContext({ store })
    await context.clock.advance(13 * HOUR_MS)
    await settle(context, CLUBS)
    app = openTestApp(context, [registerBrowse])
  })
  afterAll(() => store.close())

  it('suggests names while somebody types, clubs and players in turn, the better match first', async () => {
    const suggested = async (text: string) => (await ask(app, suggestNames, { query: { text } })).names
    expect((await suggested('zoe')).map(({ name, club_name }) => [name, club_name])).toEqual([
      ['Zoë', 'Dolphins'],
      ['Zoey', 'Dolphins'],
      ['Bazoe', 'Dolphins'],
    ])
    expect(await suggested('dol')).toEqual([
      { type: 'club', tag: '#2PP', name: 'Dolphins', trophies: 180_200, club_name: null, member_count: 4 },
    ])
    expect((await suggested('日本')).map(({ tag }) => tag)).toEqual(['#PPG'])
    expect(await suggested('qqqq')).toEqual([])
    const short = await app.inject('/api/browse/names?text=z')
    expect([short.statusCode, refusalOf(short).error]).toEqual([400, 'text must have 2 to 40 characters'])
  })

  const request = (query: Query) =>
    app.inject({
      url: '/api/browse/entities',
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    })
  const browse = async (query: Query) => {
    const { clubs = [], players = [], ...rest } = answerOf(browseEntities, await request(query))
    return { clubs, players, ...rest }
  }
  const players = async (query: Query) => (await browse({ type: 'player', limit: 100, ...query })).players
  const names = async (query: Query) => (await players(query)).map((player) => player.player_name)

  it('shows clubs and players when no type is asked for, with the number of all', async () => {
    const both = await browse({ limit: 2 })
    expect([both.clubs.length, both.players.length, both.total_entities]).toEqual([2, 2, 10])
    expect(both.more_than_total).toBe(false)
    expect(both.clubs[0]).toEqual({
      club_tag: '#2PP',
      club_name: 'Dolphins',
      member_count: 4,
      trophies: 180_200,
      popularity_score: 0,
      activity_score: 75, // 3 of 4 members are active
      region: 'eu',
      country: 'DE',
      analytics_available: true,
      created_date: '2026-05-23T12:00:00.000Z',
      entry: 'open',
      required_trophies: 0,
      active_members: 3,
      known_members: 4,
      won_7d: expect.any(Array),
      gain_7d: 160,
      gain_7d_percent: 0.1,
      growth_7d: 160,
    })
  })

  it('draws the 7 days up to the last look at clubs and players, with gaps where nobody looked', async () => {
    const [zoe] = await players({ search: 'zoe' })
    expect(zoe?.won_7d).toEqual([10, 20, 30, 40, 50, 60, 70])
    const [olaf] = await players({ search: 'olaf' })
    expect(olaf?.won_7d).not.toContain(null)
    const months = await store.db
      .selectFrom('player_months')
      .selectAll()
      .where('player_tag', '=', zoe?.player_tag ?? '')
      .execute()
    const month = months.find(({ trophies }) => trophies.includes(20_080))
    if (!month) throw new Error('No month has this close.')
    const unseen = month.trophies.map((close) => (close === 20_080 ? null : close))
    const setTrophies = (trophies: (number | null)[]) =>
      store.db
        .updateTable('player_months')
        .set({ trophies })
        .where('player_tag', '=', month.player_tag)
        .where('month', '=', month.month)
        .execute()
    await setTrophies(unseen)
    expect((await players({ search: 'zoe', limit: 3 }))[0]?.won_7d).toEqual([10, 20, 30, 40, null, 60, 70])
    await setTrophies(month.trophies)
    const { clubs } = await browse({ type: 'club', search: 'dolphins' })
    expect([clubs[0]?.won_7d.length, clubs[0]?.won_7d.at(-1)]).toEqual([7, 160])
  })

  it('shows tier, rating and prestige of a player where they are known, the unranked below all ratings', async () => {
    await store.db
      .updateTable('player_summaries')
      .set({ ranked_rating: UNRANKED_RATING, ranked_tier: 'UNRANKED' })
      .where('tag', '=', '#PPJ')
      .execute()
    await store.db
      .updateTable('player_summaries')
      .set({ ranked_rating: 4750, ranked_tier: 'MYTHIC II', prestige: 57 })
      .where('tag', '=', '#PPP')
      .execute()
    const [zoe, kim, unknown] = await players({ sort: 'ranked' })
    expect(kim).toMatchObject({ player_tag: '#PPJ', ranked: { tier: 'Unranked', tier_place: 0, rating: null } })
    expect(unknown?.ranked).toBeNull()
    const ranked = { tier: 'Mythic II', tier_place: 14, rating: 4750 }
    expect(zoe).toMatchObject({ player_tag: '#PPP', ranked, prestige: 57 })
    const [first, second] = await players({ sort: 'prestige' })
    expect([first?.player_tag, second?.ranked, second?.prestige]).toEqual(['#PPP', null, null])
  })

  it('shows the club and the region of a player', async () => {
    const [zoe] = await players({ search: 'zoe' })
    expect(zoe).toMatchObject({
      player_tag: '#PPP',
      club_tag: '#2PP',
      club_name: 'Dolphins',
      region: 'eu',
      country: 'DE',
    })
    const [olaf] = await players({ search: 'olaf' })
    expect(olaf).toMatchObject({ club_tag: null, club_name: null, region: 'global' })
  })

  it.each([
    ['popularity', ['100% _', '日本の人', 'Kim']],
    ['trophies', ['100% _', '日本の人', 'Kim']],
    ['name', ['100% _', 'Bazoe', 'Kim']],
    ['activity_score', ['100% _', 'Zoë', '日本の人']],
    ['created_date', ['Kim', '100% _', '日本の人']],
  ])('sorts by %s', async (sort, first) => {
    expect((await names({ sort })).slice(0, 3)).toEqual(first)
  })

  it.each([
    [{ region: 'eu' }, ['100% _', 'Bazoe', 'Zoë', 'Zoey']],
    [{ region: 'na' }, ['日本の人']],
    [{ activity: 'high' }, ['100% _', 'Zoë', '日本の人']],
    [{ activity: 'medium' }, ['Ölaf']],
    [{ activity: 'low' }, ['Bazoe', 'Zoey']],
    [{ membership: 'independent' }, ['Ölaf']],
    [{ trophyMin: 5000, trophyMax: 15_000 }, ['Zoey', 'Ölaf']],
    [{ trophyMin: 0, trophyMax: 5000 }, ['Zoey']],
    [{ trophyMin: 25_000, trophyMax: 100_000 }, ['100% _', 'Bazoe', 'Kim', '日本の人']],
    [{ trophyMin: 60_000 }, ['100% _', 'Bazoe', 'Kim', 'Zoë', 'Zoey', 'Ölaf', '日本の人']],
    [{ trophyMin: 20_100, trophyMax: 20_100 }, ['Zoë']],
    [{ region: 'eu', activity: 'low', trophyMin: 5001, trophyMax: 99_999, membership: 'member' }, ['Bazoe']],
  ])('filters by %j', async (query, expected) => {
    expect((await names({ ...query, sort: 'trophies' })).sort()).toEqual(expected.sort())
    expect((await browse({ type: 'player', ...query, limit: 1 })).total_entities).toBe(expected.length)
  })

  it.each([
    ['zoe', ['Zoë', 'Zoey', 'Bazoe']],
    ['ZOË', ['Zoë', 'Zoey', 'Bazoe']],
    ['zo', ['Zoey', 'Zoë']],
    ['日本の', ['日本の人']],
    ['#PPG', ['日本の人']],
    ['ppg', ['日本の人']],
    ['pp', ['100% _', 'Bazoe', 'Kim', 'Zoey', 'Zoë', 'Ölaf', '日本の人']],
    ['0%', []],
    ['100%', ['100% _']],
    ['%', []],
    ['\\', []],
    ['c2', []],
    ['nobody', []],
  ])('finds for %j', async (search, expected) => {
    const shown = await names({ search })
    expect(search === 'zoe' || search === 'ZOË' ? shown : shown.sort()).toEqual(expected)
  })

  it('searches for two texts at a time, lets eight wait, and refuses a crowd at once', async () => {
    const crowd = Array.from({ length: 40 }, (_, index) => request({ search: `crowd ${index}` }))
    const answers = await Promise.all(crowd)
    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    expect(new Set(refused.map((answer) => refusalOf(answer).code))).toEqual(new Set(['busy']))
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(10)
    expect((await request({ page: 2, limit: 1 })).statusCode).toBe(200)
  })

  it('keeps to the chosen sort when a text is searched', async () => {
    expect(await names({ search: 'zoe', sort: 'name' })).toEqual(['Bazoe', 'Zoë', 'Zoey'])
  })

  it('searches within filters, counts the matches and pages through them', async () => {
    expect(await names({ search: 'zoe', activity: 'low' })).toEqual(['Zoey', 'Bazoe'])
    const second = await browse({ type: 'player', search: 'zoe', limit: 1, page: 2 })
    expect([second.players[0]?.player_name, second.total_entities, second.page]).toEqual(['Zoey', 3, 2])
    const beyond = await browse({ type: 'player', search: 'zoe', limit: 1, page: 9 })
    expect([beyond.players, beyond.total_entities]).toEqual([[], 3])
  })

  it.each([
    [
      { type: 'club', sort: 'performance_score' },
      'sort must be one of popularity, member_count, activity_score, name, created_date, trophies, growth',
    ],
    [{ trophyMin: 10, trophyMax: 9 }, 'trophyMin must not be above trophyMax'],
    [{ type: 'brawler' }, 'type must be club or player'],
    [{ limit: 101 }, 'limit must be a whole number from 1 to 100'],
    [{ page: 0 }, 'page must be a whole number from 1 to 100000'],
  ])('refuses %j with a sentence', async (query, error) => {
    const answer = await request(query)
    expect([answer.statusCode, refusalOf(answer)]).toMatchObject([400, { error, code: 'invalid' }])
  })

  it('refuses the same trophies where it counts what choices would list', async () => {
    for (const counts of ['club-counts', 'player-counts']) {
      const answer = await app.inject({ url: `/api/browse/${counts}?trophyMin=10&trophyMax=9` })
      expect([counts, answer.statusCode, refusalOf(answer).error]).toEqual([
        counts,
        400,
        'trophyMin must not be above trophyMax',
      ])
    }
  })

  it('sorts clubs by popularity when only players have the sort', async () => {
    const both = await browse({ sort: 'performance_score' })
    expect(both.clubs.map((club) => club.club_name)).toEqual(['Dolphins', 'Ärzte', 'Nowhere'])
  })

  it('shows everyone once over all pages, whatever the sort and the filter', async () => {
    const query = fc.record(
      {
        sort: fc.constantFrom(...PLAYER_SORTS),
        region: fc.constantFrom('global', 'eu'),
        membership: fc.constantFrom('member', 'independent'),
        limit: fc.integer({ min: 1, max: 4 }),
      },
      { requiredKeys: ['sort', 'limit'] },
    )
    await fc.assert(
      fc.asyncProperty(query, async (any) => {
        const whole = await players({ ...any, limit: 100 })
        const paged: Awaited<ReturnType<typeof players>> = []
        for (let page = 1; paged.length < whole.length; page++) {
          const next = await players({ ...any, page })
          expect(next.length).toBeGreaterThan(0)
          paged.push(...next)
        }
        expect(paged).toEqual(whole)
      }),
      { numRuns: 15 },
    )
  })

  it('stats count what is tracked', async () => {
    expect(await ask(app, browseStats, {})).toEqual({
      total_clubs: 3,
      total_players: 7,
      analytics_coverage: { clubs: 66.7, players: 85.7 },
    })
  })
})

/** Clubs of one member each: how they are entered, their bar, their members, their country and growth. */
const OFFERS = [
  ['#2PPP', 'open', 0, 30, 'DE', 1],
  ['#2PPY', 'open', 5_000, 28, 'DE', 9],
  ['#2PPL', 'open', 20_000, 12, 'BR', 5],
  ['#2PPQ', 'inviteOnly', 5_000, 29, 'BR', null],
  ['#2PPG', 'closed', 0, 3, null, 3],
] as const

describe.each(storeKinds)('browse for somebody who looks for a club, on the %s store', (kind) => {
  let store: TestStore
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
    const context = openTestContext({ store })
    await context.clock.advance(13 * HOUR_MS)
    await settle(
      context,
      OFFERS.map(([tag], place) => ({
        tag,
        name: `Club ${place}`,
        members: [{ tag: `#PPPP${tag.slice(-1)}`, name: 'Kim', days: [1000 * (place + 1)] }],
      })),
    )
    for (const [tag, entry, required_trophies, member_count, country, growth_7d_percent] of OFFERS) {
      const set = { entry, required_trophies, member_count, country, growth_7d_percent }
      await store.db.updateTable('club_summaries').set(set).where('tag', '=', tag).execute()
    }
    app = openTestApp(context, [registerBrowse])
  })
  afterAll(() => store.close())

  const clubs = async (query: CallInput<typeof browseEntities>['query']) =>
    ask(app, browseEntities, { query: { type: 'club', ...query } })
  const names = async (query: CallInput<typeof browseEntities>['query']) =>
    (await clubs(query)).clubs?.map((club) => club.club_name)

  it.each([
    [{ entry: 'open' }, ['Club 2', 'Club 1', 'Club 0']],
    [{ entry: 'open', seats: 'free' }, ['Club 2', 'Club 1']],
    [{ bar: 5_000 }, ['Club 4', 'Club 3', 'Club 1', 'Club 0']],
    [{ bar: 4_999 }, ['Club 4', 'Club 0']],
    [{ country: 'BR', bar: 6_000 }, ['Club 3']],
    [{ seats: 'free', search: 'club 3' }, ['Club 3']],
    [{ country: 'FR' }, []],
  ] as const)('%j lists %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
    expect((await clubs(query)).total_entities).toBe(expected.length)
  })

  it('pages through what is asked for, and leaves players as they are', async () => {
    const pages = [1, 2, 3].map((page) => names({ entry: 'open', limit: 1, page, sort: 'growth' }))
    expect(await Promise.all(pages)).toEqual([['Club 1'], ['Club 2'], ['Club 0']])
    const both = await ask(app, browseEntities, { query: { entry: 'open', seats: 'free' } })
    expect([both.clubs?.length, both.players?.length, both.total_entities]).toEqual([2, 5, 7])
  })

  it.each([
    ['trophies', ['Club 4', 'Club 3', 'Club 2', 'Club 1', 'Club 0']],
    ['growth', ['Club 1', 'Club 2', 'Club 4', 'Club 0', 'Club 3']],
  ] as const)('sorts by %s, what is not known last', async (sort, expected) => {
    expect(await names({ sort })).toEqual(expected)
    expect(await names({ sort, seats: 'free' })).toEqual(expected.filter((name) => name !== 'Club 0'))
    const growth = (await clubs({ sort: 'growth' })).clubs?.map((club) => club.gain_7d_percent)
    expect(growth).toEqual([9, 5, 3, 1, null])
  })

  it('tells what each choice would list, as the list then counts', async () => {
    const query = { entry: 'open', bar: 5_000 } as const
    const counts = await ask(app, countClubs, { query })
    expect(counts).toMatchObject({ entries: { open: 2, inviteOnly: 1 }, free_seats: 1, bar_met: 2 })
    const regions = { global: 2, na: 0, eu: 0, asia: 0 }
    expect(counts).toMatchObject({ regions, countries: [{ country: 'DE', clubs: 2 }] })
    expect(counts.free_seats).toBe((await clubs({ ...query, seats: 'free' })).total_entities)
    const ranges = TROPHY_RANGES.map(({ min, max }) => clubs({ ...query, trophyMin: min, trophyMax: max }))
    const listed = (await Promise.all(ranges)).map(({ total_entities }) => total_entities)
    expect(Object.values(counts.ranges)).toEqual(listed)
    expect(listed.some((clubs) => clubs > 0)).toBe(true)
    expect((await ask(app, countClubs, { query: { search: 'club 3' } })).entries).toEqual({ open: 0, inviteOnly: 1 })
    expect((await ask(app, countClubs, { query: {} })).bar_met).toBe(null)
  })

  it('tells what each choice would list of players, as the list then counts', async () => {
    const query = { membership: 'member', region: 'global' } as const
    const counts = await ask(app, countPlayers, { query })
    const listed = async (change: object) =>
      (await ask(app, browseEntities, { query: { type: 'player', ...query, ...change } })).total_entities
    expect(counts.regions.global).toBe(await listed({}))
    expect(counts.memberships).toEqual({ member: 5, independent: await listed({ membership: 'independent' }) })
    expect(counts.activities.high).toBe(await listed({ activity: 'high' }))
    const ranges = TROPHY_RANGES.map(({ min, max }) => listed({ trophyMin: min, trophyMax: max }))
    expect(Object.values(counts.ranges)).toEqual(await Promise.all(ranges))
    expect(counts.ranges[TROPHY_RANGES[0]?.label ?? '']).toBeGreaterThan(0)
  })
})
