import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { regionOf } from '#shared/regions.ts'
import { CLUB_SORTS, PLAYER_SORTS } from '#shared/sorts.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { countEntities, type FacetFilter, facetOf } from './facets.ts'
import { choosePage, type PageRequest, sortKeys } from './page-tags.ts'
import type { PlayerSummary } from './summary-rows.ts'
import { writePlayerSummaries } from './write-summaries.ts'

const COUNTRIES = [null, 'US', 'DE', 'JP', 'PL']

/** 400 players of all trophies, countries and scores. Many of them are equal in what they are sorted by. */
const PLAYERS = Array.from({ length: 400 }, (_, index): PlayerSummary => {
  const activity = index % 7 === 0 ? null : (index * 37) % 101
  const facts = { trophies: ((index * 7919) % 40) * 2500 + (index % 3), country: COUNTRIES[index % 5] ?? null }
  const isMember = index % 4 > 0
  return {
    ...facts,
    tag: `#${index}`,
    name: `P${index % 90}`,
    name_folded: `p${index % 90}`,
    search_text: `p${index % 90}`,
    short_grams: null,
    club_tag: isMember ? '#2PP' : null,
    facet: facetOf({ ...facts, activityScore: activity, isMember }),
    activity_score: activity,
    performance_score: index % 9 === 0 ? null : index % 50,
    consistency_rating: null,
    longest_streak: null,
    ranked_rating: index % 3 === 0 ? null : 750 + (index % 60) * 50,
    ranked_tier: null,
    prestige: index % 5 === 0 ? null : index % 40,
    growth_7d: null,
    growth_from: null,
    growth_7d_percent: null,
    analytics_available: true,
    created_at: new Date(Date.UTC(2026, 0, 1 + (index % 20))).toISOString(),
  }
})

const anyFilter: fc.Arbitrary<FacetFilter> = fc.record({
  region: fc.constantFrom(undefined, 'global' as const, 'na' as const, 'eu' as const),
  isMember: fc.constantFrom(undefined, true, false),
  trophies: fc.constantFrom(
    null,
    { min: 5000, max: 15_000 },
    { min: 0, max: 5000 },
    { min: 2501, max: null },
    { min: 7501, max: 52_400 },
    { min: 25_000, max: null },
  ),
})
/** Which of the statements is taken: the deep merge, a merge after counting, or a single statement. */
const anyMergedMax = fc.constantFrom(0, 500, 10_000)
const anyPage = fc.record({
  sort: fc.constantFrom(...PLAYER_SORTS),
  limit: fc.integer({ min: 1, max: 60 }),
  offset: fc.nat(420),
})

function fits(player: PlayerSummary, { region = 'global', isMember, trophies }: FacetFilter): boolean {
  const inRange =
    !trophies || (player.trophies >= trophies.min && player.trophies <= (trophies.max ?? Number.POSITIVE_INFINITY))
  const inRegion = region === 'global' || regionOf(player.country) === region
  return inRange && inRegion && (isMember === undefined || isMember === (player.club_tag !== null))
}

function inOrder(sort: PageRequest['sort'], one: PlayerSummary, other: PlayerSummary): number {
  const score = (value: number | null) => value ?? -1
  const first = {
    trophies: other.trophies - one.trophies,
    performance_score: score(other.performance_score) - score(one.performance_score),
    activity_score: score(other.activity_score) - score(one.activity_score),
    ranked: score(other.ranked_rating) - score(one.ranked_rating),
    prestige: score(other.prestige) - score(one.prestige),
    name: one.name_folded < other.name_folded ? -1 : Number(one.name_folded > other.name_folded),
    created_date: Date.parse(other.created_at) - Date.parse(one.created_at),
    popularity: 0,
    member_count: 0,
    growth: 0,
  }[sort]
  return first || other.trophies - one.trophies || (one.tag < other.tag ? -1 : 1)
}

describe.each(storeKinds)('a page of players on the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
    const tags = PLAYERS.map((player) => player.tag)
    await writePlayerSummaries(store.db, { tags, rows: PLAYERS, now: new Date('2026-06-01T12:00:00Z'), updated: true })
    await sql`analyze player_summaries`.execute(store.db)
  })
  afterAll(() => store.close())

  it('is read from an index, by any order, of everybody and within a facet', async () => {
    const { rows } = await sql<{ columns: string }>`
      select tablename || ' ' || substring(indexdef from '\\((.*)\\)$') as columns from pg_indexes`.execute(store.db)
    const indexed = new Set(rows.map(({ columns }) => columns))
    const wanted = [
      ...CLUB_SORTS.map((sort) => ['club', sort] as const),
      ...PLAYER_SORTS.map((sort) => ['player', sort] as const),
    ]
    const missing = wanted.flatMap(([type, sort]) => {
      const order = sortKeys(type, sort).map(({ column, descending, nullable }) => {
        return `${column}${descending ? ' DESC' : ''}${nullable ? ' NULLS LAST' : ''}`
      })
      return [order, ['facet', ...order]].map((columns) => `${type}_summaries ${columns.join(', ')}`)
    })
    expect(missing.filter((columns) => !indexed.has(columns))).toEqual([])
  })

  it('and its total are the same as by filtering and sorting everybody, whichever statement is chosen', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, anyPage, anyMergedMax, async (filter, { sort, limit, offset }, mergedMax) => {
        const all = PLAYERS.filter((player) => fits(player, filter)).sort((one, other) => inOrder(sort, one, other))
        const expected = all.slice(offset, offset + limit).map((player) => player.tag)
        const request: PageRequest = { type: 'player', filter, sort, limit, offset }
        const { start, tags, total } = await choosePage(store.db, request, mergedMax)
        const { rows } = await sql`${start} select ${tags} as tags, ${total} as total`.execute(store.db)
        expect(rows).toEqual([{ tags: expected, total: all.length }])
        expect((await countEntities(store.db, 'player', filter)).total).toBe(all.length)
      }),
      { numRuns: 120 },
    )
  })
})
