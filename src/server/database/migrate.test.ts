import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { StartFailure } from '#server/kernel/errors.ts'
import { generateTables } from '../../../scripts/generate-tables.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openStore } from './open-store.ts'

const serverUrl = inject('postgresUrl') ?? null

it('the types of tables.ts are those of the migrations (npm run db:types)', async () => {
  const committed = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8')
  expect(withoutLayout(committed)).toBe(withoutLayout(await generateTables()))
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

  it('are refused for a store that a newer version made', async () => {
    await onNewDatabase(async ([pool]) => {
      await migrate(pool as pg.Pool, { migrations: [...readMigrations(), { name: '9999-future', sql: 'select 1' }] })
      await expect(migrate(pool as pg.Pool)).rejects.toThrow(StartFailure)
      await expect(migrate(pool as pg.Pool)).rejects.toThrow('9999-future')
    })
  })
})

const OLDER = '0007-collector'
/** The migrations as they were named before version 0.1.0. */
const FORMER_NAMES = [
  '0001-accounts',
  '0002-directory',
  '0003-history',
  '0004-collection',
  '0005-first-trophies',
  '0005-summaries',
  '0006-collector',
  '0007-privacy',
  '0008-club-trophies',
  '0010-shared-limits',
  '0011-short-grams',
]

it('migrations are numbered without gaps', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
})

const ROWS = 2000
const FILL = `insert into guest_sessions select decode(md5(n::text), 'hex'), now(), now() from generate_series(1, ${ROWS}) n`

it('an embedded store of an older version keeps its data when it is opened', { timeout: 120_000 }, async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-older-'))
  const options = { databaseUrl: null, dataDirectory, connections: 1, onError: () => {} }
  const older = await openStore({ ...options, schema: OLDER })
  expect(older.applied.at(-1)).toBe(OLDER)
  await sql.raw(FILL).execute(older.db)
  await older.close()
  const newer = await openStore(options)
  expect(newer.applied.at(-1)).toBe(readMigrations().at(-1)?.name)
  expect((await newer.db.selectFrom('guest_sessions').select('id_hash').execute()).length).toBe(ROWS)
  await newer.close()
  rmSync(dataDirectory, { recursive: true })
})

it('an embedded store whose migrations have their former names keeps its data', { timeout: 120_000 }, async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-former-'))
  const options = { databaseUrl: null, dataDirectory, connections: 1, onError: () => {} }
  const current = readMigrations().map(({ name }) => name)
  const older = await openStore({ ...options, schema: FORMER_NAMES.at(-1) ?? '' })
  for (const [index, name] of FORMER_NAMES.entries()) {
    await sql`update migrations set name = ${`${name}?`} where name = ${current[index]}`.execute(older.db)
  }
  await sql`update migrations set name = rtrim(name, '?')`.execute(older.db)
  await sql.raw(FILL).execute(older.db)
  await older.close()
  const newer = await openStore(options)
  expect(newer.applied).toEqual(current.slice(FORMER_NAMES.length))
  const { rows } = await sql<{ name: string }>`select name from migrations order by name collate "C"`.execute(newer.db)
  expect(rows.map(({ name }) => name)).toEqual(current)
  expect((await newer.db.selectFrom('guest_sessions').select('id_hash').execute()).length).toBe(ROWS)
  await newer.close()
  rmSync(dataDirectory, { recursive: true })
})

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
    await migrate(pool, { upTo: OLDER })
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
      expect(rows).toEqual([{ newest: OLDER }])
    })
  })
})
