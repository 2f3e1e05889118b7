import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'

const ROWS_AT_ONCE = 1_000

/** Begins a transaction that sees the store as it is at one moment, whatever is stored meanwhile. */
export async function beginReading(db: Database) {
  const reading = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  await writeRowsAlike(reading)
  // Whoever takes the rows may be slow.
  await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(reading)
  return reading
}

/** Rows as text are the same on every store, whatever its settings: for the rest of a transaction. */
export async function writeRowsAlike(transaction: Database): Promise<void> {
  await sql`
    set local timezone to 'UTC'; set local extra_float_digits = 1; set local bytea_output = hex`.execute(transaction)
}

/**
 * The rows of a table as JSON text with their columns by name, some hundred at a time and only as fast as they are
 * taken. `clauses` stands after `from table r`. Within a transaction.
 */
export async function* readRows(db: Database, table: string, clauses: RawBuilder<unknown>): AsyncGenerator<string[]> {
  await sql`
    declare moved no scroll cursor for
    select row_to_json(r)::text as row from ${sql.table(table)} r ${clauses}`.execute(db)
  const next = sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from moved`
  for (let page = await next.execute(db); page.rows.length > 0; page = await next.execute(db)) {
    yield page.rows.map(({ row }) => row)
  }
  await sql`close moved`.execute(db)
}
