import { Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, PipelinedReads } from './database.ts'
import type { Tables } from './tables.ts'

// Counts and identities stay far below 2^53, and callers want numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is a calendar day without a zone: keep its text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
// The arrays of months: JSON.parse reads them in a quarter of the time of the parser for arrays of any kind.
const ARRAYS_OF_INTEGERS = { int2: 1005, int4: 1007 }
for (const oid of Object.values(ARRAYS_OF_INTEGERS)) pg.types.setTypeParser(oid, parseIntegers)

export type Connection = { db: Database; pool: pg.Pool; close(): Promise<void> }

/** A statement waits no longer than this for a connection. */
const WAIT_MS = 10_000

/** Connections for short reads, beside the pool: what one process asks for keeps no more cores of the store busy. */
const READ_LINES = 4

const LOOK_MS = 10
const GOODBYE_MS = 2_000

/** Far beyond what any of ours takes, so that none holds a connection for ever. Migrations and backups lift it. */
const SESSION = `set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '60s'`

/** Opens a pool on a PostgreSQL; the embedded store speaks the same protocol through its socket. */
export function connect(options: { url: string; connections: number; onError(error: Error): void }): Connection {
  const pool = new pg.Pool({ ...target(options.url), max: options.connections, connectionTimeoutMillis: WAIT_MS })
  // A connection that breaks is replaced by the pool; without listeners it would end the process: on the pool for one
  // that is idle, on itself for one in use, whose statement fails as well.
  pool.on('error', options.onError)
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client.on('error', () => {})))
  pool.on('remove', (client) => open.delete(client))
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // The embedded store is one session: each statement waits for the one before in any case.
  if (isEmbedded(options.url)) {
    const db = Object.assign(queries, { server: { pool, pipelined: null, namesAreKept: true } })
    return { db, pool, close: () => closePool(db, pool, open) }
  }
  const config = { ...server(options.url), connectionTimeoutMillis: WAIT_MS }
  const reads = openPipelinedReads({ config, lines: READ_LINES, prepare: SESSION, onError: options.onError })
  const db = Object.assign(queries, { server: { pool, pipelined: reads, namesAreKept: true } })
  const close = async () => {
    await reads.close()
    await closePool(db, pool, open)
  }
  return { db, pool, close }
}

/** `{1,NULL,3}`; all our arrays of integers have one dimension. */
function parseIntegers(text: string): (number | null)[] {
  return JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`)
}

/**
 * Waits for the statements that are under way, and for those that wait for a connection, which the pool would forget;
 * then for the connections to be gone, so that nobody hangs up on them.
 */
async function closePool(db: Database, pool: pg.Pool, open: ReadonlySet<unknown>): Promise<void> {
  while (pool.waitingCount > 0) await pass(LOOK_MS)
  await db.destroy()
  // Kysely ends no pool that only others have used.
  if (!pool.ending) await pool.end()
  for (let waited = 0; open.size > 0 && waited < GOODBYE_MS; waited += LOOK_MS) await pass(LOOK_MS)
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

export type PipelinedReadsOptions = {
  config: pg.ClientConfig
  lines: number
  prepare: string
  onError(error: Error): void
}

type Line = { client: pg.Client; socket: Socket; ready: Promise<unknown>; waiting: number; held: boolean }

/**
 * Lines are opened when they are needed and opened anew when they break. Most of what a small statement costs is the way
 * to the store and back; here all that is asked in one turn of the event loop goes in one packet. A statement that takes
 * long would hold up those behind it: it belongs on a connection of the pool.
 */
export function openPipelinedReads({ config, lines, prepare, onError }: PipelinedReadsOptions): PipelinedReads {
  const open = new Set<Line>()

  function openLine(): Line {
    const socket = new Socket()
    const client = new pg.Client({ ...config, pipeline: true, stream: () => socket })
    const ready = client.connect().then(() => client.query(prepare))
    const line: Line = { client, socket, ready, waiting: 0, held: false }
    const forget = () => open.delete(line)
    client.on('error', (error) => {
      forget()
      onError(error)
    })
    client.on('end', forget)
    ready.catch(forget)
    open.add(line)
    return line
  }

  function leastBusy(): Line {
    let chosen: Line | null = null
    for (const line of open) if (chosen === null || line.waiting < chosen.waiting) chosen = line
    const full = open.size >= lines
    return chosen !== null && (full || chosen.waiting === 0) ? chosen : openLine()
  }

  const pending = () => [...open].reduce((sum, { waiting }) => sum + waiting, 0)

  return {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const line = leastBusy()
      line.waiting += 1
      try {
        await line.ready
        hold(line)
        return await line.client.query<Row>(statement)
      } finally {
        line.waiting -= 1
      }
    },
    pending,
    async close() {
      while (pending() > 0) await pass(LOOK_MS)
      await Promise.all([...open].map(({ client }) => client.end()))
    },
  }
}

/** Keeps what is written until the end of this turn of the event loop. */
function hold(line: Line): void {
  if (line.held) return
  line.held = true
  line.socket.cork()
  setImmediate(() => {
    line.held = false
    line.socket.uncork()
  })
}
