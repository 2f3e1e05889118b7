/** Scans a day of an ordinary club, and of the examples that newcomers look at first. */
export const SCANS_A_DAY = { ordinary: 4, example: 16 } as const

const DAY_MS = 86_400_000

/**
 * When a club is scanned between two moments, `perDay` times a day, evenly, each club at its own minute: the history of
 * a collector that was always there. The same tag gives the same times.
 */
export function scanTimes(tag: string, perDay: number, after: Date, until: Date): Date[] {
  const step = DAY_MS / perDay
  const offset = (hash(tag) % 1000) * (step / 1000)
  const times: Date[] = []
  const first = Math.floor((after.getTime() - offset) / step) + 1
  for (let n = first; n * step + offset <= until.getTime(); n++) times.push(new Date(n * step + offset))
  return times
}

function hash(text: string): number {
  return [...text].reduce((value, letter) => (value * 31 + letter.charCodeAt(0)) >>> 0, 7)
}
