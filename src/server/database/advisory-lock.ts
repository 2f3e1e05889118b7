import pg from 'pg'

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
