import pg from 'pg'

export type AdvisoryLock = { release(): Promise<void> }

/**
 * Waits until no other process holds the lock `key` of this PostgreSQL, and takes it. On a connection of its own: the
 * lock ends with the process, however that dies. Throws the signal's reason when it is aborted before.
 */
export async function takeAdvisoryLock(url: string, key: number, signal: AbortSignal): Promise<AdvisoryLock> {
  signal.throwIfAborted()
  const client = new pg.Client({ connectionString: url })
  // Whoever holds the lock learns of a broken connection from the store's own.
  client.on('error', () => {})
  const giveUp = () => void client.end().catch(() => {})
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [key])
    return { release: () => client.end() }
  } catch (error) {
    giveUp()
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
