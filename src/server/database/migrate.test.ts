import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { unpack } from '#server/history/ingest/raw-answers.ts'
import { replayDue } from '#server/history/ingest/replay.ts'
import { ensurePartitions } from '#server/history/retention.ts'
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

/** Three observations of a player, the second of them after a reset, as versions before raw answers stored them. */
const OBSERVED = `
  create table observations_20260223 partition of observations for values from ('2026-02-23Z') to ('2026-03-02Z');
  create table observations_20260302 partition of observations for values from ('2026-03-02Z') to ('2026-03-09Z');
  insert into players (tag, name, trophies, first_trophies, first_seen_at, observed_at, changed_at) values
    ('#8QR', 'Ada', 912, 1000, '2026-03-01T08:00Z', '2026-03-03T12:00Z', '2026-03-03T12:00Z');
  insert into observations values ('#8QR', '2026-03-01T08:00Z', 1000, 'c'), ('#8QR', '2026-03-01T23:59:59.5Z', 900, 'C'),
    ('#8QR', '2026-03-03T12:00Z', 912, 'p');
  insert into player_months values ('#8QR', '2026-03-01', '{1000,900,912}', '{0,0,1}', '{24,24,24}');
  insert into player_resets values ('#8QR', '2026-03-01', -100);
  insert into club_resets values ('#2PP', '2026-03-01', -100)`

describe.each(serverUrl === null ? ['embedded'] : ['embedded', 'postgres'])(
  'a store with observations (%s)',
  (kind) => {
    const name = `observed_${Math.random().toString(36).slice(2)}`
    const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-observed-'))
    const administer = async (statement: string) => {
      const admin = new pg.Pool({ connectionString: serverUrl ?? '' })
      await admin.query(statement)
      await admin.end()
    }
    const databaseUrl = () => {
      if (kind === 'embedded') return null
      const url = new URL(serverUrl ?? '')
      url.pathname = `/${name}`
      return url.href
    }
    beforeAll(async () => {
      if (kind === 'postgres') await administer(`create database ${name}`)
    })
    afterAll(async () => {
      if (kind === 'postgres') await administer(`drop database ${name} with (force)`)
      rmSync(dataDirectory, { recursive: true })
    })

    it('keeps them as raw answers, from which the days are counted again', { timeout: 120_000 }, async () => {
      const options = { databaseUrl: databaseUrl(), dataDirectory, connections: 1, onError: () => {} }
      const older = await openStore({ ...options, schema: '0013-announcements' })
      await sql.raw(OBSERVED).execute(older.db)
      await older.close()
      const { db, applied, close } = await openStore(options)
      expect(applied[0]).toBe('0014-raw-answers')
      const raw = await db.selectFrom('player_answers').select(['day', 'entries']).orderBy('day').execute()
      expect(raw.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-03'])
      const told = unpack(raw).map(({ at, kind: told, facts }) => [at.toISOString(), told, facts])
      expect(told).toEqual([
        ['2026-03-01T08:00:00.000Z', 'o', { T: 1000 }],
        ['2026-03-01T23:59:59.500Z', 'O', { T: 900 }],
        ['2026-03-03T12:00:00.000Z', 'o', { T: 912 }],
      ])
      expect(await db.selectFrom('due_replays').selectAll().execute()).toEqual([{ type: 'player', tag: '#8QR' }])
      await replayDue(db)
      const { trophies, changes, estimated, scans } = await db
        .selectFrom('player_months')
        .selectAll()
        .executeTakeFirstOrThrow()
      expect({ trophies, changes, estimated, scans }).toEqual({
        trophies: [900, 900, 912],
        changes: [0, 0, 2],
        estimated: [0, 0, 2],
        scans: [24, 24, 24],
      })
      const resets = await db.selectFrom('player_resets').select(['day', 'trophies']).execute()
      expect(resets).toEqual([{ day: '2026-03-01', trophies: -100 }])
      // The club had the reset already.
      expect(await db.selectFrom('club_resets').select('trophies').execute()).toEqual([{ trophies: -100 }])
      // Later answers find the partitions that the migration made.
      await ensurePartitions(db, [new Date('2026-03-05T00:00Z')])
      await close()
    })
  },
)

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
