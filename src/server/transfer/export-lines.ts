import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { readMigrations } from '../database/migrate.ts'
import { FORMAT, VERSION } from './export-format.ts'
import { MOVED_SETTING, MOVED_TABLES, type MovedTable } from './moved-tables.ts'
import { beginReading, readRows } from './read-rows.ts'

/** Told the table and the rows written so far. */
export type OnRows = (table: string, rows: number) => void

/**
 * All lines of an export, some hundred rows a piece, as the store is at one moment: whatever is stored meanwhile is
 * not in it. Reading only as fast as the lines are taken.
 */
export async function* exportLines(db: Database, now: Date, onRows: OnRows): AsyncGenerator<string> {
  const transaction = await beginReading(db)
  try {
    const schema = readMigrations().at(-1)?.name
    yield `${JSON.stringify({ format: FORMAT, version: VERSION, schema, exported_at: now.toISOString() })}\n`
    let total = 0
    for (const table of Object.keys(MOVED_TABLES) as MovedTable[]) {
      for await (const rows of readRows(transaction, table, whichRows(table))) {
        total += rows.length
        onRows(table, total)
        yield rowLines(table, rows)
      }
    }
    yield `${JSON.stringify({ format: FORMAT, end: { rows: total } })}\n`
  } finally {
    await transaction.rollback().execute()
  }
}

/** Rows of a table as lines of a file. */
export function rowLines(table: string, rows: string[]): string {
  return rows.map((row) => `{"table":"${table}","row":${row}}\n`).join('')
}

function whichRows(table: MovedTable) {
  const key = sql.join(MOVED_TABLES[table].key.map((column) => sql.ref(column)))
  const only = table === 'settings' ? sql`where key = ${sql.lit(MOVED_SETTING)}` : sql``
  return sql`${only} order by ${key}`
}
