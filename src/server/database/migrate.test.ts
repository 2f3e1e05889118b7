import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { StartFailure } from '../start-failure.ts'
import { generateTables } from './generate-tables.ts'
import { migrate, readMigrations } from './migrate.ts'

const serverUrl = inject('postgresUrl') ?? null

it('table types are those of the migrations (npm run db:types)', async () => {
  const committed = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8')
  expect(withoutLayout(committed)).toBe(withoutLayout(await generateTables()))
})

/** The formatter may break lines where the generator does not. */
function withoutLayout(source: string): string {
  return source.replaceAll(/[\s,;]+/g, ' ')
}

describe.skipIf(serverUrl === null)('several processes that start at once on one PostgreSQL', () => {
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

  it('make the schema once, and a later start finds nothing to do', async () => {
    await onNewDatabase(async (pools) => {
      const applied = await Promise.all(pools.map((pool) => migrate(pool)))
      const all = readMigrations().map((migration) => migration.name)
      expect(applied.filter((names) => names.length > 0)).toEqual([all])
      expect(await migrate(pools[0] as pg.Pool)).toEqual([])
    })
  })

  it('leave nothing of a migration that fails half-way', async () => {
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

  it('refuse a store that a newer version made', async () => {
    await onNewDatabase(async ([pool]) => {
      await migrate(pool as pg.Pool, { migrations: [...readMigrations(), { name: '9999-future', sql: 'select 1' }] })
      await expect(migrate(pool as pg.Pool)).rejects.toThrow(StartFailure)
      await expect(migrate(pool as pg.Pool)).rejects.toThrow('9999-future')
    })
  })
})
