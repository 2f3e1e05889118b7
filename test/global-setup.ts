import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'
import { makeStoreTemplate } from './store-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, as a superuser; null where none is installed. Tests create databases of their own. */
    postgresUrl: string | null
    /** A data directory whose embedded store is empty and at the newest schema, to be copied. */
    storeTemplate: string
  }
}

/** One PostgreSQL for the whole run, and one embedded store that those of the tests are copies of. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, template] = await Promise.all([startPostgres({ fast: true }), makeStoreTemplate()])
  project.provide('storeTemplate', template.dataDirectory)
  if ('missing' in server) {
    if (process.env.CI === 'true') throw new Error(server.missing)
    console.log(`${server.missing}: the tests on PostgreSQL are skipped`)
  }
  const running = 'missing' in server ? null : server
  project.provide('postgresUrl', running?.url ?? null)
  return async () => {
    template.remove()
    await running?.stop()
  }
}
