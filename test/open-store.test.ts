import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestContext } from './open-context.ts'
import { openTestStore, storeKinds } from './open-store.ts'
import { settle } from './small-world.ts'

const MEMBERS = [{ tag: '#2PY', name: 'Ada', days: [300, 310, 320] }]

it.each(storeKinds)('a reset %s store has no row, and counts from the start again', async (kind) => {
  const store = await openTestStore(kind)
  const count = async () => {
    const { rows } = await sql<{ rows: number }>`
      select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), true, true, '')))[1]::text::int)::int as rows
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`.execute(
      store.db,
    )
    return rows[0]?.rows
  }
  const fill = () =>
    settle(openTestContext({ store }), [{ tag: '#2PYL', name: 'Divers', country: 'DE', members: MEMBERS }])
  const counters = () => sql`select sequencename, last_value from pg_sequences order by 1`.execute(store.db)
  const empty = [await count(), (await counters()).rows]
  await fill()
  const filled = [await count(), (await counters()).rows]
  await store.reset()
  expect([await count(), (await counters()).rows]).toEqual(empty)
  await fill()
  expect([await count(), (await counters()).rows]).toEqual(filled)
  expect(filled).not.toEqual(empty)
  await store.close()
})
