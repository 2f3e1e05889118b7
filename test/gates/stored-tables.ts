import { PGlite } from '@electric-sql/pglite'
import { readMigrations } from '#server/database/migrate.ts'
import type { StoredTable } from './distribution.ts'

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

/** Every table that the migrations make, as the catalogue of a store in memory has it. */
export async function storedTables(): Promise<StoredTable[]> {
  const db = await PGlite.create()
  await db.exec('create table migrations (name text primary key, applied_at timestamptz not null)')
  for (const migration of readMigrations()) await db.exec(migration.sql)
  const { rows } = await db.query<StoredTable>(TABLES)
  await db.close()
  return rows
}
