import { readConfig } from './config.ts'
import { StartFailure } from './start-failure.ts'
import { startProduct } from './start-product.ts'

/** One clear line for what the person who starts it can mend; the whole story for a fault of ours. */
function fail(error: unknown): never {
  const told = error instanceof Error && !(error instanceof StartFailure) ? error.stack : undefined
  process.stderr.write(`${told ?? (error instanceof Error ? error.message : String(error))}\n`)
  process.exit(1)
}

try {
  const product = await startProduct(readConfig())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // A second signal means: at once.
      process.once(signal, () => process.exit(130))
      product.stop().then(() => process.exit(0), fail)
    })
  }
  process.stdout.write(`Delphin is at ${product.url}\n`)
} catch (error) {
  fail(error)
}
