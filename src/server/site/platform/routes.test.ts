import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { summariseStale } from '#server/directory/summarise.ts'
import { getDashboard } from '#shared/contract/platform.ts'
import { DAY_MS } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { rising, type Settlement, settle } from '#test/small-world.ts'
import { registerPlatform } from './routes.ts'

const DOLPHINS: Settlement = {
  tag: '#2PP',
  name: 'Dolphins',
  country: 'DE',
  members: [
    { tag: '#PPP', name: 'Ada', days: rising('##########', 20_000, 100) },
    { tag: '#PPY', name: 'Zoë', days: rising('..........', 9_000) },
    { tag: '#PPR', name: 'Bo', days: rising('.........#', 30_000) },
  ],
}
const SHARKS: Settlement = {
  tag: '#2YY',
  name: 'Sharks',
  country: 'BR',
  members: [{ tag: '#PPG', name: 'Milo', days: rising('##......##', 10_000, 500) }],
}
const NEWCOMERS: Settlement = { tag: '#2LL', name: 'New', members: [{ tag: '#PPJ', name: 'Kim', days: [100, 90_000] }] }

describe.each(storeKinds)('the dashboard on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store })
    await context.clock.advance(DAY_MS / 2 + 1)
    app = openTestApp(context, [registerPlatform])
  })
  afterAll(() => store.close())

  const dashboard = () => ask(app, getDashboard, {})

  it('of an empty platform has zeros and nulls, and invents no figures', async () => {
    expect(await dashboard()).toEqual({
      platform_overview: {
        total_clubs: 0,
        total_players: 0,
        analytics_coverage: null,
        recent_activity: 0,
        platform_growth_7d: null,
      },
      trending_this_week: [],
      regional_insights: ['na', 'eu', 'asia'].map((region) => ({
        region,
        entity_count: 0,
        avg_activity_score: null,
        top_performers: [],
      })),
      analytics_highlights: [],
      recent_activity: { data_updates_24h: 0, new_clubs_7d: 0, new_players_7d: 0, analytics_generated_24h: 0 },
    })
  })

  it('counts what is tracked, what is new and what was done', async () => {
    await settle(context, [DOLPHINS, SHARKS, NEWCOMERS])
    const { platform_overview, recent_activity } = await dashboard()
    // 6 were here 10 days ago, 2 came yesterday.
    expect(platform_overview).toEqual({
      total_clubs: 3,
      total_players: 5,
      analytics_coverage: 75,
      recent_activity: 8,
      platform_growth_7d: 33.3,
    })
    expect(recent_activity).toEqual({
      data_updates_24h: 8,
      new_clubs_7d: 1,
      new_players_7d: 1,
      analytics_generated_24h: 8,
    })
  })

  it('counts no update of data when only scores were renewed', async () => {
    await settle(context, [DOLPHINS])
    await context.clock.advance(2 * DAY_MS)
    await summariseStale(context, 100)
    expect((await dashboard()).recent_activity).toMatchObject({ data_updates_24h: 0, analytics_generated_24h: 4 })
  })

  it('names those who grew most with a reason, but nobody without a week of history', async () => {
    await settle(context, [DOLPHINS, SHARKS, NEWCOMERS])
    const { trending_this_week } = await dashboard()
    const names = trending_this_week.map((entity: { name: string }) => entity.name)
    // The only member grew as much as the club: of equals the lower tag goes first.
    expect(names).toEqual(['Sharks', 'Milo', 'Ada', 'Dolphins', 'Bo', 'Zoë'])
    expect(trending_this_week[1]).toEqual({
      tag: '#PPG',
      name: 'Milo',
      type: 'player',
      metrics: {
        trophies: 12_000,
        trophy_growth_7d: 1000,
        trophy_growth_7d_played: 1000,
        trophy_growth_7d_percent: 9.1,
      },
      reason: '+1,000 trophies in 7 days',
    })
  })

  it('puts no club first because somebody joined it, and shows the total beside what was won', async () => {
    const joiner = { tag: '#PPQ', name: 'Rex', days: [null, null, null, null, null, null, null, null, 90_000, 90_000] }
    await settle(context, [{ ...DOLPHINS, members: [...DOLPHINS.members, joiner] }])
    const { trending_this_week } = await dashboard()
    // 710 of the 59,300 trophies of 7 days ago; the 90,000 came with Rex.
    expect(trending_this_week.find(({ name }) => name === 'Dolphins')).toMatchObject({
      metrics: { trophy_growth_7d: 90_710, trophy_growth_7d_played: 710, trophy_growth_7d_percent: 1.2 },
      reason: '+710 trophies in 7 days; +90,710 trophies with members who joined and left',
    })
    expect(trending_this_week[0]?.name).toBe('Ada')
  })

  it('highlights nobody who has been silent for 14 days', async () => {
    const rested = { tag: '#PPQ', name: 'Rex', days: rising(`${'#'.repeat(13)}${'.'.repeat(14)}`, 9_000) }
    await settle(context, [{ ...DOLPHINS, members: [...DOLPHINS.members, rested] }])
    const { analytics_highlights } = await dashboard()
    expect(analytics_highlights.find(({ title }) => title === 'Longest active streak')?.entity_name).toBe('Ada')
  })

  it('compares the regions', async () => {
    await settle(context, [DOLPHINS, SHARKS, NEWCOMERS])
    const [na, eu, asia] = (await dashboard()).regional_insights
    expect(na).toMatchObject({ region: 'na', entity_count: 2, avg_activity_score: 30 })
    expect(eu).toMatchObject({ region: 'eu', entity_count: 4, avg_activity_score: 41.7 }) // (66.7 + 90 + 0 + 10) / 4
    expect(eu?.top_performers.map((entity) => entity.name)).toEqual(['Ada', 'Dolphins', 'Bo'])
    expect(asia).toEqual({ region: 'asia', entity_count: 0, avg_activity_score: null, top_performers: [] })
  })

  it('highlights the first club or player of five orders', async () => {
    await settle(context, [DOLPHINS, SHARKS, NEWCOMERS])
    const { analytics_highlights } = await dashboard()
    const facts = analytics_highlights.map((one) => [one.title, one.entity_name, one.metric])
    expect(facts).toEqual([
      ['Most active club', 'Dolphins', '67%'],
      ['Biggest climber of the week', 'Milo', '+9.1%'],
      ['Most consistent player', 'Ada', '100'],
      ['Fewest ghosts', 'Sharks', '0 ghosts'],
      ['Longest active streak', 'Ada', '9 days'],
    ])
  })
})
