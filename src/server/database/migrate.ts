import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { StartFailure } from '../start-failure.ts'

const DIRECTORY = new URL('./migrations/', import.meta.url)

/** Any number; the same in every process that migrates. */
const MIGRATION_LOCK = 7_201_966

export type Migration = { name: string; sql: string }

/** The numbered files in order. */
export function readMigrations(): Migration[] {
  return readdirSync(DIRECTORY)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(new URL(file, DIRECTORY), 'utf8') }))
}

/**
 * Applies what is missing, all of it in one transaction: a schema is never half-way between two versions. Several
 * processes may call it at once: the first takes the lock, the others find nothing left to do.
 */
export async function migrate(pool: pg.Pool, migrations: Migration[] = readMigrations()): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null)')
    const applied = await applyMissing(client, migrations)
    await client.query('commit')
    return applied
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function applyMissing(client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
  const done = await client.query<{ name: string }>('select name from migrations')
  const names = new Set(done.rows.map((row) => row.name))
  const unknown = [...names].filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new StartFailure(`The store was made by a newer version of Delphin (it has ${unknown.join(', ')})`)
  const missing = migrations.filter((migration) => !names.has(migration.name))
  for (const migration of missing) {
    await client.query(migration.sql)
    await client.query('insert into migrations (name, applied_at) values ($1, now())', [migration.name])
  }
  return missing.map((migration) => migration.name)
}
