import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { dataFault } from '#server/database/store-errors.ts'
import { ensurePartitions } from '../retention.ts'
import { type ExportedTable, partitionColumn } from './exported-rows.ts'
import type { RowItem } from './read-item.ts'
import type { Outcome } from './store-answers.ts'

export type TableColumns = Map<string, Set<string>>

/** The columns of every table as the store has them. */
export async function readColumns(db: Database): Promise<TableColumns> {
  const rows = await queryRows(
    db,
    { table: z.string(), column: z.string() },
    sql`select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
  )
  const tables = Map.groupBy(rows, (row) => row.table)
  return new Map([...tables].map(([table, columns]) => [table, new Set(columns.map((row) => row.column))]))
}

/** Rows that can be stored together: of one table, with the same columns. */
export function shapeOf({ table, row }: RowItem): string {
  return [table, ...Object.keys(row).sort()].join(' ')
}

/** Stores rows of one shape. A row that the store has under the same key stays as it is: a call can be repeated. */
export async function storeRows(db: Database, items: RowItem[], tables: TableColumns): Promise<Outcome> {
  const [first] = items
  if (first === undefined) return { stored: 0, known: 0, bad: [] }
  const columns = Object.keys(first.row)
  const strange = columns.find((column) => !tables.get(first.table)?.has(column))
  if (strange !== undefined) {
    const reason = `${first.table} has no column ${JSON.stringify(strange.slice(0, 60))}`
    return { stored: 0, known: 0, bad: items.map(({ line }) => ({ line, reason })) }
  }
  const column = partitionColumn(first.table)
  const moments = column === null ? [] : items.map(({ row }) => new Date(String(row[column])))
  await ensurePartitions(db, moments)
  return insertRows(db, first.table, columns, items)
}

/** All rows at once. If the store refuses that, it takes each half alone, down to the single rows that are at fault. */
async function insertRows(db: Database, table: ExportedTable, columns: string[], items: RowItem[]): Promise<Outcome> {
  try {
    const stored = await db.transaction().execute((transaction) => insert(transaction, table, columns, items))
    return { stored, known: items.length - stored, bad: [] }
  } catch (error) {
    const reason = dataFault(error)
    if (reason === null) throw error
    if (items.length === 1) return { stored: 0, known: 0, bad: items.map(({ line }) => ({ line, reason })) }
    const middle = Math.ceil(items.length / 2)
    const a = await insertRows(db, table, columns, items.slice(0, middle))
    const b = await insertRows(db, table, columns, items.slice(middle))
    return { stored: a.stored + b.stored, known: a.known + b.known, bad: [...a.bad, ...b.bad] }
  }
}

async function insert(db: Database, table: ExportedTable, columns: string[], items: RowItem[]): Promise<number> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const rows = JSON.stringify(items.map((item) => item.row))
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)
    on conflict do nothing`.execute(db)
  if (table === 'roster_events') await skipTakenIds(db)
  return Number(numAffectedRows ?? 0)
}

/** New events must not get the numbers of those that were imported. */
async function skipTakenIds(db: Database): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('roster_events', 'id'), newest)
    from (select max(id) as newest from roster_events) taken
    where newest >= (select last_value from roster_events_id_seq)`.execute(db)
}
