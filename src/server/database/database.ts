import { hash } from 'node:crypto'
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Tables } from './tables.ts'

/**
 * The store, or a transaction on it. The generated tables type the queries of the query builder. SQL written by hand goes
 * through the functions below: it declares its columns, and tests compare them with the rows that the store answers.
 */
export type Database = Kysely<Tables> & {
  /** The connections for short reads. Absent on a transaction, whose reads run on its own connection. */
  readonly server?: Server
}

type Server = { readonly pool: pg.Pool; readonly pipelined: PipelinedReads | null; namesAreKept: boolean }

/** A few connections that short reads share. Each takes many statements at once and answers them in their order. */
export type PipelinedReads = {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
  /** Statements that are not answered yet. */
  pending(): number
  /** Waits for the pending statements, then closes the connections. */
  close(): Promise<void>
}

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

/** Runs a statement that is written by hand. */
export async function queryRows<C extends Columns>(
  db: Database,
  columns: C,
  query: RawBuilder<unknown>,
): Promise<RowOf<C>[]> {
  const { rows } = await query.execute(db)
  return checked(columns, rows)
}

/** A statement whose cost depends on what a visitor asks for is given up after this time. */
const VISITORS_STATEMENT_MS = 500

/**
 * Runs a statement that is written by hand and whose cost a visitor chooses. PostgreSQL gives it up after half a second;
 * the embedded store cannot.
 */
export async function visitorsRows<C extends Columns>(
  db: Database,
  columns: C,
  query: RawBuilder<unknown>,
): Promise<RowOf<C>[]> {
  if (!db.server?.pipelined) return queryRows(db, columns, query)
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(VISITORS_STATEMENT_MS)}`.execute(transaction)
    return queryRows(transaction, columns, query)
  })
}

/** In place of a statement: the connection sends those among the values together. */
export const AT_ONCE = 'at once'

/**
 * Runs statements of one transaction in their order, in one round trip: none waits for what the one before answers. Returns how
 * many rows each of them wrote.
 */
export async function runAtOnce(db: Database, statements: readonly RawBuilder<unknown>[]): Promise<number[]> {
  if (statements.length === 0) return []
  const compiled = statements.map((statement) => statement.compile(db))
  const { rows } = await db.executeQuery(CompiledQuery.raw(AT_ONCE, compiled))
  return checked({ rowCount: z.nullable(z.number()) }, rows).map(({ rowCount }) => rowCount ?? 0)
}

/**
 * The rows of an insert: SQL for `values (...), (...)`. A cluster sends these straight to their shards. The rows of a select
 * it would first copy to every node, which takes twenty times as long; so tables of history are written this way.
 */
export function valuesOf(rows: readonly (readonly unknown[])[]): RawBuilder<unknown> {
  return sql`values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}`
}

const ROWS_AT_ONCE = 1000

/** Rows in portions of a thousand for `valuesOf`, since a statement may have 65,535 values. */
export function portionsOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE)
  return Array.from({ length: count }, (_, index) => rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE))
}

/** A short read of fixed text, with `$1` and so on for the values. */
export type PreparedRead<Row> = (db: Database, values: readonly unknown[]) => Promise<Row[]>

/**
 * Prepares a short read that is made for many requests: each connection parses and plans it once. A read that takes long
 * belongs in `queryRows`, since here it would hold up the reads behind it.
 */
export function preparedRead<C extends Columns>(columns: C, text: string): PreparedRead<RowOf<C>> {
  return async (db, values) => {
    const rows = db.server === undefined ? await runWithin(db, text, values) : await runOn(db.server, text, values)
    return checked(columns, rows)
  }
}

/** As `preparedRead`, for a statement that is put together for each request. It may have few texts, since all stay planned. */
export function shortRead<C extends Columns>(
  db: Database,
  columns: C,
  query: RawBuilder<unknown>,
): Promise<RowOf<C>[]> {
  const { sql, parameters } = query.compile(db)
  return preparedRead(columns, sql)(db, parameters)
}

function checked<C extends Columns>(columns: C, rows: unknown[]): RowOf<C>[] {
  if (checksEveryRow) {
    const row = z.strictObject(columns)
    for (const each of rows) row.parse(each)
  }
  // The store made these rows; the tests prove that they have this type.
  return rows as RowOf<C>[]
}

async function runWithin(db: Database, text: string, values: readonly unknown[]): Promise<unknown[]> {
  return (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows
}

/** SQLSTATEs. A pooler before PostgreSQL may pass each statement to another session, which does not know its name. */
const NAME_IS_UNKNOWN = new Set(['26000', '42P05'])

async function runOn(server: Server, text: string, parameters: readonly unknown[]): Promise<unknown[]> {
  const reads: Pick<PipelinedReads, 'query'> = server.pipelined ?? server.pool
  const values = [...parameters]
  if (!server.namesAreKept) return (await reads.query({ text, values })).rows
  try {
    return (await reads.query({ name: nameOf(text), text, values })).rows
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !NAME_IS_UNKNOWN.has(error.code ?? '')) throw error
    server.namesAreKept = false
    return (await reads.query({ text, values })).rows
  }
}

const names = new Map<string, string>()

/** The same text has the same name in every process, since a pooler may give them the same session. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `delphin_${hash('sha256', text, 'hex').slice(0, 16)}`
  names.set(text, name)
  return name
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
