import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { DAY_MS } from '#shared/days.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { settle } from '#test/small-world.ts'
import { findPage, searchTags, wishedPage } from './find-entities.ts'
import type { ChosenPage, PageRequest } from './page-tags.ts'

const PLAYERS = {
  '#PPP': ['Ada', '月丶光'],
  '#PPY': ['Zed of Ze', 'StarHarbour🌊'],
  '#PPL': ['風', 'Kim'],
  '#PPQ': ['Bo Xu', 'Mia'],
  '#PPG': ['مُحَمَّد', 'قَلْب'],
  '#PPR': ['Size', 'Big Zeppelin'],
}

describe.each(storeKinds)('a search for a text on the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
    const context = openTestContext({ store })
    for (const name of [0, 1]) {
      const members = Object.entries(PLAYERS).map(([tag, names]) => ({ tag, name: names[name] ?? '', days: [100] }))
      await settle(context, [{ tag: '#2PP', name: name === 0 ? 'Dolphins' : 'Team 风 7', members }])
      await context.clock.advance(DAY_MS)
    }
  })
  afterAll(() => store.close())

  const found = async (text: string, type: 'club' | 'player' = 'player') =>
    (await searchTags(store.db, text, { type, filter: {}, sort: 'popularity', limit: 10, offset: 0 })).tags

  it.each([
    ['two letters of a script without spaces', '丶光', ['#PPP']],
    ['one letter in the middle', '丶', ['#PPP']],
    ['an emoji at the end', '🌊', ['#PPY']],
    ['a letter and an emoji', 'R🌊', ['#PPY']],
    ['a short former name', '風', ['#PPL']],
    ['an emoji with the variation selector of a keyboard', '🌊\ufe0f', ['#PPY']],
    ['two letters with vowel marks between them', 'لب', ['#PPG']],
    ['two letters with vowel marks between them in a former name', 'حم', ['#PPG']],
    ['two letters at the start of a name or of a word of a present or former name', 'ze', ['#PPR', '#PPY']],
    ['the second word of a former name', 'XU', ['#PPQ']],
    ['letters that nobody has in this order', '光月', []],
    ['a character that is a wildcard in SQL', '_光', []],
  ])('for %s finds whoever has them', async (_what, text, tags) => {
    expect((await found(text)).sort()).toEqual(tags)
  })

  it('finds clubs by present and former names', async () => {
    expect([await found('风', 'club'), await found('do', 'club'), await found('7', 'club')]).toEqual([
      ['#2PP'],
      ['#2PP'],
      [],
    ])
  })

  it('counts no further than there is use for it, and still has the exact match first', async () => {
    const page = (text: string, sort: 'popularity' | 'name', offset = 0) =>
      searchTags(store.db, text, { type: 'player', filter: {}, sort, limit: 2, offset }, 4)
    // All have a tag that begins with P, and one is called Mia.
    expect((await page('p', 'name')).total).toBe(4)
    expect(await page('p', 'name')).toMatchObject({ total: 4, more: true, tags: ['#PPR', '#PPL'] })
    expect(await page('p', 'name', 2)).toMatchObject({ total: 4, more: true, tags: ['#PPQ', '#PPY'] })
    expect(await page('p', 'name', 4)).toEqual({ total: 4, more: true, tags: [] })
    expect(await page('mia', 'popularity')).toEqual({ total: 1, more: false, tags: ['#PPQ'] })
    await store.db.updateTable('player_summaries').set({ name_folded: 'p' }).where('tag', '=', '#PPY').execute()
    expect(await page('p', 'popularity')).toMatchObject({ more: true, tags: ['#PPY', expect.any(String)] })
  })

  it('finds rows without grams by the start of their name', async () => {
    await store.db.updateTable('player_summaries').set({ short_grams: null }).execute()
    expect([await found('月'), await found('光')]).toEqual([['#PPP'], []])
  })
})

const CLUBS = 4000

/**
 * How the store reads the clubs for a page: each way in which a statement goes over them, and how many rows it expects
 * to sort.
 */
async function readingOf(db: Database, request: PageRequest, countedMax?: number) {
  const nodes: RootOperationNode[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const beyond = countedMax === undefined ? undefined : wishedPage(watched, request, countedMax).beyond
  const { start, tags, total } = await (beyond === undefined ? findPage(watched, request) : beyond())
  await sql`${start} select ${tags} as tags, ${total} as total`.execute(watched)
  const plans = []
  for (const node of nodes) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId())
    if (text.startsWith('set local')) continue
    const { rows } = await db.executeQuery(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]))
    plans.push(planOf(rows[0]))
  }
  const steps = plans.flatMap(stepsOf)
  return {
    reads: steps.filter((step) => step['Relation Name'] === 'club_summaries').map(wayOf),
    sorted: Math.max(0, ...steps.filter((step) => step['Node Type'].includes('Sort')).map((step) => step['Plan Rows'])),
  }
}

