import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bothStores, openTestStore, type TestStore } from '#test/open-store.ts'
import {
  type Columns,
  type Database,
  defineQuery,
  field,
  jsonList,
  queryRows,
  runAll,
  VISITORS_LIMIT,
} from './database.ts'

const countOf = defineQuery({ entities: z.number() }, 'select count(*) as entities from arrivals where type = $1')

describe.each(bothStores)('a statement on the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('sees within a transaction what that has written, and no other connection sees it', async () => {
    await store.db.transaction().execute(async (transaction) => {
      await sql`insert into arrivals values ('2026-03-01', 'club', 1)`.execute(transaction)
      expect(await countOf(transaction, ['club'])).toEqual([{ entities: 1 }])
      if (kind === 'postgres') expect(await countOf(store.db, ['club'])).toEqual([{ entities: 0 }])
    })
  })

  it.skipIf(kind === 'embedded')(
    'whose cost a visitor chooses is given up after half a second, and others are not',
    async () => {
      const sleep = sql`select 1 as n from pg_sleep(0.9)`
      await expect(queryRows(store.db, { n: z.int() }, sleep, VISITORS_LIMIT)).rejects.toMatchObject({ code: '57014' })
      expect(
        await Promise.all(Array.from({ length: 8 }, () => queryRows(store.db, { n: z.int() }, sleep))),
      ).toHaveLength(8)
    },
  )

  it('may have a limit within a transaction too, where the embedded store, which cannot keep it, is not asked', async () => {
    const limit = sql`select current_setting('statement_timeout') as "limit"`
    const read = (db: Database) => queryRows(db, { limit: z.string() }, limit, VISITORS_LIMIT)
    const [usual] = await queryRows(store.db, { limit: z.string() }, limit)
    expect(await read(store.db)).toEqual([kind === 'embedded' ? usual : { limit: '500ms' }])
    expect(await store.db.transaction().execute(read)).toEqual([{ limit: '500ms' }])
    expect(await queryRows(store.db, { limit: z.string() }, limit)).toEqual([usual])
  })

  it('throws what is wrong with it, and the next one runs', async () => {
    const wrong = defineQuery({}, 'select * from no_such_table')
    await expect(wrong(store.db, [])).rejects.toMatchObject({ code: '42P01' })
    expect(await countOf(store.db, ['player'])).toEqual([{ entities: 0 }])
  })
})

describe.each(bothStores)('statements that follow each other on the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const arrive = (entities: number) => sql`insert into arrivals values ('2026-03-01', 'club', ${entities})`
  const stored = () => store.db.selectFrom('arrivals').select('entities').orderBy('entities').execute()

  it('run in their order, each on what the ones before have written', async () => {
    const double = sql`update arrivals set entities = 2 * entities`
    const written = await store.db
      .transaction()
      .execute((transaction) =>
        runAll(transaction, [
          arrive(1),
          double,
          sql`insert into arrivals values ('2026-03-02', 'club', ${5}), ('2026-03-03', 'club', ${6})`,
          double,
          sql`delete from arrivals where entities = ${99}`,
        ]),
      )
    expect(written).toEqual([1, 1, 2, 3, 0])
    expect(await stored()).toEqual([{ entities: 4 }, { entities: 10 }, { entities: 12 }])
  })

  it.each([
    ['the first', 0],
    ['one in the middle', 1],
    ['the last', 2],
  ])('are all undone when %s fails, and the connection goes on', async (_which, place) => {
    const statements = [arrive(1), sql`update arrivals set entities = 3`]
    statements.splice(place, 0, sql`select 1 / ${0}::integer as never`)
    const failing = store.db.transaction().execute((transaction) => runAll(transaction, statements))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await stored()).toEqual([])
    await store.db.transaction().execute((transaction) => runAll(transaction, [arrive(7)]))
    expect(await stored()).toEqual([{ entities: 7 }])
  })
})

describe('rows of SQL written by hand', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore()
  })
  afterAll(() => store.close())

  const query = sql`select '#2PP'::text as tag, 3::smallint as rank, null::timestamptz as left_at`
  const columns = { tag: z.string(), rank: z.number(), left_at: z.nullable(z.date()) }
  const ways: [string, (columns: Columns) => Promise<unknown[]>][] = [
    ['queryRows', (declared) => queryRows(store.db, declared, query)],
    ['defineQuery', (declared) => defineQuery(declared, query.compile(store.db).sql)(store.db, [])],
  ]

  describe.each(ways)('read by %s', (_name, read) => {
    it('are answered when every column is as declared', async () => {
      expect(await read(columns)).toEqual([{ tag: '#2PP', rank: 3, left_at: null }])
    })

    it.each<[string, Columns, string]>([
      ['a missing column', { ...columns, name: z.string() }, 'name'],
      ['an additional column', { tag: columns.tag, rank: columns.rank }, 'left_at'],
      ['a column of another name', { tag: columns.tag, rank: columns.rank, joined_at: columns.left_at }, 'joined_at'],
      ['a column of another type', { ...columns, rank: z.string() }, 'rank'],
      ['null where none is declared', { ...columns, left_at: z.date() }, 'left_at'],
    ])('fail the test because of %s', async (_fault, declared, culprit) => {
      await expect(read(declared)).rejects.toThrow(culprit)
    })
  })
})

describe('a JSON list', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore()
  })
  afterAll(() => store.close())

  const read = (list: { column: z.ZodMiniType; item: string }, from: string) =>
    queryRows(store.db, { list: list.column }, sql.raw(`select json_agg(${list.item}) as list from ${from}`))
  const MEMBERS = "(values ('#2PP', 900), ('#2PQ', 800)) as member (tag, trophies)"
  const members = jsonList({ tag: field('tag', z.string()), trophies: field('trophies', z.number()) })

  it('is read by the names of its fields', async () => {
    const [row] = await queryRows(
      store.db,
      { list: members.column },
      sql`select json_agg(${sql.raw(members.item)}) as list from ${sql.raw(MEMBERS)}`,
    )
    const items: { tag: string; trophies: number }[] = members.items(row?.list ?? null)
    expect(items).toEqual([
      { tag: '#2PP', trophies: 900 },
      { tag: '#2PQ', trophies: 800 },
    ])
  })

  it('of no rows is empty', async () => {
    expect(await read(members, `${MEMBERS} where false`)).toEqual([{ list: null }])
    expect(members.items(null)).toEqual([])
  })

  it.each([
    ['a field of another type', { item: 'json_build_array(tag, trophies::text)' }],
    ['fields in another order', { item: 'json_build_array(trophies, tag)' }],
    ['a missing field', { item: 'json_build_array(tag)' }],
    ['an additional field', { item: 'json_build_array(tag, trophies, 1)' }],
  ])('fails the test because of %s', async (_fault, { item }) => {
    await expect(read({ column: members.column, item }, MEMBERS)).rejects.toThrow('list')
  })
})
