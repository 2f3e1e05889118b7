import { hash } from 'node:crypto'
import { CompiledQuery, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Database, PipelinedReads } from './connection.ts'

/** A short read of fixed text, `$1` and so on standing for the values. Within a transaction it runs there. */
export type Statement<Row> = (db: Database, values: unknown[]) => Promise<Row[]>

type Server = { pool: pg.Pool; lines: PipelinedReads | null; named: boolean }

const servers = new WeakMap<Database, Server>()

/** A pooler between us and the server may hand each statement to another session, where its name means nothing. */
const NOT_KEPT = new Set(['26000', '42P05'])

/** Lets statements go past the query builder and be planned once a connection: half the cost of a small one. */
export function registerServer(db: Database, pool: pg.Pool, lines: PipelinedReads | null = null): void {
  servers.set(db, { pool, lines, named: true })
}

/** The pool behind a store; null for one that was not opened by us. */
export function poolOf(db: Database): pg.Pool | null {
  return servers.get(db)?.pool ?? null
}

/** The lines for its short reads; null where those use the pool. */
export function pipelinedReadsOf(db: Database): PipelinedReads | null {
  return servers.get(db)?.lines ?? null
}

/** Makes a statement that the store parses and plans once a connection. For what is read at every turn. */
export function statement<Row>(text: string): Statement<Row> {
  return (db, values) => {
    const server = servers.get(db)
    return server === undefined ? runWithin<Row>(db, text, values) : runOn<Row>(server, text, values)
  }
}

/**
 * Reads with a statement that was put together for this one turn; one that is short. Only values may differ from turn to
 * turn: each text stays planned.
 */
export function readRows<Row>(db: Database, query: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(db)
  return statement<Row>(text)(db, [...parameters])
}

async function runWithin<Row>(db: Database, text: string, values: unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

async function runOn<Row>(server: Server, text: string, values: unknown[]): Promise<Row[]> {
  const reads: Pick<PipelinedReads, 'query'> = server.lines ?? server.pool
  if (!server.named) return (await reads.query<Row & pg.QueryResultRow>({ text, values })).rows
  try {
    return (await reads.query<Row & pg.QueryResultRow>({ name: nameOf(text), text, values })).rows
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !NOT_KEPT.has(error.code ?? '')) throw error
    server.named = false
    return (await reads.query<Row & pg.QueryResultRow>({ text, values })).rows
  }
}

const names = new Map<string, string>()

/** Named by its text: whoever shares a session with us under this name means the same. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `delphin_${hash('sha256', text, 'hex').slice(0, 16)}`
  names.set(text, name)
  return name
}
