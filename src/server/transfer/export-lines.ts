import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { readMigrations } from '../database/migrate.ts'
import { FORMAT, VERSION } from './export-format.ts'
import { MOVED_SETTING, MOVED_TABLES, type MovedTable } from './moved-tables.ts'

const ROWS_AT_ONCE = 1_000

/** Told the table and the rows written so far. */
export type OnRows = (table: MovedTable, rows: number) => void

/**
 * All lines of an export, some hundred rows a piece, as the store is at one moment: whatever is stored meanwhile is
 * not in it. Reading only as fast as the lines are taken.
 */
export async function* exportLines(db: Database, now: Date, onRows: OnRows): AsyncGenerator<string> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await sql`set local timezone to 'UTC'`.execute(transaction)
    const schema = readMigrations().at(-1)?.name
    yield `${JSON.stringify({ format: FORMAT, version: VERSION, schema, exported_at: now.toISOString() })}\n`
    let rows = 0
    for (const table of Object.keys(MOVED_TABLES) as MovedTable[]) {
      for await (const lines of tableLines(transaction, table)) {
        rows += lines.length
        onRows(table, rows)
        yield lines.join('')
      }
    }
    yield `${JSON.stringify({ format: FORMAT, end: { rows } })}\n`
  } finally {
    await transaction.rollback().execute()
  }
}

async function* tableLines(db: Database, table: MovedTable): AsyncGenerator<string[]> {
  const key = sql.join(MOVED_TABLES[table].key.map((column) => sql.ref(column)))
  const which = table === 'settings' ? sql`where key = ${sql.lit(MOVED_SETTING)}` : sql``
  await sql`
    declare moved no scroll cursor for
    select row_to_json(r)::text as row from ${sql.table(table)} r ${which} order by ${key}`.execute(db)
  const next = sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from moved`
  for (let page = await next.execute(db); page.rows.length > 0; page = await next.execute(db)) {
    yield page.rows.map(({ row }) => `{"table":"${table}","row":${row}}\n`)
  }
  await sql`close moved`.execute(db)
}
