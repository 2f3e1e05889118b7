import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { inject } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openStore, type Store, type StoreOptions } from '#server/database/open-store.ts'
import { copyTemplate, dropDatabase } from './citus/databases.ts'
import { isWholeRun } from './how-much.ts'
import { copyDatabase, copyStore, onServer } from './store-template.ts'

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
const citus = inject('citusTemplate') ?? null
const template = inject('storeTemplate') ?? null

/**
 * Both stores, for suites of what differs between them: how they are opened, asked and closed. The run says so when
 * PostgreSQL is missing.
 */
export const bothStores: StoreKind[] = postgresUrl === null ? ['embedded'] : ['embedded', 'postgres']

/** PostgreSQL where it is installed, which takes half as much CPU as the embedded store. Both run the same SQL. */
const usualStore: StoreKind = postgresUrl === null ? 'embedded' : 'postgres'

/** The stores of all other suites: the usual one; both in a whole run and on Citus. */
export const storeKinds: StoreKind[] = isWholeRun || citus !== null ? bothStores : [usualStore]

/** Between which stores data are moved: from the embedded one to the usual one; every way in a whole run and on Citus. */
export const moves: [from: StoreKind, to: StoreKind][] =
  storeKinds.length > 1
    ? bothStores.flatMap((from) => bothStores.map((to): [StoreKind, StoreKind] => [from, to]))
    : [['embedded', usualStore]]

/** The store of the whole app, once for each suite. */
export const storeOfApp: StoreKind = storeKinds.length > 1 ? 'embedded' : usualStore

const OPTIONS: StoreOptions = {
  databaseUrl: null,
  dataDirectory: tmpdir(),
  connections: 8,
  onError(error) {
    throw error
  },
}

/** A store for one test file, opened the way the product opens its store. */
export async function openTestStore(kind = usualStore, onError = OPTIONS.onError): Promise<TestStore> {
  return kind === 'embedded' ? openEmbedded(onError) : openPostgres(postgresUrl ?? '', onError)
}

/** A store that one process after another opens. */
export type KeptStore = {
  /** The settings that name it, by their environment variables. */
  settings: Record<string, string>
  open(): Promise<Store>
  remove(): Promise<void>
}

/** An empty store for processes of their own. Where it is the embedded one, only one of them may have it open. */
export async function keepStore(kind = usualStore): Promise<KeptStore> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-kept-'))
  const postgres = kind === 'postgres' ? await openTestStore(kind) : null
  if (postgres === null) layStore(dataDirectory)
  const databaseUrl = postgres?.url ?? null
  return {
    settings: { DATA_DIR: dataDirectory, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
    open: () => openStore({ ...OPTIONS, databaseUrl, dataDirectory, connections: 2 }),
    async remove() {
      await postgres?.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
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
  const url = citus === null ? await copyDatabase(serverUrl) : await copyTemplate(citus)
  const store = await openStore({ ...OPTIONS, databaseUrl: url, onError })
  const close = async () => {
    await store.close()
    if (citus !== null) await dropDatabase(citus.url, url)
    else await onServer(serverUrl, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
  }
  return { db: store.db, dataDirectory: null, url, reset: () => emptyTables(store.db, citus !== null), close }
}

/**
 * Empties only tables that have had rows: there are many tables, and an empty one takes as long as a full one. Deleting a
 * test's few rows takes a tenth of the time of a truncation, which makes new files of each table and index. Like a
 * truncation it waits for transactions that still write. Distributed tables, whose rows lie on the workers, are truncated.
 */
async function emptyTables(db: Database, onCitus = false): Promise<void> {
  const names = onCitus ? await filledOnCitus(db) : await filledTables(db)
  if (names.length > 0)
    await (onCitus ? sql`truncate ${sql.raw(names.join(', '))} cascade` : deleteFrom(names)).execute(db)
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null
  `.execute(db)
}

/** Statements that PostgreSQL runs in one transaction, without checks of foreign keys. */
function deleteFrom(names: string[]): RawBuilder<unknown> {
  const lock = `lock table ${names.join(', ')} in access exclusive mode`
  const deletions = names.map((name) => `delete from ${name}`)
  return sql.raw([lock, 'set local session_replication_role = replica', ...deletions].join('; '))
}

async function filledTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relname <> 'migrations' and relkind = 'r' and pg_relation_size(oid) > 0
  `.execute(db)
  return rows.map(({ name }) => name)
}

async function filledOnCitus(db: Database): Promise<string[]> {
  const distributed = sql`oid in (select logicalrelid from pg_dist_partition)`
  const { rows } = await sql<{ name: string; distributed: boolean }>`
    select quote_ident(relname) as name, ${distributed} as distributed from pg_class
    where relnamespace = 'public'::regnamespace and relname <> 'migrations' and (
      (${distributed} and not relispartition) or (relkind = 'r' and not ${distributed} and pg_relation_size(oid) > 0))
  `.execute(db)
  const filled: string[] = []
  for (const { name, distributed } of rows) {
    if (!distributed || (await sql`select from ${sql.raw(name)} limit 1`.execute(db)).rows.length > 0) filled.push(name)
  }
  return filled
}
