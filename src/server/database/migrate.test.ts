import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { StartFailure } from '#server/kernel/errors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { generateTables } from '../../../scripts/generate-tables.ts'
import { type Database, queryRows } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openStore } from './open-store.ts'

const serverUrl = inject('postgresUrl') ?? null

/** A new store at the newest schema. */
let fresh: TestStore
beforeAll(async () => {
  fresh = await openTestStore('embedded')
})
afterAll(() => fresh.close())

it('the types of tables.ts are those of the migrations (npm run db:types)', async () => {
  const committed = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8')
  const generated = await generateTables((statement) => (fresh.db.pool as pg.Pool).query(statement))
  expect(withoutLayout(committed)).toBe(withoutLayout(generated))
})

/** The formatter may break lines where the generator does not. */
function withoutLayout(source: string): string {
  return source.replaceAll(/[\s,;]+/g, ' ')
}

describe.skipIf(serverUrl === null)('migrations of one PostgreSQL', () => {
  async function onNewDatabase(use: (pools: pg.Pool[]) => Promise<void>): Promise<void> {
    const admin = new pg.Pool({ connectionString: serverUrl ?? '' })
    const name = `migrate_${Math.random().toString(36).slice(2)}`
    await admin.query(`create database ${name}`)
    const url = new URL(serverUrl ?? '')
    url.pathname = `/${name}`
    const pools = Array.from({ length: 4 }, () => new pg.Pool({ connectionString: url.href }))
    // Dropping the database ends connections that are just closing.
    for (const pool of pools) pool.on('error', () => {})
    try {
      await use(pools)
    } finally {
      await Promise.all(pools.map((pool) => pool.end()))
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  }

  it('are applied once by processes that start together, and a later start finds nothing to do', async () => {
    await onNewDatabase(async (pools) => {
      const applied = await Promise.all(pools.map((pool) => migrate(pool)))
      const all = readMigrations().map((migration) => migration.name)
      expect(applied.filter((names) => names.length > 0)).toEqual([all])
      expect(await migrate(pools[0] as pg.Pool)).toEqual([])
    })
  })

  it('leave nothing when one fails half-way', async () => {
    await onNewDatabase(async ([pool]) => {
      const faulty = [
        { name: '0001-good', sql: 'create table good (id int)' },
        { name: '0002-bad', sql: 'create table good (id int)' },
      ]
      await expect(migrate(pool as pg.Pool, { migrations: faulty })).rejects.toThrow('already exists')
      const left = await pool?.query("select to_regclass('good') as good")
      expect(left?.rows).toEqual([{ good: null }])
    })
  })

  it('are refused for a store from before version 0.1.0, with how to carry its data over', async () => {
    await onNewDatabase(async ([pool]) => {
      await pool?.query('create table migrations (name text primary key, applied_at timestamptz not null)')
      await pool?.query("insert into migrations values ('0001-accounts', now()), ('0028-proofs', now())")
      await expect(migrate(pool as pg.Pool)).rejects.toThrow(StartFailure)
      await expect(migrate(pool as pg.Pool)).rejects.toThrow(/before version 0\.1\.0: .*npm run export.*npm run import/)
    })
  })

  it('are refused for a store that a newer version made', async () => {
    await onNewDatabase(async ([pool]) => {
      await migrate(pool as pg.Pool, { migrations: [...readMigrations(), { name: '9999-future', sql: 'select 1' }] })
      await expect(migrate(pool as pg.Pool)).rejects.toThrow(StartFailure)
      await expect(migrate(pool as pg.Pool)).rejects.toThrow('9999-future')
    })
  })
})

it('migrations are numbered without gaps', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
})

const ROWS = 2000
const FILL = `insert into guest_sessions select decode(md5(n::text), 'hex'), now(), now() from generate_series(1, ${ROWS}) n`

/** Stores as released versions made them, with some rows. A version gets its file when it is released. */
const RELEASES = new URL('../../../test/releases/', import.meta.url)
const releases = readdirSync(RELEASES).map((file) => file.replace(/\.sql$/, ''))

/** Tables of which a release holds rows. */
const FILLED = ['users', 'clubs', 'players', 'player_months', 'settings']

