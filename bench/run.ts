// Measures what has a target: `npm run bench [-- name ...]`. Prints tables, and writes JSON to
// bench/results. Not in the list, since it takes an hour: `node bench/soak.ts [minutes]`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const BENCHES = [
  'http',
  'statements',
  'browse',
  'collect',
  'battles',
  'page-speed',
  'overload',
  'login-flood',
  'memory',
  'cluster',
  'true-figures',
  'coverage',
  'lighthouse',
]

const chosen = process.argv.slice(2)
for (const name of chosen.length > 0 ? chosen : BENCHES) {
  const script = join(import.meta.dirname, `${name}.ts`)
  if (!existsSync(script)) throw new Error(`There is no bench ${name}; there are ${BENCHES.join(', ')}`)
  console.log(`\n== ${name} ==`)
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
