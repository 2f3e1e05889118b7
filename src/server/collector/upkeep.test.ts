import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteVisit } from '#server/directory/noted-visits.ts'
import { flushVisits } from '#server/directory/visits.ts'
import type { Incident } from '#server/game/game-api.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { RANKING_COUNTRIES } from '#shared/regions.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { recordIncident, refreshIncidents } from './record-trouble.ts'
import { collectorJobs } from './run-collector.ts'
import { runByOneProcess } from './scheduler.ts'
import { track } from './targets.ts'
import { demoteUnvisited, trackRankings, trackStoredClubs } from './upkeep.ts'

describe.each(storeKinds)('what a collector does beside collecting, on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store })
  })
  afterAll(() => store.close())

  const incidents = () => store.db.selectFrom('incidents').select(['kind', 'started_at', 'ended_at']).execute()
  const trouble = (): Incident => ({
    kind: 'maintenance',
    message: 'In maintenance',
    startedAt: context.clock.now(),
    endedAt: null,
  })

  it('stores one incident with its duration, though several processes meet the same trouble', async () => {
    const begin = trouble()
    await recordIncident(context, begin)
    await context.clock.advance(MINUTE_MS)
    await recordIncident(context, trouble())
    const endedAt = context.clock.now()
    await recordIncident(context, { ...begin, endedAt })
    expect(await incidents()).toEqual([{ kind: 'maintenance', started_at: begin.startedAt, ended_at: endedAt }])
    await recordIncident(context, trouble())
    expect(await incidents()).toHaveLength(2)
  })

  it('makes next week’s partitions in time, once for all processes', async () => {
    const job = collectorJobs(context).find(({ name }) => name === 'next week')
    const monday = new Date('2032-06-14T00:00:00Z')
    await context.clock.advance(monday.getTime() - 2 * DAY_MS - context.clock.now().getTime())
    await job?.run(new AbortController().signal)
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relispartition and relkind = 'r' and relname like 'club_answers_2032%'
      order by 1`.execute(store.db)
    expect(rows.map(({ name }) => name)).toEqual(['club_answers_20320607', 'club_answers_20320614'])
  })

  it('gives the lowest class within a day to searched tags that nobody looks at again', async () => {
    const keys = ['#RANDOM', '#VISITED']
    await track(
      context,
      keys.flatMap((key) => [
        { kind: 'player', key, class: 'searched' } as const,
        { kind: 'battle-log', key, class: 'searched' } as const,
      ]),
    )
    const look = (tag: string, visitor: string) => {
      noteVisit(context.visits, { tag, type: 'player', visitor, kind: 'search' })
      return flushVisits(context)
    }
    await look('#RANDOM', '192.0.2.1')
    await look('#VISITED', '192.0.2.1')
    await context.clock.advance(HOUR_MS)
    await look('#VISITED', '192.0.2.2')
    expect(await demoteUnvisited(context)).toBe(0)
    await context.clock.advance(DAY_MS - HOUR_MS + 1)
    expect(await demoteUnvisited(context)).toBe(2)
    const targets = await store.db.selectFrom('collection_targets').select(['key', 'class']).orderBy('key').execute()
    expect(targets.map(({ key, class: given }) => `${key} ${given}`)).toEqual([
      '#RANDOM 4',
      '#RANDOM 4',
      '#VISITED 1',
      '#VISITED 1',
    ])
  })

  it('ends the incident of a killed process at the time it was met last', async () => {
    const begin = trouble()
    await recordIncident(context, begin)
    await context.clock.advance(4 * MINUTE_MS)
    await refreshIncidents(context)
    expect(await incidents()).toMatchObject([{ ended_at: null }])
    await context.clock.advance(2 * MINUTE_MS)
    await refreshIncidents(context)
    expect(await incidents()).toMatchObject([{ ended_at: begin.startedAt }])
  })

  it('runs a shared job once in its interval, however many processes want to', async () => {
    let runs = 0
    const job = { name: 'sweep', everyMs: 10 * MINUTE_MS, run: async () => (runs += 1) }
    const processes = Array.from({ length: 5 }, () => runByOneProcess(context, job))
    const signal = new AbortController().signal
    const everyone = () => Promise.all(processes.map((process) => process.run(signal)))
    await everyone()
    await everyone()
    expect(runs).toBe(1)
    await context.clock.advance(10 * MINUTE_MS)
    await everyone()
    expect(runs).toBe(2)
  })

  it('has every ranking of every country collected, those of brawlers spread over a day', async () => {
    await store.db
      .insertInto('brawlers')
      .values({ id: 16_000_000, name: 'SHELLY', seen_at: context.clock.now() })
      .execute()
    await trackRankings(context)
    await trackRankings(context)
    const targets = await store.db.selectFrom('collection_targets').select(['kind', 'due_at']).execute()
    const kinds = Object.fromEntries([...Map.groupBy(targets, (target) => target.kind)].map(([k, v]) => [k, v.length]))
    const each = RANKING_COUNTRIES.length
    const ofAll = { 'player-ranking': each, 'club-ranking': each, 'brawler-ranking': each }
    expect(kinds).toEqual({ brawlers: 1, gamemodes: 1, rotation: 1, ...ofAll })
    const turns = new Set(
      targets.filter((target) => target.kind === 'brawler-ranking').map((target) => target.due_at.getTime()),
    )
    expect(turns.size).toBe(each)
  })

  it('tracks clubs that were stored without being tracked', async () => {
    const now = context.clock.now()
    const club = { name: 'Stars', trophies: 1, member_count: 1, first_seen_at: now, observed_at: now }
    await store.db
      .insertInto('clubs')
      .values([
        { ...club, tag: '#2PP' },
        { ...club, tag: '#2PQ' },
      ])
      .execute()
    expect(await trackStoredClubs(context)).toBe(2)
    expect(await trackStoredClubs(context)).toBe(0)
  })
})
