import { hash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Database } from './connection.ts'

/** A statement of fixed text, `$1` and so on standing for the values. Within a transaction it runs there. */
export type Statement<Row> = (db: Database, values: unknown[]) => Promise<Row[]>

type Server = { pool: pg.Pool; named: boolean }

const servers = new WeakMap<Database, Server>()

/** A pooler between us and the server may hand each statement to another session, where its name means nothing. */
const NOT_KEPT = new Set(['26000', '42P05'])

/** Lets statements go straight to the pool and be planned once a connection: half the cost of a small one. */
export function prepareOn(db: Database, pool: pg.Pool): void {
  servers.set(db, { pool, named: true })
}

/** The pool behind a store; null for one that was not opened by us. */
export function poolOf(db: Database): pg.Pool | null {
  return servers.get(db)?.pool ?? null
}

/** Makes a statement that the store parses and plans once a connection. For what is read at every turn. */
export function statement<Row>(text: string): Statement<Row> {
  // Named by its text: whoever shares a session with us under this name means the same.
  const name = `delphin_${hash('sha256', text, 'hex').slice(0, 16)}`
  return async (db, values) => {
    const server = servers.get(db)
    if (server === undefined) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
    if (!server.named) return (await server.pool.query({ text, values })).rows
    try {
      return (await server.pool.query({ name, text, values })).rows
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !NOT_KEPT.has(error.code ?? '')) throw error
      server.named = false
      return (await server.pool.query({ text, values })).rows
    }
  }
}
