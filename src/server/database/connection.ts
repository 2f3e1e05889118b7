import { setTimeout as pass } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

// Counts and identities stay far below 2^53, so they are read as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is a calendar day without a time zone, so it stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
// JSON.parse reads the arrays of the monthly series four times as fast as the driver's parser for any array.
const ARRAYS_OF_INTEGERS = { int2: 1005, int4: 1007 }
for (const oid of Object.values(ARRAYS_OF_INTEGERS)) pg.types.setTypeParser(oid, parseIntegers)

export type Connection = { db: Database; pool: pg.Pool; close(): Promise<void> }

/** The longest that a statement waits for a connection. */
const CONNECT_MS = 10_000

const CHECK_EVERY_MS = 10

/** The longest that closing waits for the server to end its side. */
const LONGEST_END_MS = 2_000

/**
 * Far more than our statements take, so that none holds a connection for ever. Migrations and backups lift it. A statement
 * waits less for a lock: all behind it would wait as long.
 */
const SESSION = `set statement_timeout = '60s'; set lock_timeout = '10s'; set idle_in_transaction_session_timeout = '60s'`

/** Opens a pool on a PostgreSQL. The embedded store speaks the same protocol through its socket. */
export function connect(options: { url: string; connections: number; onError(error: Error): void }): Connection {
  const limits = { max: options.connections, connectionTimeoutMillis: CONNECT_MS }
  const pool = new pg.Pool({ ...target(options.url), ...limits })
  // The pool replaces a connection that breaks. Without a listener the error would end the process: on the pool for an
  // idle connection, on the connection itself for one in use, whose statement fails as well.
  pool.on('error', options.onError)
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client.on('error', () => {})))
  pool.on('remove', (client) => open.delete(client))
  const db = Object.assign(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), {
    pool,
    isEmbedded: options.url.startsWith(SOCKET),
  })
  return { db, pool, close: () => closePool(db, pool, open) }
}

/** Reads `{1,NULL,3}`. All our arrays of integers have one dimension. */
function parseIntegers(text: string): (number | null)[] {
  return JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`)
}

/**
 * Waits for the statements that are under way and for those that wait for a connection, which the pool would drop. Then
 * waits until the connections have ended, since the store may be closed next.
 */
async function closePool(db: Database, pool: pg.Pool, open: ReadonlySet<unknown>): Promise<void> {
  // A statement that was just sent reaches the pool within a turn of the event loop.
  do await pass(CHECK_EVERY_MS)
  while (pool.waitingCount > 0)
  await db.destroy()
  // Kysely does not end a pool that it has not used.
  if (!pool.ending) await pool.end()
  for (let waited = 0; open.size > 0 && waited < LONGEST_END_MS; waited += CHECK_EVERY_MS) await pass(CHECK_EVERY_MS)
}

const SOCKET = 'socket:'

/** `socket:/path` is the embedded store's unix socket in that directory, which pg takes as a host. */
function target(url: string): pg.PoolConfig {
  if (url.startsWith(SOCKET)) return { host: url.slice(SOCKET.length), database: 'postgres', user: 'postgres' }
  return { connectionString: url, keepAlive: true, onConnect: (client) => client.query(SESSION) }
}

export type AdvisoryLock = { release(): Promise<void> }

/**
 * Waits until no other process holds the lock `key` of this PostgreSQL, and takes it. The lock has a connection of its
 * own, so it ends with the process however that dies. Throws the signal's reason when that is aborted before.
 */
export async function takeAdvisoryLock(url: string, key: number, signal: AbortSignal): Promise<AdvisoryLock> {
  signal.throwIfAborted()
  const client = new pg.Client({ connectionString: url })
  // The store's own connections report that PostgreSQL is away.
  client.on('error', () => {})
  const stop = Promise.withResolvers<never>()
  const giveUp = () => stop.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await Promise.race([takeOn(client, key), stop.promise])
    return { release: () => client.end() }
  } catch (error) {
    // Not awaited, since a connection that is still being made never reports its end.
    client.end().catch(() => {})
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

async function takeOn(client: pg.Client, key: number): Promise<void> {
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [key])
}
