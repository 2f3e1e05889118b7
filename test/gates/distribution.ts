import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { readMigrations } from '#server/database/migrate.ts'

/** How a table is distributed: by the values of a column, in the same shards as all tables of its family. */
export type Cut = { column: string; family: string }

export type Distribution = { cuts: ReadonlyMap<string, Cut>; local: ReadonlySet<string> }

/** The tables that deploy/citus/distribute.sql distributes, and those that it leaves on the coordinator. */
export function readDistribution(text = readFileSync('deploy/citus/distribute.sql', 'utf8')): Distribution {
  const cuts = new Map<string, Cut>()
  const calls = text.matchAll(/create_distributed_table\('(\w+)', '(\w+)', colocate_with => '(\w+)'\)/g)
  for (const [, table = '', column = '', beside = ''] of calls) {
    cuts.set(table, { column, family: beside === 'none' ? table : beside })
  }
  const local = [...text.matchAll(/^-- local: (.+)$/gm)].flatMap(([, names = '']) => names.split(', '))
  return { cuts, local: new Set(local) }
}

/** What the database's catalogue says about a table. */
export type StoredTable = {
  table: string
  columns: string[]
  /** The columns of each unique index. */
  uniques: string[][]
  triggers: string[]
  /** Tables that foreign keys point to. */
  references: string[]
  /** Types of identity columns. */
  identities: string[]
}

/** What prevents a schema from being distributed this way, in sentences. */
export function distributionFaults(tables: StoredTable[], { cuts, local }: Distribution): string[] {
  const names = new Set(tables.map(({ table }) => table))
  const strange = [...cuts.keys(), ...local].filter((table) => !names.has(table))
  const unplaced = tables.filter(({ table }) => Number(cuts.has(table)) + Number(local.has(table)) !== 1)
  return [
    ...strange.map((table) => `${table} is placed, but there is no such table`),
    ...unplaced.map(({ table }) => `${table} has to be either distributed or local`),
    ...tables.flatMap((table) => tableFaults(table, cuts)),
  ]
}

function tableFaults(stored: StoredTable, cuts: Distribution['cuts']): string[] {
  const { table, columns, uniques, triggers, references, identities } = stored
  const cut = cuts.get(table)
  if (cut === undefined) {
    return references.filter((other) => cuts.has(other)).map((other) => `${table} is local and references ${other}`)
  }
  const apart = references.filter((other) => cuts.get(other)?.family !== cut.family)
  return [
    ...(columns.includes(cut.column) ? [] : [`${table} has no column ${cut.column}`]),
    ...uniques
      .filter((unique) => !unique.includes(cut.column))
      .map((unique) => `${table} is unique by ${unique.join(', ')}, without ${cut.column}`),
    ...triggers.map((trigger) => `${table} has the trigger ${trigger}`),
    ...apart.map((other) => `${table} references ${other}, which lies elsewhere`),
    ...identities.filter((type) => type !== 'bigint').map((type) => `${table} has an identity of type ${type}`),
  ]
}

const TABLES = `
  select c.relname as table,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(json_agg(array(select attname from pg_attribute where attrelid = c.oid and attnum = any(indkey))), '[]')
      from pg_index where indrelid = c.oid and indisunique) as uniques,
    array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers,
    array(select confrelid::regclass::text from pg_constraint where conrelid = c.oid and contype = 'f') as "references",
    array(select format_type(atttypid, null) from pg_attribute where attrelid = c.oid and attidentity <> '') as identities
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`

/** Every table that the migrations create, read from the catalogue of a store in memory. */
export async function storedTables(): Promise<StoredTable[]> {
  const db = await PGlite.create()
  await db.exec('create table migrations (name text primary key, applied_at timestamptz not null)')
  for (const migration of readMigrations()) await db.exec(migration.sql)
  const { rows } = await db.query<StoredTable>(TABLES)
  await db.close()
  return rows
}