describe.each(storeKinds.flatMap((kind) => releases.map((version) => ({ kind, version }))))(
  'a store of version $version on the $kind store',
  ({ kind, version }) => {
    const name = `release_${Math.random().toString(36).slice(2)}`
    const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-release-'))
    const url = new URL(serverUrl ?? 'postgres://none')
    if (kind === 'postgres') url.pathname = `/${name}`
    const databaseUrl = kind === 'postgres' ? url.href : null
    const options = { databaseUrl, dataDirectory, connections: 1, onError: () => {} }
    const administer = async (statement: string) => {
      const admin = new pg.Pool({ connectionString: serverUrl ?? '' })
      await admin.query(statement)
      await admin.end()
    }
    beforeAll(async () => {
      if (kind === 'postgres') await administer(`create database ${name}`)
    })
    afterAll(async () => {
      if (kind === 'postgres') await administer(`drop database ${name} with (force)`)
      rmSync(dataDirectory, { recursive: true })
    })

    it('keeps its rows and gets the schema of a new store', { timeout: 120_000 }, async () => {
      const released = await openStore({ ...options, schema: '' })
      await sql.raw(readFileSync(new URL(`${version}.sql`, RELEASES), 'utf8')).execute(released.db)
      const before = await rowsOf(released.db)
      expect(before.every((rows) => rows.length > 0)).toBe(true)
      await released.close()
      const upgraded = await openStore(options)
      const upgradedSchema = await schemaOf(upgraded.db)
      expect(await rowsOf(upgraded.db)).toMatchObject(before)
      const faulty = { name: '9999-faulty', sql: 'alter table clubs add column motto text not null' }
      const pool = upgraded.db.pool as pg.Pool
      await expect(migrate(pool, { migrations: [...readMigrations(), faulty] })).rejects.toThrow('contains null values')
      await upgraded.close()
      expect(upgradedSchema).toEqual(await schemaOf(fresh.db))
    })
  },
)

async function rowsOf(db: Database): Promise<unknown[][]> {
  const read = FILLED.map((table) => {
    return queryRows(
      db,
      { row: z.any() },
      sql`select row_to_json(r) as row from ${sql.table(table)} r order by r::text`,
    )
  })
  return (await Promise.all(read)).map((rows) => rows.map(({ row }) => row))
}

/** Columns, constraints and indexes, but for those of partitions and those that need an extension. */
async function schemaOf(db: Database): Promise<string[]> {
  const rows = await queryRows(
    db,
    { part: z.string() },
    sql`
      select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as part
      from information_schema.columns where table_schema = 'public'
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select indexdef from pg_indexes where schemaname = 'public' and indexdef not like '%gin_trgm_ops%'`,
  )
  return rows.map(({ part }) => part).sort()
}

describe.skipIf(serverUrl === null)('a PostgreSQL of an older version that is in use', () => {
  async function onOlderDatabase(use: (pool: pg.Pool) => Promise<void>): Promise<void> {
    const admin = new pg.Pool({ connectionString: serverUrl ?? '' })
    const name = `older_${Math.random().toString(36).slice(2)}`
    await admin.query(`create database ${name}`)
    const url = new URL(serverUrl ?? '')
    url.pathname = `/${name}`
    const pool = new pg.Pool({ connectionString: url.href })
    // Dropping the database ends connections that are just closing.
    pool.on('error', () => {})
    await migrate(pool)
    await pool.query(FILL)
    await use(pool).finally(() => pool.end())
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }

  it('is migrated while it is read and written, and a long reader delays nobody else', async () => {
    await onOlderDatabase(async (pool) => {
      const change = { name: '9999-next', sql: 'alter table guest_sessions add column note text' }
      const long = await pool.connect()
      await long.query('begin; select count(*) from guest_sessions')
      const state = { migrated: false }
      const migrating = migrate(pool, { migrations: [...readMigrations(), change], lockMs: 50, pauseMs: 50 }).finally(
        () => {
          state.migrated = true
        },
      )
      let [reads, writes] = [0, 0]
      while (!state.migrated) {
        reads += (await pool.query(`select count(*) from guest_sessions`)).rows.length
        writes +=
          (
            await pool.query(`update guest_sessions set searches_used = searches_used + 1 where id_hash =
          decode(md5('1'), 'hex')`)
          ).rowCount ?? 0
        // The migration has been refused more than once by now.
        if (writes === 50) await long.query('commit')
      }
      long.release()
      expect((await migrating).at(-1)).toBe('9999-next')
      expect(reads).toBe(writes)
      const kept = await pool.query(
        `select count(*)::int as n, sum(searches_used)::int as used, count(note)::int as notes from guest_sessions`,
      )
      expect(kept.rows).toEqual([{ n: ROWS, used: writes, notes: 0 }])
    })
  })

  it('is left as it was when its table stays locked for too long', async () => {
    await onOlderDatabase(async (pool) => {
      const long = await pool.connect()
      await long.query('begin; lock table guest_sessions')
      const change = { name: '9999-next', sql: 'alter table guest_sessions add column note text' }
      const short = { lockMs: 20, pauseMs: 10, tries: 3 }
      const migrating = migrate(pool, { migrations: [...readMigrations(), change], ...short })
      await expect(migrating).rejects.toMatchObject({ code: '55P03' })
      await long.query('rollback')
      long.release()
      const { rows } = await pool.query('select max(name) as newest from migrations')
      expect(rows).toEqual([{ newest: readMigrations().at(-1)?.name }])
    })
  })
})
