import { readFileSync } from 'node:fs'
import pg from 'pg'
import { openStore } from '#server/database/open-store.ts'

const FILE = new URL('../../deploy/citus/distribute.sql', import.meta.url)

/** Why so few: docs/scale.md, "How many shards". */
const SHARDS_A_WORKER = 8

/** Citus takes no more. */
const MOST_SHARDS = 64_000

/** A statement of deploy/citus/distribute.sql, and the table that it distributes. */
type Step = { table: string; statement: string }

/** The statements of deploy/citus/distribute.sql, without comments. */
export function readSteps(text = readFileSync(FILE, 'utf8')): Step[] {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .flatMap((statement) => statement.trim() || [])
  return statements.map((statement) => {
    const table = /create_distributed_table\('(\w+)'/.exec(statement)?.[1]
    if (table === undefined) throw new Error(`This statement distributes no table: ${statement}`)
    return { table, statement }
  })
}

/** The number of shards that a person asked for; null when they left it to us. */
export function readShards(given: string | undefined): number | null {
  if (given === undefined) return null
  const shards = /^\d+$/.test(given) ? Number(given) : 0
  if (shards < 1 || shards > MOST_SHARDS) throw new Error(`--shards has to be a whole number from 1 to ${MOST_SHARDS}`)
  return shards
}

export type DistributeOptions = {
  /** The coordinator. */
  url: string
  /** Of each family of tables; null: eight for each worker. Tables that are distributed keep theirs. */
  shards?: number | null
  say(line: string): void
}

/**
 * Makes the tables that are missing, distributes the history over the workers, and removes the copies that Citus leaves on
 * the coordinator. Each table is done in transactions of its own; a repetition does what is left to do.
 * @throws {Error} with a clear sentence if this is not the coordinator of a Citus cluster with workers
 */
export async function distribute({ url, shards = null, say }: DistributeOptions): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const workers = await findWorkers(client)
    say(`cluster: ${workers} ${workers === 1 ? 'worker' : 'workers'}`)
    await makeTables(url, say)
    await limitConnections(client)
    await client.query(`set citus.shard_count = ${shards ?? workers * SHARDS_A_WORKER}`)
    for (const { table, statement } of readSteps()) {
      const { rowCount } = await client.query(statement)
      const count = await countShards(client, table)
      say(`${table}: ${rowCount === 0 ? 'was distributed already' : 'distributed'} over ${count} shards`)
      const bytes = await freeCopies(client, table)
      if (bytes > 0) say(`${table}: ${Math.ceil(bytes / 1024)} KB of copies removed from the coordinator`)
    }
  } finally {
    await client.end()
  }
}

/** How many workers hold shards. */
async function findWorkers(client: pg.Client): Promise<number> {
  const { rows: extensions } = await client.query("select from pg_extension where extname = 'citus'")
  if (extensions.length === 0) {
    throw new Error('This database has no Citus: run "create extension citus" in it on every node first')
  }
  // A worker knows all nodes, and takes statements too.
  const { rows: own } = await client.query<{ isWorker: boolean }>(
    'select groupid <> 0 as "isWorker" from pg_dist_local_group',
  )
  if (own[0]?.isWorker === true) throw new Error('This is a worker: set DATABASE_URL to the coordinator of the cluster')
  const { rows } = await client.query<{ workers: number }>(
    `select count(*)::integer as workers from pg_dist_node
    where groupid <> 0 and isactive and shouldhaveshards and noderole = 'primary'`,
  )
  const workers = rows[0]?.workers ?? 0
  if (workers === 0) {
    throw new Error(`The cluster has no workers: run "select citus_add_node('<host>', <port>)" for each first`)
  }
  return workers
}

async function makeTables(url: string, say: (line: string) => void): Promise<void> {
  const onError = (error: Error) => say(`The connection to the store was lost: ${error.message}`)
  const store = await openStore({ databaseUrl: url, dataDirectory: '', connections: 1, onError })
  await store.close()
  const made = store.applied.length
  say(made === 0 ? 'tables: were there already' : `tables: made, up to migration ${store.applied.at(-1)}`)
}

/**
 * Has each later session ask the shards of a worker one after another. Citus would open up to 16 connections to a worker for
 * a statement that takes longer than 10 ms; each of them costs more than the shards that it answers.
 */
async function limitConnections(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter database %I set citus.max_adaptive_executor_pool_size = 1', current_database()) as statement`,
  )
  await client.query(rows[0]?.statement ?? '')
}

async function countShards(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ shards: number }>(
    'select count(*)::integer as shards from pg_dist_shard where logicalrelid = $1::regclass',
    [table],
  )
  return rows[0]?.shards ?? 0
}

/** Removes the rows that lay on the coordinator before, which nobody reads any more. Answers their bytes. */
async function freeCopies(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select sum(pg_relation_size(part))::float8 as bytes
    from (select $1::regclass as part union select relid from pg_partition_tree($1::regclass)) parts`,
    [table],
  )
  const bytes = rows[0]?.bytes ?? 0
  if (bytes > 0) await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table])
  return bytes
}
