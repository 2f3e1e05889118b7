// Runs all tests: every phase, also after a failed one. The last line has the counts.
// npm test [-- [--all] [--only lint,types,code,browser,gates] [--citus] [part of a file name ...]]
import { parseArgs } from 'node:util'
import { type Count, choosePhases, countLine, type Phase, total } from './test-run/phases.ts'

async function runPhase(phase: Phase, filters: string[], place: string): Promise<Count> {
  console.log(`\n== ${phase.name} (${place}) ==`)
  const began = performance.now()
  const count = await phase.run(filters)
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
  console.log(`== ${phase.name}: ${countLine(count)}${skipped} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  return count
}

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string' },
    citus: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
// What the configurations of Vitest and the tests themselves read (test/how-much.ts, test-run/reporters.ts).
process.env.TEST_BEGAN_AT = String(Date.now())
if (values.all) process.env.TEST_ALL = 'true'
const chosen = choosePhases(values, positionals)
const counts: Count[] = []
for (const [place, phase] of chosen.entries()) {
  counts.push(await runPhase(phase, positionals, `phase ${place + 1} of ${chosen.length}`))
}
const sum = total(counts)
process.exitCode = sum.failed > 0 ? 1 : 0
console.log(`\n${countLine(sum)}`)
