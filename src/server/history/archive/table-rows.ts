import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import type { Sequence } from './archive-format.ts'

/**
 * Every table of ours by name, those first that others refer to. Which migrations were applied is not data, nor are
 * unlogged tables, which hold what processes tell each other for minutes.
 */
export async function storedTables(db: Database): Promise<string[]> {
  const tables = await queryRows(
    db,
    { name: z.string() },
    sql`
      select relname::text as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'migrations' and relpersistence <> 'u'
        and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype = 'e')
      order by (select count(*) from pg_constraint where conrelid = c.oid and contype = 'f'), relname collate "C"`,
  )
  return tables.map(({ name }) => name)
}

/** The newest migration that was applied. */
export async function storedSchema(db: Database): Promise<string> {
  const rows = await queryRows(
    db,
    { name: z.nullable(z.string()) },
    sql`select max(name collate "C") as name from migrations`,
  )
  return rows[0]?.name ?? ''
}

/** The identity columns, and the number that each gave last. */
export function storedSequences(db: Database): Promise<Sequence[]> {
  return queryRows(
    db,
    { table: z.string(), column: z.string(), last: z.nullable(z.number()) },
    sql`
      select c.relname::text as table, attname::text as column,
        pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), attname)::regclass) as last
      from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attidentity <> ''
      order by 1, 2`,
  )
}

/** Makes identity columns go on from where they were. */
export async function continueSequences(db: Database, sequences: readonly Sequence[]): Promise<void> {
  for (const { table, column, last } of sequences) {
    if (last === null) continue
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last})`.execute(db)
  }
}

/** Begins a transaction that sees the store as it is at one moment, whatever is stored meanwhile. */
export async function beginSnapshot(db: Database) {
  const reading = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  await fixRowText(reading)
  // Whoever takes the rows may be slow.
  await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(reading)
  return reading
}

/**
 * For the rest of a transaction, rows as text are the same on every store, whatever its settings. The first setting is for
 * Citus, whose workers make the text of their rows; other stores keep it without any use.
 */
export async function fixRowText(transaction: Database): Promise<void> {
  await sql`
    set local citus.propagate_set_commands to 'local';
    set local timezone to 'UTC'; set local extra_float_digits = 1; set local bytea_output = hex`.execute(transaction)
}

const ROWS_AT_ONCE = 1_000

/**
 * The rows of a table as JSON text with their columns by name, some hundred at a time and only as fast as they are
 * taken. `clauses` stands after `from table r`. Within a transaction.
 */
export async function* rowsAsText(db: Database, table: string, clauses: RawBuilder<unknown>): AsyncGenerator<string[]> {
  await sql`
    declare archived no scroll cursor for
    select row_to_json(r)::text as row from ${sql.table(table)} r ${clauses}`.execute(db)
  const next = () => queryRows(db, { row: z.string() }, sql`fetch ${sql.lit(ROWS_AT_ONCE)} from archived`)
  for (let rows = await next(); rows.length > 0; rows = await next()) yield rows.map(({ row }) => row)
  await sql`close archived`.execute(db)
}
