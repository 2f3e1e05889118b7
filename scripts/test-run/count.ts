/** What a phase found. A test that was skipped counts in neither number. */
export type Count = { passed: number; failed: number; skipped: number }

export const nothing: Count = { passed: 0, failed: 0, skipped: 0 }
export const onePassed: Count = { ...nothing, passed: 1 }
export const oneFailed: Count = { ...nothing, failed: 1 }

export function total(counts: Count[]): Count {
  return counts.reduce(
    (sum, count) => ({
      passed: sum.passed + count.passed,
      failed: sum.failed + count.failed,
      skipped: sum.skipped + count.skipped,
    }),
    nothing,
  )
}

/** The line that closes the whole run; programs that watch it read this one alone. */
export function countLine({ passed, failed }: Count): string {
  return `${passed} passed, ${failed} failed`
}
