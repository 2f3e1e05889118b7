const DEADLOCK = '40P01'
const TRIES = 4

/**
 * Runs a transaction again that the store gave up because two waited for each other: both met a club or player that
 * neither could lock, as it was not stored yet. What it does must be repeatable.
 */
export async function retryDeadlock<T>(run: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (tries <= 1 || !isDeadlock(error)) throw error
    return retryDeadlock(run, tries - 1)
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK
}
