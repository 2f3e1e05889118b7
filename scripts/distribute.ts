// Distributes the history over a Citus cluster: `npm run distribute [-- --shards 32]`. docs/scale.md says when and how.
import { parseArgs } from 'node:util'
import { distribute, readShards } from './distribute/distribute.ts'

try {
  const { values } = parseArgs({ options: { shards: { type: 'string' } } })
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to the coordinator of a Citus cluster')
  await distribute({ url, shards: readShards(values.shards), say: console.log })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