type Step = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  Plans?: Step[]
}

/** A page beyond what is counted. */
async function shown(db: Database, request: PageRequest, countedMax: number) {
  const [page, beyond] = [wishedPage(db, request, countedMax), await wishedPage(db, request, countedMax).beyond?.()]
  const columns = { tags: z.array(z.string()), total: z.int(), more: z.boolean() }
  const read = async ({ start, tags, total, more }: ChosenPage) =>
    (await queryRows(db, columns, sql`${start} select ${tags} as tags, ${total} as total, ${more} as more`))[0]
  expect((await read(page))?.more).toBe(true)
  return beyond && read(beyond)
}

function planOf(row: unknown): Step {
  const plan = (row as Record<string, unknown>)['QUERY PLAN']
  return (typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan
}

function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)]
}

function wayOf({ 'Node Type': type, 'Index Name': index }: Step): string {
  return type.startsWith('Index') ? `by ${index}` : type
}

describe.each(storeKinds)('a page of clubs on the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
    // Every second club is open, every third has a free seat, one in ten is German, and all facets of two regions are there.
    await sql`
      insert into club_summaries (tag, name, name_folded, search_text, trophies, member_count, country, facet, activity_score,
        growth_7d_percent, analytics_available, created_at, summarised_on, entry, required_trophies)
      select '#C' || i, 'c' || i, 'c' || i, 'c' || i, (i::bigint * 7919 % 100003)::integer, case when i % 3 = 0 then 20 else 30 end,
        case when i % 10 = 0 then 'DE' end, (i % 12 * 32 + case when i % 10 = 0 then 16 else 0 end + i % 4 * 2 + 1)::smallint,
        i % 101, i * 37 % 1009, true, '2026-01-01Z', '2026-06-01', case when i % 2 = 0 then 'open' else 'closed' end,
        i % 50 * 1000
      from generate_series(1, ${CLUBS}::integer) i`.execute(store.db)
    await sql`insert into entity_counts select 'club', facet, trophies / 1000, count(*), count(*), count(*), 0
      from club_summaries group by 2, 3`.execute(store.db)
    for (const table of ['club_summaries', 'entity_counts']) await sql`analyze ${sql.table(table)}`.execute(store.db)
  })
  afterAll(() => store.close())

  const request = (sort: PageRequest['sort'], filter: PageRequest['filter'] = {}, offset = 0): PageRequest => {
    return { type: 'club', sort, filter, limit: 24, offset }
  }

  it.each([
    ['all by trophies', request('trophies'), 'by club_summaries_by_trophies'],
    ['all by growth', request('growth'), 'by club_summaries_by_growth'],
    ['all by growth, deep down', request('growth', {}, 1900), 'by club_summaries_by_growth'],
    ['a region by trophies', request('trophies', { region: 'eu' }), 'by club_facets_by_trophies'],
    ['a region by growth', request('growth', { region: 'eu' }), 'by club_facets_by_growth'],
    ['those of high activity by growth', request('growth', { activity: 'high' }), 'by club_facets_by_growth'],
  ])('%s is walked down an index', async (_what, asked, way) => {
    const { reads, sorted } = await readingOf(store.db, asked)
    expect(new Set(reads)).toEqual(new Set([way]))
    expect(sorted).toBeLessThan(CLUBS / 2)
  })

  it.each([
    ['open clubs', { entry: 'open' }],
    ['those with a free seat', { seats: 'free' }],
    ['those whose bar is met', { bar: 10_000 }],
    ['those of a country', { country: 'DE' }],
    ['all wishes at once', { entry: 'open', seats: 'free', bar: 30_000, country: 'DE' }],
  ] as const)('%s are counted and sorted in one pass over the clubs', async (_what, wishes) => {
    for (const sort of ['trophies', 'growth'] as const) {
      expect((await readingOf(store.db, request(sort, { wishes }))).reads).toHaveLength(1)
      expect((await readingOf(store.db, request(sort, { wishes, activity: 'high' }))).reads).toHaveLength(1)
    }
  })

  it('where more clubs match than are counted, a page is walked down an index', async () => {
    for (const sort of ['trophies', 'growth'] as const) {
      const wishes = { entry: 'open' }
      const { reads } = await readingOf(store.db, request(sort, { wishes }, 48), 100)
      expect(reads.at(-1)).toBe(`by club_summaries_by_${sort}`)
      const found = await shown(store.db, request(sort, { wishes }, 96), 100)
      expect([found?.tags.length, found?.total, found?.more]).toEqual([4, 100, true])
      expect((await shown(store.db, request(sort, { wishes }, 100), 100))?.tags).toEqual([])
    }
  })
})
