import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { LOCKS } from '#server/database/locks.ts'
import { readMigrations } from '#server/database/migrate.ts'
import { readSteps } from '../../scripts/distribute/distribute.ts'
import { isTest, sourceFiles } from './source-files.ts'

/** The tables that deploy/citus/distribute.sql leaves on the coordinator. */
function localTables(text = readFileSync('deploy/citus/distribute.sql', 'utf8')): string[] {
  return [...text.matchAll(/^-- local: (.+)$/gm)].flatMap(([, names = '']) => names.split(', '))
}

/** Every table that the migrations create. */
async function storedTables(): Promise<string[]> {
  const db = await PGlite.create()
  await db.exec('create table migrations (name text primary key, applied_at timestamptz not null)')
  for (const migration of readMigrations()) await db.exec(migration.sql)
  const { rows } = await db.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  await db.close()
  return rows.map(({ name }) => name)
}

it('every table is either distributed over a Citus cluster or left on its coordinator', async () => {
  const placed = [...readSteps().map(({ table }) => table), ...localTables()]
  expect(placed.sort()).toEqual((await storedTables()).sort())
})

/** Calls that take an advisory lock by another number than one of the table, which might be another lock's. */
function foreignLocks(text: string): string[] {
  return text.match(/pg_\w*advisory\w*\((?!\$\{LOCKS\.|\$1).{0,20}/g) ?? []
}

it('every advisory lock stands in the table of locks, with a number of its own', () => {
  const numbers = Object.values(LOCKS)
  expect(new Set<number>(numbers).size).toBe(numbers.length)
  const texts = sourceFiles().flatMap(({ path, text }) => (path.startsWith('src/server/') && !isTest(path) ? text : []))
  expect(texts.flatMap(foreignLocks)).toEqual([])
  expect(foreignLocks('select pg_advisory_xact_lock(7, 1)')).toHaveLength(1)
})
