import { refuseSecondProcess } from '#server/database/store-directory.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { environmentToRestart, readConfig, rolesOf } from './config.ts'

/** The site takes 8 s at most to stop, and the rest moments. The log names what takes longer, and the process ends. */
const LONGEST_STOP_MS = 10_000

/** Says one clear line about what the user can correct, and the stack of a fault of ours. */
function fail(error: unknown): never {
  const stack = error instanceof Error && !(error instanceof StartFailure) ? error.stack : undefined
  process.stderr.write(`${stack ?? (error instanceof Error ? error.message : String(error))}\n`)
  process.exit(1)
}

/**
 * On a machine with much memory V8 lets a heap grow to four times what is in use before it collects garbage. The flags give
 * short-lived objects less room in each thread, and limit the heap to 1 GB. So it grows to less than twice what is in use.
 */
const NODE_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024']

/**
 * Replaces the process by one of the same number that begins with our settings of memory. Windows cannot do that, and
 * another program may hold a channel to this process.
 */
function restartWithMemorySettings(): void {
  const env = environmentToRestart()
  if (env === null || process.execve === undefined || process.platform === 'win32' || process.connected) return
  process.execve(
    process.execPath,
    [process.execPath, ...NODE_FLAGS, ...process.execArgv, ...process.argv.slice(1)],
    env,
  )
}

/** What threads and the process of the demo load. */
const FURTHER = ['./database/embedded-worker.ts', '../demo/start-demo-provider.ts']

/**
 * Loads all code and starts nothing. Node keeps what it compiles, so that the next start is faster and takes less
 * memory.
 */
async function check(): Promise<void> {
  readConfig()
  await import('./start-product.ts')
  for (const file of FURTHER) await import(new URL(file, import.meta.url).href)
}

/** `node src/server/main.ts [serve | collect | check]` */
async function main(command: string | undefined): Promise<void> {
  restartWithMemorySettings()
  if (command === 'check') return check()
  const config = readConfig()
  const roles = rolesOf(command, config)
  if (config.DATABASE_URL === undefined) refuseSecondProcess(config.DATA_DIR)
  const { startProduct } = await import('./start-product.ts')
  const product = await startProduct(config, roles)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // A second signal ends the process at once.
      process.once(signal, () => process.exit(130))
      setTimeout(
        () => fail(new StartFailure('Delphin did not stop in time; the log names what was late')),
        LONGEST_STOP_MS,
      ).unref()
      product.stop().then(() => process.exit(0), fail)
    })
  }
  if (product.url !== null) process.stdout.write(`Delphin is at ${product.url}\n`)
}

main(process.argv[2]).catch(fail)
