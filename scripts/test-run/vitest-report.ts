import { type Count, oneFailed } from './count.ts'

/** The part that is read here of what Vitest's JSON reporter writes. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/**
 * The counts of one Vitest run. A file that could not be loaded, an error outside of any test, a run without a report
 * and a run without a test are failures too, each counted as one: silence is not success.
 */
export function countReport(report: VitestReport | null, exitCode: number, mayBeEmpty: boolean): Count {
  if (report === null) return exitCode === 0 && mayBeEmpty ? { passed: 0, failed: 0, skipped: 0 } : oneFailed
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const skipped = report.numPendingTests + report.numTodoTests
  const failed = report.numFailedTests + unloaded.length
  const silent = failed === 0 && (exitCode !== 0 || (report.numPassedTests + skipped === 0 && !mayBeEmpty))
  return { passed: report.numPassedTests, failed: silent ? 1 : failed, skipped }
}
