import type { Clock } from '#shared/clock.ts'

export type ImportTally = {
  lines: number
  answers: number
  rows: number
  /** Stored before, or older than what is stored of their subject. */
  known: number
  bad: number
  /** Parts of answers that cannot be true, like a member with an impossible figure, and were left out. */
  glitches: number
}

export type ImportReport = {
  tally: ImportTally
  badLine(file: string, line: number, reason: string): void
  /** Says how far it is, at most every two seconds. */
  progress(file: string, percent: number | null): void
}

const PROGRESS_MS = 2_000

/** A file of nothing but bad lines must not bury its summary. */
const MOST_BAD_LINES_SAID = 100

export function createReport(clock: Clock, say: (line: string) => void): ImportReport {
  const tally: ImportTally = { lines: 0, answers: 0, rows: 0, known: 0, bad: 0, glitches: 0 }
  let saidAt = clock.monotonic()
  return {
    tally,
    badLine(file, line, reason) {
      tally.bad += 1
      if (tally.bad <= MOST_BAD_LINES_SAID) say(`${file}, line ${line}: ${reason}; skipped`)
      if (tally.bad === MOST_BAD_LINES_SAID) say('Further bad lines are counted, not named.')
    },
    progress(file, percent) {
      if (clock.monotonic() - saidAt < PROGRESS_MS) return
      saidAt = clock.monotonic()
      say(`${file}${percent === null ? '' : ` (${percent}%)`}: ${summary(tally)}`)
    },
  }
}

/** The figures in one sentence. */
export function summary({ lines, answers, rows, known, bad, glitches }: ImportTally): string {
  const parts = [
    `${number(lines)} lines`,
    `${number(answers)} answers stored`,
    ...(rows > 0 ? [`${number(rows)} rows stored`] : []),
    ...(known > 0 ? [`${number(known)} already stored or out of order`] : []),
    ...(glitches > 0 ? [`${number(glitches)} impossible parts left out`] : []),
    `${number(bad)} bad lines skipped`,
  ]
  return parts.join(', ')
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}
