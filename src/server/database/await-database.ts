import pg from 'pg'
import type { Clock } from '#server/kernel/clock.ts'
import { errorCode, StartFailure } from '#server/kernel/errors.ts'
import { storeFault } from './storage.ts'

/** The longest that one try waits, for an address that never answers. */
const CONNECT_MS = 5_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

type Waiting = {
  url: string
  clock: Clock
  /** Called once, with one line, when the database is away. */
  onAway(line: string): Promise<void> | void
}

/**
 * Resolves when the PostgreSQL at this address takes a connection, and tries again until then. Its password is in no line.
 * @throws StartFailure when it answers and refuses: a wrong password, another name, no such database
 */
export async function awaitDatabase({ url, clock, onAway }: Waiting): Promise<void> {
  let hasSaid = false
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
    // A connection that breaks while it is closed is no trouble of ours.
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      const what = `The database ${client.database} at ${client.host}:${client.port} (DATABASE_URL)`
      if (storeFault(error) !== 'unavailable') throw new StartFailure(`${what} ${refusal(error)}`, { cause: error })
      if (!hasSaid) await onAway(`${what} does not answer: ${reason(error)}. Delphin starts when it does.`)
      hasSaid = true
    } finally {
      // Not awaited: a connection that was never made does not report its end.
      client.end().catch(() => {})
    }
    await clock.wait(pauseMs)
  }
}

const AWAY: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  '57P03': 'it is starting or stopping',
  '53300': 'it has too many connections',
}

function reason(error: unknown): string {
  const code = errorCode(error)
  return AWAY[code] ?? (code === '' ? 'no connection in time' : code)
}

const REFUSED: Record<string, string> = {
  '28P01': 'refuses the user or the password',
  '28000': 'refuses the user',
  '3D000': 'does not exist',
}

/** The server's own words may repeat the user's name, and hold no password. */
function refusal(error: unknown): string {
  const words = error instanceof Error ? error.message.split('\n')[0] : String(error)
  return `${REFUSED[errorCode(error)] ?? 'cannot be used'}: ${words}`
}
