import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { openStore, type StoreOptions } from '#server/database/open-store.ts'

export type StoreKind = 'embedded' | 'postgres'

export type TestStore = {
  db: Database
  /** Where the embedded store has its files; null on PostgreSQL. */
  dataDirectory: string | null
  /** Empties every table. */
  reset(): Promise<void>
  close(): Promise<void>
}

const postgresUrl = inject('postgresUrl') ?? null

/** The stores that a slice is tested on: `describe.each(storeKinds)`. The run says so when PostgreSQL is missing. */
export const storeKinds: StoreKind[] = postgresUrl === null ? ['embedded'] : ['embedded', 'postgres']

const OPTIONS: StoreOptions = {
  databaseUrl: null,
  dataDirectory: tmpdir(),
  connections: 8,
  onError(error) {
    throw error
  },
}

/** A store of its own for one test file, opened the way the product opens its own. */
export async function openTestStore(kind: StoreKind, onError = OPTIONS.onError): Promise<TestStore> {
  return kind === 'embedded' ? openEmbedded(onError) : openPostgres(postgresUrl ?? '', onError)
}

async function openEmbedded(onError: StoreOptions['onError']): Promise<TestStore> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-test-'))
  const store = await openStore({ ...OPTIONS, dataDirectory, onError })
  const close = async () => {
    await store.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
  return { db: store.db, dataDirectory, reset: () => emptyTables(store.db), close }
}

async function openPostgres(serverUrl: string, onError: StoreOptions['onError']): Promise<TestStore> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await onServer(serverUrl, `create database ${name}`)
  const store = await openStore({ ...OPTIONS, databaseUrl: url.href, onError })
  const close = async () => {
    await store.close()
    await onServer(serverUrl, `drop database ${name} with (force)`)
  }
  return { db: store.db, dataDirectory: null, reset: () => emptyTables(store.db), close }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function emptyTables(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'
  `.execute(db)
  await sql`truncate ${sql.raw(rows.map((row) => row.name).join(', '))} restart identity cascade`.execute(db)
}
