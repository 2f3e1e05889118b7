import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { dataFault } from '#server/database/storage.ts'
import { retryTransaction } from '../ingest/ingest.ts'
import { ensurePartitions } from '../retention.ts'
import { type ExportedTable, partitionColumn } from './exported-rows.ts'
import type { Outcome, RowItem } from './read-item.ts'
import { isBattleTable, problemOfBattleRow, storeBattleRows } from './store-battle-rows.ts'

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
  const { table } = first
  const { kept, bad } = await withoutUnknown(db, items)
  const outcome = await storeKept(db, table, kept, tables)
  return { ...outcome, bad: [...bad, ...outcome.bad] }
}

async function storeKept(
  db: Database,
  table: RowItem['table'],
  items: RowItem[],
  tables: TableColumns,
): Promise<Outcome> {
  if (!isBattleTable(table)) return storeKnown(db, table, items, tables)
  const bad = items.flatMap(({ line, row }) => {
    const reason = problemOfBattleRow(table, row)
    return reason === null ? [] : [{ line, reason }]
  })
  const lines = new Set(bad.map(({ line }) => line))
  const good = items.filter(({ line }) => !lines.has(line))
  await ensureWeeks(db, table, good)
  const storeSome = (some: RowItem[]) =>
    retryTransaction(() =>
      db.transaction().execute((transaction) =>
        storeBattleRows(
          transaction,
          table,
          some.map(({ row }) => row),
        ),
      ),
    )
  const outcome = await byHalves(good, storeSome)
  return { ...outcome, bad: [...bad, ...outcome.bad] }
}

async function ensureWeeks(db: Database, table: ExportedTable, items: RowItem[]): Promise<void> {
  const column = partitionColumn(table)
  const moments = column === null ? [] : items.map(({ row }) => new Date(String(row[column])))
  await ensurePartitions(db, moments)
}

async function storeKnown(
  db: Database,
  table: ExportedTable,
  items: RowItem[],
  tables: TableColumns,
): Promise<Outcome> {
  const [first] = items
  if (first === undefined) return { stored: 0, known: 0, bad: [] }
  const columns = Object.keys(first.row)
  const strange = columns.find((column) => !tables.get(table)?.has(column))
  if (strange !== undefined) {
    const reason = `${table} has no column ${JSON.stringify(strange.slice(0, 60))}`
    return { stored: 0, known: 0, bad: items.map(({ line }) => ({ line, reason })) }
  }
  await ensureWeeks(db, table, items)
  return byHalves(items, (some) => db.transaction().execute((transaction) => insert(transaction, table, columns, some)))
}

/** Rows that are about a player or club, by the column that names it: the row of that player or club must come first. */
const ABOUT = { player_tag: 'players', club_tag: 'clubs' } as const
const OF_PLAYERS = new Set(['player_months', 'player_resets', 'player_profiles', 'player_answers'])
const OF_CLUBS = new Set(['club_months', 'club_resets', 'club_answers', 'club_members', 'roster_events'])

type Sifted = { kept: RowItem[]; bad: Outcome['bad'] }

/** Refuses rows about a player or club that is not stored: no page would ever show them. */
async function withoutUnknown(db: Database, items: RowItem[]): Promise<Sifted> {
  const table = items[0]?.table ?? ''
  const column = OF_PLAYERS.has(table) ? 'player_tag' : OF_CLUBS.has(table) ? 'club_tag' : null
  if (column === null) return { kept: items, bad: [] }
  const tags = items.map(({ row }) => String(row[column]))
  const stored = await db.selectFrom(ABOUT[column]).select('tag').where('tag', '=', sql<string>`any(${tags})`).execute()
  const known = new Set(stored.map(({ tag }) => tag))
  const isKnown = ({ row }: RowItem) => known.has(String(row[column]))
  const reason = `the ${column === 'player_tag' ? 'player' : 'club'} is not known`
  const bad = items.filter((item) => !isKnown(item)).map(({ line }) => ({ line, reason }))
  return { kept: items.filter(isKnown), bad }
}

/** All rows at once. If the store refuses that, it takes each half alone, down to the single rows that are at fault. */
async function byHalves(items: RowItem[], store: (some: RowItem[]) => Promise<number>): Promise<Outcome> {
  try {
    const stored = await store(items)
    return { stored, known: items.length - stored, bad: [] }
  } catch (error) {
    const reason = dataFault(error)
    if (reason === null) throw error
    if (items.length === 1) return { stored: 0, known: 0, bad: items.map(({ line }) => ({ line, reason })) }
    const middle = Math.ceil(items.length / 2)
    const a = await byHalves(items.slice(0, middle), store)
    const b = await byHalves(items.slice(middle), store)
    return { stored: a.stored + b.stored, known: a.known + b.known, bad: [...a.bad, ...b.bad] }
  }
}

async function insert(db: Database, table: ExportedTable, columns: string[], items: RowItem[]): Promise<number> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const rows = JSON.stringify(items.map((item) => item.row))
  // What a distributed store reports as affected are the rows given, not those stored.
  const stored = await queryRows(
    db,
    { stored: z.boolean() },
    sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)
    on conflict do nothing returning true as stored`,
  )
  if (table === 'roster_events') await skipTakenIds(db)
  return stored.length
}

/** New events must not get the numbers of those that were imported. */
async function skipTakenIds(db: Database): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('roster_events', 'id'), newest)
    from (select max(id) as newest from roster_events) taken
    where newest >= (select last_value from roster_events_id_seq)`.execute(db)
}
