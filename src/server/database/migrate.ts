import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pass } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode, StartFailure } from '#server/kernel/errors.ts'
import { LOCKS } from './locks.ts'

const DIRECTORY = new URL('./migrations/', import.meta.url)

/** SQLSTATEs: another connection has locked a table that a migration changes; two connections wait for each other. */
const LOCKED = new Set(['55P03', '40P01'])

/** The first migration of stores that were made before version 0.1.0. Later versions do not migrate those. */
const FIRST_BEFORE_RELEASE = '0001-accounts'

/** Whether this version knows the migration. */
export function knowsMigration(name: string): boolean {
  return readMigrations().some((migration) => migration.name === name)
}

export type Migration = { name: string; sql: string }

export type MigrateOptions = {
  migrations?: Migration[]
  /** The last to apply; all when left out. */
  upTo?: string | undefined
  /** The longest that readers wait behind a migration that waits for a lock. */
  lockMs?: number
  /** How long readers are let through between two tries. */
  pauseMs?: number
  tries?: number
}

/** The numbered files, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(DIRECTORY)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(new URL(file, DIRECTORY), 'utf8') }))
}

/**
 * Applies the missing migrations in one transaction, so that a schema is never half-way between two versions. Several
 * processes may call this at once: the first takes the lock, and the others find nothing left to do. A migration waits for
 * a table only a moment, since all statements behind it wait as well; it tries again for some minutes.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<string[]> {
  const { pauseMs = 1000, tries = 60 } = options
  try {
    return await migrateAtOnce(pool, options)
  } catch (error) {
    if (tries <= 1 || !LOCKED.has(errorCode(error))) throw error
    await pass(pauseMs)
    return migrate(pool, { ...options, tries: tries - 1 })
  }
}

async function migrateAtOnce(pool: pg.Pool, options: MigrateOptions): Promise<string[]> {
  const { migrations = readMigrations(), upTo, lockMs = 2000 } = options
  const client = await pool.connect()
  try {
    await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.migrations])
    await client.query(`set local lock_timeout = ${lockMs}`)
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null)')
    const applied = await applyMissing(client, migrations, upTo)
    await client.query('commit')
    return applied
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

const BEFORE_RELEASE =
  'The store was made before version 0.1.0: export its history with the version that made it (npm run export -- FILE), ' +
  'then import that file into an empty store of this version (npm run import -- FILE); accounts are made anew.'

async function applyMissing(client: pg.PoolClient, migrations: Migration[], upTo?: string): Promise<string[]> {
  const done = await client.query<{ name: string }>('select name from migrations')
  const names = new Set(done.rows.map((row) => row.name))
  if (names.has(FIRST_BEFORE_RELEASE)) throw new StartFailure(BEFORE_RELEASE)
  const unknown = [...names].filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new StartFailure(`The store was made by a newer version of Delphin (it has ${unknown.join(', ')})`)
  const missing = migrations.filter(({ name }) => !names.has(name) && (upTo === undefined || name <= upTo))
  for (const migration of missing) {
    await client.query(migration.sql)
    await client.query('insert into migrations (name, applied_at) values ($1, now())', [migration.name])
  }
  return missing.map((migration) => migration.name)
}
