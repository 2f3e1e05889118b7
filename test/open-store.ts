import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openStore, type StoreOptions } from '#server/database/open-store.ts'
import { copyStore } from './store-template.ts'

export type StoreKind = 'embedded' | 'postgres'

export type TestStore = {
  db: Database
  /** Where the embedded store has its files; null on PostgreSQL. */
  dataDirectory: string | null
  /** The PostgreSQL database; null for the embedded store. */
  url: string | null
  /** Empties every table. */
  reset(): Promise<void>
  close(): Promise<void>
}

const postgresUrl = inject('postgresUrl') ?? null
const template = inject('storeTemplate') ?? null

/** The stores that tests run on: `describe.each(storeKinds)`. The run says so when PostgreSQL is missing. */
export const storeKinds: StoreKind[] = postgresUrl === null ? ['embedded'] : ['embedded', 'postgres']

const OPTIONS: StoreOptions = {
  databaseUrl: null,
  dataDirectory: tmpdir(),
  connections: 8,
  onError(error) {
    throw error
  },
}

/** A store for one test file, opened the way the product opens its store. */
export async function openTestStore(kind: StoreKind, onError = OPTIONS.onError): Promise<TestStore> {
  return kind === 'embedded' ? openEmbedded(onError) : openPostgres(postgresUrl ?? '', onError)
}

/** Puts an empty store into a data directory, as the product would make it there in some seconds. */
export function layStore(dataDirectory: string): void {
  if (template !== null) copyStore(template, dataDirectory)
}

async function openEmbedded(onError: StoreOptions['onError']): Promise<TestStore> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-test-'))
  layStore(dataDirectory)
  const store = await openStore({ ...OPTIONS, dataDirectory, onError })
  const close = async () => {
    await store.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
  return { db: store.db, dataDirectory, url: null, reset: () => emptyTables(store.db), close }
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
  return { db: store.db, dataDirectory: null, url: url.href, reset: () => emptyTables(store.db), close }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Truncates only tables with rows: there are many tables, and an empty one takes as long as a full one. */
async function emptyTables(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' and pg_relation_size(oid) > 0
  `.execute(db)
  if (rows.length > 0) await sql`truncate ${sql.raw(rows.map((row) => row.name).join(', '))} cascade`.execute(db)
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null
  `.execute(db)
}
