import { randomBytes } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'
import { distribute } from '../../scripts/distribute/distribute.ts'

/** A cluster's coordinator, and the database that those of the tests are copies of: empty, and distributed. */
export type CitusTemplate = { url: string; name: string }

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c client_min_messages=warning' })
  await client.connect()
  return client
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = await connect(url)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function inDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Makes Citus known in a database of each node, and the workers known to the coordinator. */
export async function joinNodes(coordinator: string, workers: string[]): Promise<void> {
  await Promise.all([coordinator, ...workers].map((url) => run(url, 'create extension citus')))
  const call = (name: string, url: string) => `select ${name}('${new URL(url).hostname}', ${new URL(url).port || 5432})`
  const calls = [call('citus_set_coordinator_host', coordinator), ...workers.map((url) => call('citus_add_node', url))]
  await run(coordinator, ...calls)
}

/** The workers' addresses, as the coordinator knows them. */
async function workersOf(coordinator: string): Promise<string[]> {
  const client = await connect(coordinator)
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid',
    )
    return rows.map(({ host, port }) => Object.assign(new URL(coordinator), { hostname: host, port }).href)
  } finally {
    await client.end()
  }
}

async function onEveryNode(coordinator: string, ...statements: string[]): Promise<void> {
  const nodes = [coordinator, ...(await workersOf(coordinator))]
  await Promise.all(nodes.map((url) => run(url, ...statements)))
}

/** A name that no other database has. */
function newName(): string {
  return `test_${randomBytes(8).toString('hex')}`
}

/** Makes an empty database on every node, with Citus and nothing else. Answers its address on the coordinator. */
export async function makeEmptyDatabase(coordinator: string): Promise<string> {
  const name = newName()
  await onEveryNode(coordinator, `create database ${name}`)
  const workers = await workersOf(coordinator)
  await joinNodes(
    inDatabase(coordinator, name),
    workers.map((url) => inDatabase(url, name)),
  )
  return inDatabase(coordinator, name)
}

/** Drops a database on every node. */
export async function dropDatabase(coordinator: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const nodes = [coordinator, ...(await workersOf(coordinator))]
  await Promise.all(nodes.map((node) => dropOn(node, name)))
}

const TRIES = 100
const PAUSE_MS = 100

/**
 * Closes a database to new sessions, ends those that are there, and drops it when they are gone. Citus' own daemon does not
 * hear that it is to end while it begins, and begins again by itself.
 */
async function dropOn(node: string, name: string): Promise<void> {
  const client = await connect(node)
  try {
    await client.query(`alter database ${name} allow_connections false`)
    for (let left = TRIES; left > 0; left -= 1) {
      const { rowCount } = await client.query(ENDED, [name])
      if (rowCount === 0) break
      await pass(PAUSE_MS)
    }
    await client.query(`drop database ${name} with (force)`)
  } finally {
    await client.end()
  }
}

const ENDED = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'

/**
 * Makes a store the way an operator does, to be copied for each test: to copy a database on every node takes half a second,
 * and to distribute its tables many times as long.
 */
export async function makeCitusTemplate(coordinator: string): Promise<CitusTemplate> {
  const url = await makeEmptyDatabase(coordinator)
  await distributeEmpty(url)
  const name = new URL(url).pathname.slice(1)
  // A database with a session, as that of Citus' own daemon, cannot be copied.
  await onEveryNode(
    coordinator,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  return { url: coordinator, name }
}

/** Few, since each costs every test some time. */
const SHARDS = 4

/** Makes Delphin's tables in an empty database, distributed. */
export async function distributeEmpty(url: string): Promise<void> {
  await distribute({ url, shards: SHARDS, say: () => {} })
}

/** Copies the template on every node. Answers the copy's address on the coordinator. */
export async function copyTemplate({ url, name }: CitusTemplate): Promise<string> {
  const copy = newName()
  await onEveryNode(url, `create database ${copy} template ${name}`)
  return inDatabase(url, copy)
}

/** Removes the template. */
export async function dropTemplate(template: CitusTemplate): Promise<void> {
  await dropDatabase(template.url, inDatabase(template.url, template.name))
}
