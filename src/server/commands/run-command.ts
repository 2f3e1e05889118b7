import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openStore, type Store, type StoreOptions } from '#server/database/open-store.ts'
import { type StoreFault, storeFault } from '#server/database/storage.ts'
import { errorCode, StartFailure } from '#server/kernel/errors.ts'

type CommandTools = {
  db: Database
  say(line: string): void
  /** Aborted when the person at the terminal stops the command. */
  signal: AbortSignal
}

export type Command = {
  /** Runs before the store is opened. Throws StartFailure when the command cannot be run like this. */
  check(): Promise<void>
  /** How the store is opened; as the product does by default. */
  open?: (config: Config, options: StoreOptions, signal: AbortSignal) => Promise<Store>
  /** Answers whether the command did its work. What it could not do, it has said by then. */
  work(tools: CommandTools): Promise<boolean>
}

/** Standard error, since standard output is the place for data. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a command on the store of this installation and ends the process: with 0 when the command did its work, with 1 and
 * one clear line when it did not, with 130 when it was stopped.
 */
export async function runCommand({
  check,
  work,
  open = (_config, options) => openStore(options),
}: Command): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(stopping))
  let store: Store | null = null
  try {
    await check()
    store = await openConfigured(open, stopping.signal)
    const isDone = await work({ db: store.db, say, signal: stopping.signal })
    process.exitCode = stopping.signal.aborted ? 130 : isDone ? 0 : 1
  } catch (error) {
    process.exitCode = stopping.signal.aborted ? 130 : 1
    if (!stopping.signal.aborted) say(wordsOf(error))
  } finally {
    await store?.close()
  }
}

/** A step that goes on for longer than this is left: every command can be run again. */
const LONGEST_STOP_MS = 8_000

function stop(stopping: AbortController): void {
  stopping.abort()
  setTimeout(() => {
    say('Stopped in the middle of a step; run the command again to go on')
    process.exit(130)
  }, LONGEST_STOP_MS).unref()
}

/** What the store's trouble is called. Every command can be run again. */
const TROUBLES = {
  unavailable: 'The store does not answer any more. Run the command again when it does.',
  full: 'The store can take nothing more: its disk is full, or it may only be read. Run the command again when it can.',
} as const satisfies Record<StoreFault, string>

/** One line for what the person at the terminal can correct, and the stack for a fault of ours. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const fault = storeFault(error)
  // PostgreSQL adds advice in lines of its own.
  if (fault !== null) return `${TROUBLES[fault]} (${error.message.split('\n')[0]})`
  return error instanceof StartFailure ? error.message : (error.stack ?? error.message)
}

async function openConfigured(open: NonNullable<Command['open']>, signal: AbortSignal): Promise<Store> {
  const config = readConfig()
  try {
    const onError = (error: Error) => say(`The connection to the store was lost: ${error.message}`)
    const onTightened = (paths: number) => say(`The data directory was open to other users: ${paths} files closed`)
    const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDirectory } = config
    return await open(config, { databaseUrl, dataDirectory, connections: 2, onError, onTightened }, signal)
  } catch (error) {
    if (error instanceof StartFailure || config.DATABASE_URL === undefined) throw error
    const code = errorCode(error)
    const detail = code === '' ? '' : ` (${code})`
    throw new StartFailure(`The database of DATABASE_URL cannot be used${detail}`, { cause: error })
  }
}
