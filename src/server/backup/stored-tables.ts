import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { Sequence } from './backup-format.ts'

/** Every table of ours by name, those first that others refer to. Which migrations were applied is not data. */
export async function storedTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migrations'
      and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype = 'e')
    order by (select count(*) from pg_constraint where conrelid = c.oid and contype = 'f'), relname collate "C"
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** The identity columns, and the number each gave last. */
export async function storedSequences(db: Database): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select c.relname::text as table, attname::text as column,
      pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), attname)::regclass) as last
    from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attidentity <> ''
    order by 1, 2`.execute(db)
  return rows
}

/** Makes identity columns go on from where they were. */
export async function continueSequences(db: Database, sequences: Sequence[]): Promise<void> {
  for (const { table, column, last } of sequences) {
    if (last === null) continue
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last})`.execute(db)
  }
}

/** The newest migration that was applied. */
export async function storedSchema(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name collate "C") as name from migrations`.execute(db)
  return rows[0]?.name ?? ''
}
