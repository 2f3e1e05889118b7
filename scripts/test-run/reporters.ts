import type { InlineConfig, Reporter } from 'vitest/node'

type Reporters = NonNullable<InlineConfig['reporters']>

const FILES_PER_LINE = 10

/** Tells from time to time how many files are done, and how many minutes the whole run has taken so far. */
export function progressReporter(beganAt: number, now = Date.now, print = console.log): Reporter {
  let files = 0
  let done = 0
  return {
    onTestRunStart(specifications) {
      files = specifications.length
    },
    onTestModuleEnd() {
      done += 1
      if (done % FILES_PER_LINE !== 0 && done < files) return
      print(`-- ${done} of ${files} files, ${((now() - beganAt) / 60_000).toFixed(1)} minutes so far`)
    },
  }
}

/** Tells why a test failed that passed when it was tried again: Vitest shows only the errors of tests that fail. */
export function retryReporter(print = console.log): Reporter {
  return {
    onTestCaseResult(test) {
      const { state, errors = [] } = test.result()
      if (state !== 'passed' || errors.length === 0) return
      const told = errors.map(({ message, stack = message, diff = '' }) => `${stack}\n${diff}`)
      print(`-- passed when it was tried again: ${test.module.moduleId}\n   ${test.fullName}\n${told.join('\n')}`)
    },
  }
}

/** How Vitest tells of its tests: as usual; in a run of `npm test` also the progress, and the counts as JSON. */
export function testReporters({ TEST_REPORT, TEST_BEGAN_AT } = process.env): Reporters {
  if (TEST_REPORT === undefined) return ['default', retryReporter()]
  return ['default', retryReporter(), progressReporter(Number(TEST_BEGAN_AT)), ['json', { outputFile: TEST_REPORT }]]
}
