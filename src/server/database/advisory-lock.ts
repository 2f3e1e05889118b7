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
  const stop = Promise.withResolvers<never>()
  const giveUp = () => stop.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await Promise.race([takeOn(client, key), stop.promise])
    return { release: () => client.end() }
  } catch (error) {
    // Not waited for: a connection that is just being made never says that it has ended.
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
