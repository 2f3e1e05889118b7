import { readFileSync } from 'node:fs'
import pg from 'pg'

const FILE = new URL('../../deploy/citus/distribute.sql', import.meta.url)

/** The statements of deploy/citus/distribute.sql, each without its comments. */
export function readStatements(text = readFileSync(FILE, 'utf8')): string[] {
  const plain = text.replaceAll(/^--.*$/gm, '')
  return plain.split(/;\s*$/m).flatMap((statement) => statement.trim() || [])
}

/**
 * Distributes the tables that are not distributed yet, each in a separate transaction. Repeating it changes nothing.
 * @throws {Error} with a clear sentence if this is not the coordinator of a Citus cluster with Delphin's tables
 */
export async function distribute(url: string, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await check(client)
    for (const statement of readStatements()) {
      const { rowCount } = await client.query(statement)
      const table = /create_distributed_table\('(\w+)'/.exec(statement)?.[1]
      if (table !== undefined) say(`${table}: ${rowCount === 0 ? 'was distributed already' : 'distributed'}`)
    }
  } finally {
    await client.end()
  }
}

async function check(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ citus: boolean; schema: boolean }>(
    "select to_regclass('pg_dist_partition') is not null as citus, to_regclass('player_months') is not null as schema",
  )
  if (rows[0]?.citus !== true) throw new Error('This database is not of a Citus cluster: create extension citus first')
  if (rows[0].schema !== true) throw new Error('This database is empty: start Delphin on it once, and stop it')
}
