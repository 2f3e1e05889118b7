import type { TestProject } from 'vitest/node'
import { openCluster } from './citus/cluster.ts'
import { type CitusTemplate, dropTemplate, makeCitusTemplate } from './citus/databases.ts'
import { startPostgres } from './postgres-server.ts'
import { makeDatabaseTemplate, makeStoreTemplate } from './store-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, as a superuser; null where none is installed. Tests create databases of their own. */
    postgresUrl: string | null
    /** What the databases of this run are copies of when PostgreSQL is a Citus cluster; null otherwise. */
    citusTemplate: CitusTemplate | null
    /** A data directory whose embedded store is empty and at the newest schema, to be copied. */
    storeTemplate: string
  }
}

type Server = { url: string; template: CitusTemplate | null; stop(): Promise<void> }

/**
 * One PostgreSQL for the whole run, and one embedded store that those of the tests are copies of. All projects that open
 * stores share what is set up for the first of them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.getProvidedContext().storeTemplate !== undefined) return async () => {}
  const onCitus = process.env.TEST_STORE === 'citus'
  const [server, template] = await Promise.all([onCitus ? startCitus() : startServer(), makeStoreTemplate()])
  const { vitest } = project
  vitest.provide('storeTemplate', template.dataDirectory)
  vitest.provide('postgresUrl', server?.url ?? null)
  vitest.provide('citusTemplate', server?.template ?? null)
  return async () => {
    template.remove()
    await server?.stop()
  }
}

async function startServer(): Promise<Server | null> {
  const server = await startPostgres({ fast: true })
  if (!('missing' in server)) {
    await makeDatabaseTemplate(server.url)
    return { url: server.url, template: null, stop: server.stop }
  }
  if (process.env.CI === 'true') throw new Error(server.missing)
  console.log(`${server.missing}: the tests on PostgreSQL are skipped`)
  return null
}

/** The tests that run on PostgreSQL run on Citus instead: `npm test -- --citus`. */
async function startCitus(): Promise<Server> {
  const cluster = await openCluster()
  if ('missing' in cluster) throw new Error(cluster.missing)
  const template = await makeCitusTemplate(cluster.url).catch(async (error) => {
    await cluster.stop()
    throw error
  })
  const stop = async () => {
    await dropTemplate(template)
    await cluster.stop()
  }
  return { url: cluster.url, template, stop }
}
