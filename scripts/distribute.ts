// Distributes the history over a Citus cluster: `npm run distribute`. docs/scale.md says when and how.
import { distribute } from './distribute/distribute.ts'

const url = process.env.DATABASE_URL
try {
  if (!url) throw new Error('Set DATABASE_URL to the coordinator of a Citus cluster')
  await distribute(url, console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
