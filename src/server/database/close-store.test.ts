import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestStore, storeKinds } from '#test/open-store.ts'
import { statement } from './statement.ts'

const slow = 'select count(*) as n from generate_series(1, 500000)'

describe.each(storeKinds)('closing the %s store', { timeout: 120_000 }, (kind) => {
  it('waits for what is under way and for what waits its turn, and loses no connection', async () => {
    const lost: Error[] = []
    const store = await openTestStore(kind, (error) => lost.push(error))
    const asked = [
      store.db.transaction().execute(async (transaction) => {
        await sql.raw(slow).execute(transaction)
        return (await sql.raw<{ n: number }>(slow).execute(transaction)).rows
      }),
      ...Array.from({ length: 12 }, () => statement<{ n: number }>(slow)(store.db, [])),
    ]
    const answers = Promise.all(asked)
    await store.close()
    expect(await answers).toEqual(asked.map(() => [{ n: 500_000 }]))
    expect(lost).toEqual([])
  })

  it('ends connections that nobody has used', async () => {
    const lost: Error[] = []
    const store = await openTestStore(kind, (error) => lost.push(error))
    await store.close()
    expect(lost).toEqual([])
  })
})
