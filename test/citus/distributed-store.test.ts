import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openStore } from '#server/database/open-store.ts'
import { rebuildHistory } from '#server/history/ingest/replay.ts'
import { distribute } from '../../scripts/distribute/distribute.ts'
import { storeClubHistory } from '../club-history.ts'
import { readDistribution } from '../gates/distribution.ts'
import { runFlows } from '../gates/statements/representative-flows.ts'
import { openTestStore, type TestStore } from '../open-store.ts'
import { storeContents } from '../store-contents.ts'

/** An empty database of a Citus cluster's coordinator, with the extension made and the workers added. */
const url = process.env.CITUS_URL ?? ''

if (url === '') process.stdout.write('CITUS_URL is not set: the tests on Citus are skipped\n')

it.skipIf(url === '')(
  'a distributed store holds what the embedded one does, and takes every statement of the product',
  async () => {
    const citus = await openDistributed()
    const embedded = await openTestStore('embedded')
    try {
      expect(await distributedTables(citus)).toEqual([...readDistribution().cuts.keys()].sort())
      for (const store of [citus, embedded]) await storeHistory(store)
      expect(await storeContents(citus.db)).toEqual(await storeContents(embedded.db))
      await runFlows(citus)
      expect(await failures(citus)).toEqual([])
    } finally {
      await embedded.close()
      await citus.close()
    }
  },
  600_000,
)

/** Three weeks of a club over a month's end, and the series made again from the raw data. */
async function storeHistory({ db }: TestStore): Promise<void> {
  await storeClubHistory(db, { '#ADA': '##.#'.repeat(5), '#BEA': '.#'.repeat(8) }, { today: '2026-06-12' })
  await rebuildHistory(db)
}

/** Made the way an operator makes it: distributed twice, since repeating it changes nothing. */
async function openDistributed(): Promise<TestStore> {
  const onError = (error: Error) => {
    throw error
  }
  const options = { databaseUrl: url, dataDirectory: '', connections: 4, onError }
  for (let time = 0; time < 2; time += 1) await distribute({ url, say: () => {} })
  const { db, close } = await openStore(options)
  return { db, dataDirectory: null, url, reset: async () => {}, close }
}

/** What the collector could not store: it goes on with the next target. */
async function failures({ db }: TestStore): Promise<string[]> {
  const rows = await db.selectFrom('collection_targets').select('last_error').where('failures', '>', 0).execute()
  return rows.map((row) => row.last_error ?? '')
}

async function distributedTables({ db }: TestStore): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition join pg_class c on c.oid = logicalrelid
    where partmethod = 'h' and not c.relispartition order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
