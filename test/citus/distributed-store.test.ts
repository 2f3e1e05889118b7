import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { openStore } from '#server/database/open-store.ts'
import { importFiles } from '#server/history/archive/import-files.ts'
import { checkBackup, restoreBackup } from '#server/history/archive/restore-backup.ts'
import { makeBackup } from '#server/history/archive/write-archive.ts'
import { rebuildHistory } from '#server/history/ingest/replay.ts'
import { distribute, readSteps } from '../../scripts/distribute/distribute.ts'
import { storeClubHistory } from '../club-history.ts'
import { isWholeRun } from '../how-much.ts'
import { manualClock } from '../manual-clock.ts'
import { openTestContext } from '../open-context.ts'
import { bothStores, openTestStore, type TestStore } from '../open-store.ts'
import { threeDaysOfAClub } from '../recorded-dump.ts'
import { rising, settle } from '../small-world.ts'
import { fillStore, storeContents, storedHistory, tableDigests } from '../store-contents.ts'
import { type CitusCluster, openCluster } from './cluster.ts'
import { distributeEmpty, dropDatabase, makeEmptyDatabase } from './databases.ts'
import { runFlows } from './flows.ts'

// Starting a cluster takes longer than most suites. That each table is distributed or local, a gate asks in every run.
const isWanted = isWholeRun || process.env.TEST_STORE === 'citus'
const found = isWanted ? await openCluster() : { missing: 'no whole run (npm test -- --all)' }
if ('missing' in found) process.stdout.write(`${found.missing}: the flows on a Citus cluster are skipped\n`)
const cluster: CitusCluster | null = 'missing' in found ? null : found
const coordinator = cluster?.url ?? ''
const workers = cluster?.workers ?? []

const clock = manualClock(new Date('2026-07-01T00:00:00Z'))
const say = () => {}

