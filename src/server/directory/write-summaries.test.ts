import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openStore, type Store } from '#server/database/open-store.ts'
import { bothStores, openTestStore, type TestStore } from '#test/open-store.ts'
import { mergeCounterParts } from './counters.ts'
import { facetOf } from './facets.ts'
import type { PlayerSummary } from './summary-rows.ts'
import { writePlayerSummaries } from './write-summaries.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

function player(tag: string, { trophies = 9000, activity = 50 as number | null } = {}): PlayerSummary {
  return {
    tag,
    name: tag,
    name_folded: tag,
    search_text: tag,
    short_grams: null,
    trophies,
    club_tag: null,
    country: null,
    facet: facetOf({ trophies, country: null, activityScore: activity, isMember: false }),
    activity_score: activity,
    performance_score: null,
    consistency_rating: null,
    longest_streak: null,
    ranked_rating: null,
    ranked_tier: null,
    prestige: null,
    growth_7d: null,
    growth_from: null,
    growth_7d_percent: null,
    analytics_available: activity !== null,
    created_at: '2026-06-01T00:00:00.000Z',
  }
}

describe.runIf(bothStores.includes('postgres'))('two collectors that write summaries into one PostgreSQL', () => {
  let store: TestStore
  let other: Store
  beforeAll(async () => {
    store = await openTestStore('postgres')
    const onError = (error: Error) => {
      throw error
    }
    other = await openStore({ databaseUrl: store.url, dataDirectory: tmpdir(), connections: 4, onError })
  })
  beforeEach(() => store.reset())
  afterAll(async () => {
    await other.close()
    await store.close()
  })

  const write = (db: Database, players: PlayerSummary[], tags = players.map(({ tag }) => tag)) =>
    writePlayerSummaries(db, { tags, rows: players, now: NOW, updated: true })

  /** Every total, once from the counters and once from the rows. */
  async function totals() {
    const kept = await sql`
      select facet, thousand, sum(entities) as entities, sum(available) as available, sum(scored) as scored,
        sum(activity_tenths)::double precision as tenths
      from entity_counts where type = 'player' group by 1, 2 having sum(entities) <> 0 order by 1, 2`.execute(store.db)
    const counted = await sql`
      select facet, trophies / 1000 as thousand, count(*) as entities,
        count(*) filter (where analytics_available) as available, count(activity_score) as scored,
        coalesce(sum(round(activity_score::numeric * 10)), 0)::double precision as tenths
      from player_summaries group by 1, 2 order by 1, 2`.execute(store.db)
    const hundreds = await sql`
      select hundred, sum(players) as players from trophy_counts group by 1 having sum(players) <> 0 order by 1`.execute(
      store.db,
    )
    const countedHundreds = await sql`
      select trophies / 100 as hundred, count(*) as players from player_summaries group by 1 order by 1`.execute(
      store.db,
    )
    return { kept: [kept.rows, hundreds.rows], counted: [counted.rows, countedHundreds.rows] }
  }

  it("do not wait for each other's open transaction when their tags differ", async () => {
    await store.db.transaction().execute(async (open) => {
      await write(open, [player('#PPP')])
      await write(other.db, [player('#PPY')])
      expect((await totals()).kept[1]).toEqual([{ hundred: 90, players: 1 }])
    })
    expect((await totals()).kept[1]).toEqual([{ hundred: 90, players: 2 }])
  })

  it('count in parts of their own, which are merged without changing a total', async () => {
    await store.db.transaction().execute(async (open) => {
      await write(open, [player('#PPP'), player('#PPL', { trophies: 200 })])
      await write(other.db, [player('#PPY')])
    })
    const before = await totals()
    expect(before.kept).toEqual(before.counted)
    expect(await parts()).toEqual([0, 1])
    await mergeCounterParts(store.db)
    expect(await parts()).toEqual([0])
    expect(await totals()).toEqual(before)
  })

  const parts = async () =>
    (await store.db.selectFrom('entity_counts').select('part').distinct().orderBy('part').execute()).map(
      ({ part }) => part,
    )

  it('keep every total exact when their tags overlap', async () => {
    const tag = fc.constantFrom('#PPP', '#PPY', '#PPL', '#PPQ', '#PPG', '#PPR', '#PPJ', '#PPC')
    const anyBatch = fc.uniqueArray(
      fc.record({
        tag,
        trophies: fc.integer({ min: 0, max: 12_000 }),
        activity: fc.option(fc.integer({ min: 0, max: 100 })),
        isGone: fc.boolean(),
      }),
      { selector: (each) => each.tag, minLength: 1 },
    )
    const anyBatches = fc.array(anyBatch, { minLength: 10, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(anyBatches, anyBatches, async (ones, others) => {
        const writeAll = async (db: Database, batches: typeof ones) => {
          for (const batch of batches) {
            const kept = batch.filter(({ isGone }) => !isGone)
            const tags = batch.map((each) => each.tag)
            await write(
              db,
              kept.map((each) => player(each.tag, each)),
              tags,
            )
          }
        }
        await Promise.all([
          writeAll(store.db, ones),
          writeAll(other.db, others),
          writeAll(store.db, others),
          writeAll(other.db, ones),
          mergeCounterParts(store.db),
        ])
        const { kept, counted } = await totals()
        expect(kept).toEqual(counted)
      }),
      { numRuns: 25 },
    )
  })
})
