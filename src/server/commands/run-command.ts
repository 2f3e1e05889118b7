import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openStore, type Store, type StoreOptions } from '#server/database/open-store.ts'
import { StartFailure } from '#server/kernel/errors.ts'

export type CommandTools = {
  db: Database
  say(line: string): void
  /** Aborted when the person at the terminal wants to stop. */
  signal: AbortSignal
}

/** How a command comes to its store, where not as the product does. */
export type OpenStore = (config: Config, options: StoreOptions, signal: AbortSignal) => Promise<Store>

/** What is written is data's place; what a person reads goes beside it. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a command on the store of this installation and ends the process: with 0 when `work` says that it did its work, with 1 and
 * one clear line when not, with 130 when it was stopped.
 */
export async function runCommand(
  check: () => Promise<void>,
  work: (tools: CommandTools) => Promise<boolean>,
  open: OpenStore = (_config, options) => openStore(options),
): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  let store: Store | null = null
  try {
    await check()
    store = await openConfigured(open, stopping.signal)
    const done = await work({ db: store.db, say, signal: stopping.signal })
    process.exitCode = stopping.signal.aborted ? 130 : done ? 0 : 1
  } catch (error) {
    process.exitCode = stopping.signal.aborted ? 130 : 1
    if (!stopping.signal.aborted) say(told(error))
  } finally {
    await store?.close()
  }
}

function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof StartFailure ? error.message : (error.stack ?? error.message)
}

async function openConfigured(open: OpenStore, signal: AbortSignal): Promise<Store> {
  const config = readConfig()
  try {
    const onError = (error: Error) => say(`The connection to the store was lost: ${error.message}`)
    const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDirectory } = config
    return await open(config, { databaseUrl, dataDirectory, connections: 2, onError }, signal)
  } catch (error) {
    if (error instanceof StartFailure || config.DATABASE_URL === undefined) throw error
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartFailure(`The database of DATABASE_URL cannot be used${code}`, { cause: error })
  }
}
