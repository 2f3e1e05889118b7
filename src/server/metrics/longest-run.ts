/** The most days in a row for which the test holds. */
export function longestRun<T>(days: readonly T[], holds: (day: T) => boolean): number {
  let longest = 0
  let run = 0
  for (const day of days) {
    run = holds(day) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}