describe.skipIf(cluster === null)('a store that is distributed over a cluster', { timeout: 600_000 }, () => {
  const opened: { close(): Promise<void> }[] = []
  afterAll(async () => {
    try {
      for (const { close } of opened) await close()
    } finally {
      await cluster?.stop()
    }
  }, 60_000)

  /** An empty store, made as an operator makes one. */
  async function openDistributed(): Promise<TestStore> {
    const url = await makeEmptyDatabase(coordinator)
    await distributeEmpty(url)
    const { db, close } = await openStore({ databaseUrl: url, dataDirectory: '', connections: 8, onError: () => {} })
    const store = {
      db,
      dataDirectory: null,
      url,
      reset: async () => {},
      close: () => close().then(() => dropDatabase(coordinator, url)),
    }
    opened.push(store)
    return store
  }

  async function openOthers(): Promise<TestStore[]> {
    const stores = await Promise.all(bothStores.map((kind) => openTestStore(kind)))
    opened.push(...stores)
    return stores
  }

  function importLines({ db }: TestStore, lines: string[]) {
    return importFiles({ db, clock, files: ['-'], stdin: Readable.from([Buffer.from(lines.join('\n'))]), say })
  }

  it('has the history on the workers, and takes every statement of the product', async () => {
    const store = await openDistributed()
    expect(await distributedTables(store)).toEqual(
      readSteps()
        .map(({ table }) => table)
        .sort(),
    )
    await runFlows(store)
    expect(await failures(store)).toEqual([])
  })

  it('is made of a store that has data, in which no copy stays behind; to repeat it changes nothing', async () => {
    const url = await makeEmptyDatabase(coordinator)
    const options = { databaseUrl: url, dataDirectory: '', connections: 4, onError: say }
    const local = await openStore(options)
    await fillStore(local.db)
    const before = await tableDigests(local.db)
    await local.close()
    const said: string[] = []
    for (let time = 0; time < 2; time += 1) await distribute({ url, shards: 4, say: (line) => said.push(line) })
    const { db, close } = await openStore(options)
    opened.push({ close: () => close().then(() => dropDatabase(coordinator, url)) })
    expect(await tableDigests(db)).toEqual(before)
    const sentences = (part: string) => said.filter((line) => line.includes(part)).length
    expect(sentences('was distributed already over 4 shards')).toBe(readSteps().length)
    expect(sentences('removed from the coordinator')).toBeGreaterThan(3)
    const { rows } = await sql<{ name: string }>`
      select distinct logicalrelid::text as name from pg_dist_partition
      where partmethod = 'h' and pg_relation_size(logicalrelid) > 0`.execute(db)
    expect(rows).toEqual([])
  })

  it('has a table distributed that an upgrade made', async () => {
    const store = await openDistributed()
    await sql`select undistribute_table('player_profiles')`.execute(store.db)
    const said: string[] = []
    await distribute({ url: String(store.url), say: (line) => said.push(line) })
    expect(said.filter((line) => line.includes(': distributed'))).toEqual([
      'player_profiles: distributed over 4 shards',
    ])
  })

  it('is refused by a worker and by a database without Citus, in one sentence', async () => {
    const store = await openDistributed()
    const { rows } = await sql<{ url: string }>`
      select format('postgres://%s@%s:%s/%s', current_user, nodename, nodeport, current_database()) as url
      from pg_dist_node where groupid <> 0 limit 1`.execute(store.db)
    const worker = distribute({ url: rows[0]?.url ?? '', say })
    await expect(worker).rejects.toThrow('This is a worker: set DATABASE_URL to the coordinator of the cluster')
    const plain = new URL(coordinator)
    plain.pathname = '/template1'
    await expect(distribute({ url: plain.href, say })).rejects.toThrow('This database has no Citus')
  })

  it('holds the same rows as any other store after the same dump, also when its history is made again', async () => {
    const [citus, ...others] = [await openDistributed(), ...(await openOthers())] as const
    for (const store of [citus, ...others]) {
      await importLines(store, threeDaysOfAClub())
      await storeClubHistory(store.db, { '#ADA': '##.#'.repeat(5), '#BEA': '.#'.repeat(8) }, { today: '2026-07-12' })
      await rebuildHistory(store.db)
    }
    const contents = await storeContents(citus.db)
    expect(contents.player_months?.length).toBeGreaterThan(4)
    for (const store of others) expect(await storeContents(store.db)).toEqual(contents)
  })

  it('can be backed up and restored, to a cluster and to any other store', async () => {
    const from = await openDistributed()
    await fillStore(from.db)
    const file = join(mkdtempSync(join(tmpdir(), 'delphin-citus-backup-')), 'all.gz')
    await makeBackup({ db: from.db, clock, file, say })
    const backup = await checkBackup(file)
    for (const to of [await openDistributed(), ...(await openOthers())]) {
      await restoreBackup({ db: to.db, backup, onRows: say })
      expect(await tableDigests(to.db)).toEqual(await tableDigests(from.db))
    }
    rmSync(join(file, '..'), { recursive: true })
  })

  it.skipIf(workers.length === 0)('answers what it can while a worker is dead, and all of it afterwards', async () => {
    const store = await openDistributed()
    const context = openTestContext({ store })
    const app = await createApp(context)
    opened.push({ close: () => app.close() })
    const members = ['#2PY', '#2PL', '#2PQ', '#2PG', '#2PR', '#2PJ', '#2PC', '#2PU']
    const days = rising('##.###.##.####', 12_000)
    const names = members.map((tag) => ({ tag, name: tag, days }))
    await settle(context, [{ tag: '#2PYL', name: 'Delphin Divers', country: 'DE', members: names }])
    const ask = async (path: string) => {
      const { statusCode, headers } = await app.inject({ method: 'GET', url: path })
      return { status: statusCode, retryAfter: headers['retry-after'] }
    }
    const [ready, uncached, list] = ['/api/browse/club/%232PYL', analytics('%232PYL'), '/api/browse/entities?type=club']
    expect(await ask(ready)).toMatchObject({ status: 200 })
    await workers[0]?.kill()
    expect(await ask(ready)).toMatchObject({ status: 200 })
    expect(await ask(list)).toMatchObject({ status: 200 })
    expect(await ask(uncached)).toEqual({ status: 503, retryAfter: '5' })
    await workers[0]?.start()
    await vi.waitFor(async () => expect(await ask(uncached)).toMatchObject({ status: 200 }), { timeout: 30_000 })
  })

  it.skipIf(workers.length === 0)('ends an import with one line when a worker dies, and takes it again', async () => {
    const [citus, other] = [await openDistributed(), await openTestStore('embedded')]
    opened.push(other)
    const lines = threeDaysOfAClub(10)
    const half = lines.length / 2
    const running = startImport(citus.url ?? '')
    running.write(lines.slice(0, half))
    await vi.waitFor(async () => expect(await hasAnswers(citus)).toBe(true), { timeout: 60_000 })
    await workers[1]?.kill()
    running.write(lines.slice(half))
    expect(await running.ended()).toEqual({
      code: 1,
      output: expect.stringMatching(/^The store does not answer any more\. Run the command again when it does\. .*\n$/),
    })
    await workers[1]?.start()
    const again = startImport(citus.url ?? '')
    again.write(lines)
    expect(await again.ended()).toEqual({ code: 0, output: expect.stringMatching(/already stored, 0 bad lines/) })
    await importLines(other, lines)
    expect(await storedHistory(citus.db)).toEqual(await storedHistory(other.db))
  })
})

const analytics = (tag: string) => `/api/browse/club/${tag}/analytics`

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

async function hasAnswers({ db }: TestStore): Promise<boolean> {
  return (await db.selectFrom('club_answers').select('day').limit(1).execute()).length > 0
}

/** Runs `npm run import -- -` as a user would, with the lines that it is given piece by piece. */
function startImport(databaseUrl: string) {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, ['src/server/commands/import.ts', '-'], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  child.stdin.on('error', () => {})
  return {
    write: (lines: string[]) => child.stdin.write(`${lines.join('\n')}\n`),
    async ended() {
      child.stdin.end()
      const [code] = await once(child, 'close')
      return { code, output }
    },
  }
}
