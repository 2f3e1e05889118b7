import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layStore } from '#test/open-store.ts'
import { walBytes } from './bounded-wal.ts'
import { openStore, type Store } from './open-store.ts'

const MEGABYTE = 1024 * 1024
const LIMIT_BYTES = 128 * MEGABYTE
const WRITTEN_BYTES = 150 * MEGABYTE

describe('the write-ahead log of the embedded store', { timeout: 120_000 }, () => {
  let dataDirectory: string
  let store: Store
  const open = () => openStore({ databaseUrl: null, dataDirectory, connections: 1, onError: () => {} })
  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-wal-'))
    // The settings must hold for a store that an earlier version made as well.
    layStore(dataDirectory)
    store = await open()
  })
  afterAll(async () => {
    await store.close()
    rmSync(dataDirectory, { recursive: true })
  })

  const setting = async (name: string) => (await sql.raw<Record<string, string>>(`show ${name}`).execute(store.db)).rows
  const writtenBytes = async () =>
    (await sql<{ bytes: number }>`select (pg_current_wal_lsn() - '0/0')::bigint as bytes`.execute(store.db)).rows[0]
      ?.bytes ?? 0

  it('is kept by settings that leave little after a checkpoint', async () => {
    expect(await setting('max_wal_size')).toEqual([{ max_wal_size: '32MB' }])
    expect(await setting('min_wal_size')).toEqual([{ min_wal_size: '32MB' }])
    expect(await setting('wal_keep_size')).toEqual([{ wal_keep_size: '32MB' }])
  })

  it('stays below 128 MB however much is written', async () => {
    await sql`create table written (line text)`.execute(store.db)
    const before = await writtenBytes()
    let largest = 0
    while ((await writtenBytes()) - before < WRITTEN_BYTES) {
      await sql`insert into written select repeat(md5(n::text), 50) from generate_series(1, 500) n`.execute(store.db)
      largest = Math.max(largest, await walBytes(join(dataDirectory, 'store')))
    }
    expect(largest).toBeLessThanOrEqual(LIMIT_BYTES)
  })

  it('suffices to open the store again', async () => {
    const count = async () =>
      (await sql<{ lines: number }>`select count(*) as lines from written`.execute(store.db)).rows[0]?.lines
    const before = await count()
    await store.close()
    store = await open()
    expect(await count()).toBe(before)
  })
})
