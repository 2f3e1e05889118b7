// Runs all tests: every phase, also after a failed one. The last line has the counts.
// npm test [-- [--only lint,types,unit,browser,gates] [--citus] [part of a file name ...]]
import { parseArgs } from 'node:util'
import { type Count, choosePhases, countLine, type Phase, total } from './test-run/phases.ts'

async function runPhase(phase: Phase, filters: string[]): Promise<Count> {
  console.log(`\n== ${phase.name} ==`)
  const began = performance.now()
  const count = await phase.run(filters)
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
  console.log(`== ${phase.name}: ${countLine(count)}${skipped} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  return count
}

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, citus: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const counts: Count[] = []
for (const phase of choosePhases(values, positionals)) counts.push(await runPhase(phase, positionals))
const sum = total(counts)
process.exitCode = sum.failed > 0 ? 1 : 0
console.log(`\n${countLine(sum)}`)
