import { CompiledQuery, type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { CalendarDay } from '#shared/days.ts'
import type { Tables } from './tables.ts'

/**
 * The store, or a transaction on it. The generated tables type the queries of the query builder, for rows by key. SQL for
 * sets is written by hand and goes through `queryRows`: it declares its columns, and tests compare them with the answers.
 */
export type Database = Kysely<Tables> & {
  /** The connections, for the metrics that count them. Absent on a transaction. */
  readonly pool?: pg.Pool
  /** This is the embedded store. Absent on a transaction. */
  readonly isEmbedded?: boolean
}

/** A column of dates, for `queryRows`. */
export const dateColumn = z.custom<CalendarDay>((value) => typeof value === 'string')

/** The columns that a statement answers, by name. */
export type Columns = Readonly<Record<string, z.ZodMiniType>>
export type RowOf<C extends Columns> = { [Name in keyof C]: z.output<C[Name]> }

let checksEveryRow = false

/**
 * Compares every row with the declared columns from now on. Each test process calls this once, so that a statement which
 * answers other columns or types fails its test. The product does not, since the check costs more than a short read.
 */
export function checkEveryRow(): void {
  checksEveryRow = true
}

/** For `queryRows`: a statement whose cost depends on what a visitor asks for is given up after this time. */
export const VISITORS_LIMIT = { limitMs: 500 }

/**
 * Runs a statement that is written by hand. PostgreSQL gives it up after `limitMs`; the embedded store, which runs one
 * statement at a time and hears nothing meanwhile, cannot. In a transaction the limit holds for what follows there, too.
 */
export async function queryRows<C extends Columns>(
  db: Database,
  columns: C,
  query: RawBuilder<unknown> | CompiledQuery,
  { limitMs }: { limitMs?: number } = {},
): Promise<RowOf<C>[]> {
  if (limitMs !== undefined && !db.isEmbedded) {
    const runLimited = async (transaction: Database) => {
      await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(transaction)
      return queryRows(transaction, columns, query)
    }
    return db.isTransaction ? runLimited(db) : db.transaction().execute(runLimited)
  }
  const { rows } = await db.executeQuery('compile' in query ? query.compile(db) : query)
  if (checksEveryRow) {
    const row = z.strictObject(columns)
    for (const each of rows) row.parse(each)
  }
  // The store made these rows; the tests prove that they have this type.
  return rows as RowOf<C>[]
}

/** A statement of fixed text, with `$1` and so on for the values, to be run by `queryRows`. */
export function defineQuery<C extends Columns>(columns: C, text: string) {
  return (db: Database, values: readonly unknown[]): Promise<RowOf<C>[]> =>
    queryRows(db, columns, CompiledQuery.raw(text, [...values]))
}

/** Runs statements of one transaction in their order. Returns how many rows each of them wrote. */
export async function runAll(db: Database, statements: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const written: number[] = []
  for (const statement of statements) {
    const { numAffectedRows } = await statement.execute(db)
    written.push(Number(numAffectedRows ?? 0))
  }
  return written
}

/** An array may also be written as PostgreSQL's text of it. */
type Written<Value> = Value extends readonly unknown[] ? Value | string : Value

/** A row of a table by its columns. */
export type NewRow<Table> = { [Column in keyof Insertable<Table>]: Written<Insertable<Table>[Column]> }

/**
 * The statements that insert rows, all of the same columns, into a table that is called `stored` there; `conflict` says
 * what becomes of rows that are there. A cluster sends values straight to their shards. The rows of a select it would first
 * copy to every node, which takes twenty times as long; so tables of history are written this way.
 */
export function insertRows<Name extends keyof Tables & string>(
  table: Name,
  rows: readonly NewRow<Tables[Name]>[],
  conflict: RawBuilder<unknown> = sql``,
): RawBuilder<unknown>[] {
  const columns = Object.keys(rows[0] ?? {}) as (keyof NewRow<Tables[Name]> & string)[]
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const valuesOf = (row: NewRow<Tables[Name]>) => sql`(${sql.join(columns.map((column) => row[column]))})`
  return portionsOf(rows).map(
    (some) =>
      sql`insert into ${sql.table(table)} as stored (${names}) values ${sql.join(some.map(valuesOf))} ${conflict}`,
  )
}

const ROWS_AT_ONCE = 1000

/** Rows in portions of a thousand, since a statement may have 65,535 values. */
export function portionsOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE)
  return Array.from({ length: count }, (_, index) => rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE))
}

type Field = { sql: string; type: z.ZodMiniType }
type Fields = Readonly<Record<string, Field>>
type ItemOf<F extends Fields> = { [Name in keyof F]: z.output<F[Name]['type']> }

/** A field of a JSON list: the SQL that makes its value, and the type that this value has in JSON. */
export function field<Type extends z.ZodMiniType>(sql: string, type: Type): { sql: string; type: Type } {
  return { sql, type }
}

/**
 * A list of rows that the store answers as one JSON array of arrays, which is read far faster than rows. Each field is
 * declared once, so that its place in SQL and in TypeScript cannot differ.
 */
export function jsonList<F extends Fields>(fields: F) {
  const names = Object.keys(fields)
  const types = names.map((name) => (fields[name] as Field).type)
  return {
    /** SQL for one item; goes into `json_agg(...)`. */
    item: `json_build_array(${names.map((name) => (fields[name] as Field).sql).join(', ')})`,
    /** The column's type: null where the store found no item. */
    column: z.nullable(z.array(z.array(z.any()).check(z.refine((item) => matches(types, item))))),
    /** The items by the names of their fields. */
    items: (list: readonly unknown[][] | null): ItemOf<F>[] =>
      (list ?? []).map((item) => withNames(names, item) as ItemOf<F>),
  }
}

/** A plain loop: lists are long, and `Object.fromEntries` takes six times as long. */
function withNames(names: readonly string[], item: readonly unknown[]): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  for (let place = 0; place < names.length; place++) named[names[place] ?? ''] = item[place]
  return named
}

function matches(types: readonly z.ZodMiniType[], item: readonly unknown[]): boolean {
  return item.length === types.length && types.every((type, place) => type.safeParse(item[place]).success)
}
