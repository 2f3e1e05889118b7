import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// Counts and identities stay far below 2^53, and callers want numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is a calendar day without a zone: keep its text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
// The arrays of months: JSON.parse reads them in a quarter of the time of the parser for arrays of any kind.
const ARRAYS_OF_INTEGERS = { int2: 1005, int4: 1007 }
for (const oid of Object.values(ARRAYS_OF_INTEGERS)) pg.types.setTypeParser(oid, parseIntegers)

export type Connection = { db: Database; pool: pg.Pool; close(): Promise<void> }

/** Opens a pool on a PostgreSQL; the embedded store speaks the same protocol through its socket. */
export function connect(options: { url: string; connections: number; onError(error: Error): void }): Connection {
  const pool = new pg.Pool({ ...target(options.url), max: options.connections, connectionTimeoutMillis: 10_000 })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', options.onError)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** `{1,NULL,3}`; all our arrays of integers have one dimension. */
function parseIntegers(text: string): (number | null)[] {
  return JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`)
}

/** `socket:/path` is a unix socket in that directory, which pg takes as a host. */
function target(url: string): pg.PoolConfig {
  if (url.startsWith('socket:')) return { host: url.slice('socket:'.length), database: 'postgres', user: 'postgres' }
  return { connectionString: url }
}
