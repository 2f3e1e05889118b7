import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { statement } from './database.ts'

const countOf = statement<{ entities: number }>('select count(*) as entities from arrivals where type = $1')
const planned = statement<{ names: number }>(
  `select count(*) as names from pg_prepared_statements where name like 'delphin_%'`,
)

const forgetAll = statement('deallocate all')

describe.each(storeKinds)('a statement of fixed text on the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('is planned once a connection, however often it runs', async () => {
    for (let turn = 0; turn < 3; turn++) expect(await countOf(store.db, ['club'])).toEqual([{ entities: 0 }])
    const [kept] = await planned(store.db, [])
    expect(kept?.names).toBeGreaterThanOrEqual(2)
  })

  it('sees within a transaction what that has written, and nobody else does', async () => {
    await store.db.transaction().execute(async (transaction) => {
      await sql`insert into arrivals values ('2026-03-01', 'club', 1)`.execute(transaction)
      expect(await countOf(transaction, ['club'])).toEqual([{ entities: 1 }])
      if (kind === 'postgres') expect(await countOf(store.db, ['club'])).toEqual([{ entities: 0 }])
    })
  })

  it('throws what is wrong with it, and the next one runs', async () => {
    const wrong = statement('select * from no_such_table')
    await expect(wrong(store.db, [])).rejects.toMatchObject({ code: '42P01' })
    expect(await countOf(store.db, ['player'])).toEqual([{ entities: 0 }])
  })

  it('still answers where a pooler gives it a session that does not know it', async () => {
    await countOf(store.db, ['club'])
    await forgetAll(store.db, [])
    expect(await countOf(store.db, ['club'])).toEqual([{ entities: 1 }])
    expect(await countOf(store.db, ['player'])).toEqual([{ entities: 0 }])
  })
})
