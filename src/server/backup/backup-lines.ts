import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { type OnRows, rowLines } from '../transfer/export-lines.ts'
import { beginReading, readRows } from '../transfer/read-rows.ts'
import { FORMAT, VERSION } from './backup-format.ts'
import { storedSchema, storedSequences, storedTables } from './stored-tables.ts'
import { createTableSums } from './table-sums.ts'

/** All lines of a backup, some hundred rows a piece: every table as it is at one moment. */
export async function* backupLines(db: Database, now: Date, onRows: OnRows): AsyncGenerator<string> {
  const digest = createHash('sha256')
  for await (const piece of contentLines(db, now, onRows)) {
    digest.update(piece)
    yield piece
  }
  yield `${JSON.stringify({ format: FORMAT, sha256: digest.digest('hex') })}\n`
}

async function* contentLines(db: Database, now: Date, onRows: OnRows): AsyncGenerator<string> {
  const reading = await beginReading(db)
  try {
    const schema = await storedSchema(reading)
    yield `${JSON.stringify({ format: FORMAT, version: VERSION, schema, made_at: now.toISOString() })}\n`
    const sums = createTableSums()
    let total = 0
    for (const table of await storedTables(reading)) {
      sums.add(table, [])
      for await (const rows of readRows(reading, table, sql``)) {
        sums.add(table, rows)
        total += rows.length
        onRows(table, total)
        yield rowLines(table, rows)
      }
    }
    yield `${JSON.stringify({ format: FORMAT, tables: sums.result(), sequences: await storedSequences(reading) })}\n`
  } finally {
    await reading.rollback().execute()
  }
}
