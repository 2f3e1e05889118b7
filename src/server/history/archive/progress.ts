import type { Clock } from '#server/kernel/clock.ts'
import { thousands } from '#shared/number-format.ts'

const EVERY_MS = 2_000

/** Says what it is given, but at most every two seconds: a command that takes long shows that it goes on. */
export function sayNowAndThen(clock: Clock, say: (line: string) => void): (line: () => string) => void {
  let saidAt = clock.monotonic()
  return (line) => {
    if (clock.monotonic() - saidAt < EVERY_MS) return
    saidAt = clock.monotonic()
    say(line())
  }
}

/** Is told the table at work, and how many rows are done in all. */
export type OnRows = (table: string, rows: number) => void

/** Says now and then how many rows are done. */
export function createRowProgress(clock: Clock, say: (line: string) => void) {
  const sayPaced = sayNowAndThen(clock, say)
  let total = 0
  const onRows: OnRows = (table, rows) => {
    total = rows
    sayPaced(() => `${thousands(rows)} rows, now ${table}`)
  }
  return { onRows, total: () => total }
}
