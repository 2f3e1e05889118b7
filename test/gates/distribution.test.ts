import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
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

/** The names of the advisory locks in the code, by their numbers. */
function lockNumbers(texts: string[]): Map<string, string[]> {
  const locks = texts.flatMap((text) => [...text.matchAll(/const (\w+_LOCK) = ([\d_]+)/g)])
  const named = locks.map(([, name = '', number = '']) => ({ name, number }))
  return new Map(
    [...Map.groupBy(named, (lock) => lock.number)].map(([number, of]) => [number, of.map((lock) => lock.name)]),
  )
}

/** Advisory locks with the same number. Code that takes one while it holds the other would wait for itself for ever. */
function shared(texts: string[]): string[][] {
  return [...lockNumbers(texts).values()].filter((names) => names.length > 1)
}

it('every advisory lock has its own number', () => {
  const texts = sourceFiles().flatMap(({ path, text }) => (path.startsWith('src/server/') && !isTest(path) ? text : []))
  expect(lockNumbers(texts).size).toBeGreaterThan(1)
  expect(shared(texts)).toEqual([])
})

it('the gate on advisory locks finds two with the same number', () => {
  expect(shared(['const A_LOCK = 1_0\n', 'const B_LOCK = 2\nconst C_LOCK = 1_0'])).toEqual([['A_LOCK', 'C_LOCK']])
})
