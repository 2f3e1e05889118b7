import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, as a superuser; null where none is installed. Tests create databases of their own. */
    postgresUrl: string | null
  }
}

/** One PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await startPostgres({ fast: true })
  if ('missing' in server) {
    if (process.env.CI === 'true') throw new Error(server.missing)
    console.log(`${server.missing}: the tests on PostgreSQL are skipped`)
    project.provide('postgresUrl', null)
    return undefined
  }
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}
