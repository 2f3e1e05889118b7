import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProductProcess, startProduct } from '../test/e2e/product-process.ts'
import { startPostgres } from '../test/postgres-server.ts'

/** A small demo world, and limits that one machine's load does not reach. */
const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'error',
  DEMO_CLUBS: '24',
  DEMO_HISTORY_DAYS: '14',
  CALLS_PER_SECOND: '50',
  REQUESTS_PER_MINUTE: '10000000',
  USER_REQUESTS_PER_MINUTE: '10000000',
  LOGINS_PER_MINUTE: '1000000',
  REGISTRATIONS_PER_HOUR: '1000000',
}

export type MixedSite = { product: ProductProcess; settings: Record<string, string> }

/** The product as it is run, collecting beside serving, on a PostgreSQL of its own or else on the embedded store. */
export async function withMixedSite(
  added: Record<string, string>,
  measure: (site: MixedSite) => Promise<void>,
): Promise<void> {
  const postgres = await startPostgres()
  const directory = mkdtempSync(join(tmpdir(), 'delphin-bench-'))
  if ('missing' in postgres) console.log(`${postgres.missing}: measuring the embedded store`)
  const store: Record<string, string> = 'missing' in postgres ? {} : { DATABASE_URL: postgres.url }
  const settings = { ...SETTINGS, ...store, DATA_DIR: directory, ...added }
  const product = await startProduct(settings)
  try {
    await product.says('Demo history: complete')
    await measure({ product, settings })
  } finally {
    await product.end('SIGTERM')
    if (!('missing' in postgres)) await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
