import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp } from '#test/open-app.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { ingest } from '../ingestion/ingest.ts'
import { registerLeaderboards } from './routes.ts'

const HOUR_MS = 3_600_000
const clock = manualClock()
const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS)
const OTHERS = ['#PPP', '#PPY', '#PPL', '#PPQ', '#PPG', '#PPR']
const row = (tag: string, index: number) => {
  return { tag, name: tag, nameColor: null, iconId: null, trophies: 900 - index, rank: index + 1, clubName: null }
}

describe.each(storeKinds)('the rank before, on the %s store', (kind) => {
  let store: TestStore
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    app = openTestApp(openTestContext({ store, clock }), [registerLeaderboards])
  })
  afterAll(() => store.close())

  const collect = (hours: number, tags: string[], country = 'global') =>
    ingest(store.db, [{ kind: 'player-ranking', country, body: tags.map(row), observedAt: ago(hours) }])
  const board = async () => (await app.inject('/api/rankings/leaderboards')).json()

  it.each([
    ['none when it was collected once', [0], null],
    ['the oldest, when all are of today', [0, 0.1, 3], 3],
    ['the newest of those a day old, however often it was collected since', [0, 0.1, 1, 19, 21, 45], 21],
    ['one of 20 hours: yesterday at that', [0, 19.9, 20], 20],
    ['an old one when there is no other', [0, 240], 240],
  ])('is that of %s', async (_, hours, expected) => {
    // With each collection back in time, Zoë stands a place lower.
    for (const [index, each] of [...hours.entries()].reverse()) await collect(each, OTHERS.toSpliced(index, 0, '#2YY'))
    for (const each of [0.5, 22, 30]) await collect(each, ['#2YY', ...OTHERS], 'DE')
    const { leaderboard, previous_collected_at } = await board()
    expect(previous_collected_at).toBe(expected === null ? null : ago(expected).toISOString())
    const zoe = leaderboard.find((entry: { entity_tag: string }) => entry.entity_tag === '#2YY')
    expect([zoe.rank_position, zoe.previous_rank]).toEqual([1, expected && hours.indexOf(expected) + 1])
  })

  it('is unknown of a newcomer, even one who was there an hour ago', async () => {
    await collect(24, ['#PPP'])
    await collect(1, ['#2YY', '#PPP'])
    await collect(0, ['#2YY', '#PPP'])
    const ranks = (await board()).leaderboard.map((entry: { previous_rank: number | null }) => entry.previous_rank)
    expect(ranks).toEqual([null, 1])
  })
})
