import { Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { AT_ONCE, type Database, type PipelinedReads } from './database.ts'
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

/** Connections for short reads, beside the pool. One process keeps no more cores of the store busy with them. */
const PIPELINED_CONNECTIONS = 4

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
  const pool = new pg.Pool({ ...target(options.url), ...limits, pipeline: true })
  // The pool replaces a connection that breaks. Without a listener the error would end the process: on the pool for an
  // idle connection, on the connection itself for one in use, whose statement fails as well.
  pool.on('error', options.onError)
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(takeAtOnce(client).on('error', () => {})))
  pool.on('remove', (client) => open.delete(client))
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // The embedded store is one session, so connections of their own would gain short reads nothing.
  if (isEmbedded(options.url)) {
    const db = Object.assign(queries, { server: { pool, pipelined: null, namesAreKept: true } })
    return { db, pool, close: () => closePool(db, pool, open) }
  }
  const config = { ...server(options.url), connectionTimeoutMillis: CONNECT_MS }
  const reads = openPipelinedReads({
    config,
    connections: PIPELINED_CONNECTIONS,
    prepare: SESSION,
    onError: options.onError,
  })
  const db = Object.assign(queries, { server: { pool, pipelined: reads, namesAreKept: true } })
  const close = async () => {
    await reads.close()
    await closePool(db, pool, open)
  }
  return { db, pool, close }
}

/**
 * Has a client send the statements of `runAtOnce` together, in one packet. The first one that fails says why; the store refuses
 * those behind it.
 */
function takeAtOnce(client: pg.PoolClient): pg.PoolClient {
  const { stream } = client.connection
  const query = client.query.bind(client) as (...values: unknown[]) => Promise<pg.QueryResult>
  const all = async (statements: readonly CompiledQuery[]) => {
    stream.cork()
    const answers = statements.map(({ sql, parameters }) => query(sql, parameters))
    stream.uncork()
    const written = await Promise.all(answers)
    return { rows: written.map(({ rowCount }) => ({ rowCount })) }
  }
  const take = (...values: unknown[]) => (values[0] === AT_ONCE ? all(values[1] as CompiledQuery[]) : query(...values))
  return Object.assign(client, { query: take })
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
  while (pool.waitingCount > 0) await pass(CHECK_EVERY_MS)
  await db.destroy()
  // Kysely does not end a pool that it has not used.
  if (!pool.ending) await pool.end()
  for (let waited = 0; open.size > 0 && waited < LONGEST_END_MS; waited += CHECK_EVERY_MS) await pass(CHECK_EVERY_MS)
}

const SOCKET = 'socket:'

function isEmbedded(url: string): boolean {
  return url.startsWith(SOCKET)
}

/** `socket:/path` is a unix socket in that directory, which pg takes as a host. */
function target(url: string): pg.PoolConfig {
  if (isEmbedded(url)) return { host: url.slice(SOCKET.length), database: 'postgres', user: 'postgres' }
  return { ...server(url), onConnect: (client) => client.query(SESSION) }
}

function server(url: string): pg.ClientConfig {
  return { connectionString: url, keepAlive: true }
}

type PipelinedReadsOptions = {
  config: pg.ClientConfig
  connections: number
  /** The first statement on each connection. */
  prepare: string
  onError(error: Error): void
}

type Pipelined = { client: pg.Client; socket: Socket; ready: Promise<unknown>; pending: number; isHeld: boolean }

/**
 * Connections for short reads, opened when they are needed and anew when they break. Most of what a small statement costs
 * is the way to the store and back; here all statements of one turn of the event loop go in one packet. A statement that
 * takes long would hold up those behind it: it belongs on a connection of the pool.
 */
export function openPipelinedReads(options: PipelinedReadsOptions): PipelinedReads {
  const { config, connections, prepare, onError } = options
  const open = new Set<Pipelined>()

  function connectAnother(): Pipelined {
    const socket = new Socket()
    const client = new pg.Client({ ...config, pipeline: true, stream: () => socket })
    const ready = client.connect().then(() => client.query(prepare))
    const connection: Pipelined = { client, socket, ready, pending: 0, isHeld: false }
    const forget = () => open.delete(connection)
    client.on('error', (error) => {
      forget()
      onError(error)
    })
    client.on('end', forget)
    ready.catch(forget)
    open.add(connection)
    return connection
  }

  function leastBusy(): Pipelined {
    let chosen: Pipelined | null = null
    for (const each of open) if (chosen === null || each.pending < chosen.pending) chosen = each
    const isFull = open.size >= connections
    return chosen !== null && (isFull || chosen.pending === 0) ? chosen : connectAnother()
  }

  const pending = () => [...open].reduce((sum, each) => sum + each.pending, 0)

  return {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const connection = leastBusy()
      connection.pending += 1
      try {
        await connection.ready
        holdWrites(connection)
        return await connection.client.query<Row>(statement)
      } finally {
        connection.pending -= 1
      }
    },
    pending,
    async close() {
      while (pending() > 0) await pass(CHECK_EVERY_MS)
      await Promise.all([...open].map(({ client }) => client.end()))
    },
  }
}

/** Holds what is written until the end of this turn of the event loop. */
function holdWrites(connection: Pipelined): void {
  if (connection.isHeld) return
  connection.isHeld = true
  connection.socket.cork()
  setImmediate(() => {
    connection.isHeld = false
    connection.socket.uncork()
  })
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
