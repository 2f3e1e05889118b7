const WIDTH = 96
const HEIGHT = 24
const EDGE = 2

/**
 * The path of a small line through the values, with breaks at unknown ones; empty with fewer than two known values. The
 * height stands for their range, and for `leastRange` at least: what hardly moves is drawn nearly flat.
 */
export function sparklinePath(values: readonly (number | null)[], leastRange = 1): string {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return ''
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const x = (index: number) => EDGE + (index / (values.length - 1)) * (WIDTH - 2 * EDGE)
  const range = Math.max(most - least, leastRange)
  const share = (value: number) => 0.5 + (value - (most + least) / 2) / range
  const y = (value: number) => HEIGHT - EDGE - share(value) * (HEIGHT - 2 * EDGE)
  const place = (value: number | null, index: number) => {
    if (value === null) return ''
    const begins = (values[index - 1] ?? null) === null
    return `${begins ? 'M' : 'L'}${x(index).toFixed(1)},${y(value).toFixed(1)}`
  }
  return values.map(place).join('')
}

type WonLineProps = { won: readonly (number | null)[]; trophies: number; className: string }

/**
 * What was won by play in 7 days, of who has so many trophies (docs/formulas.md#club-growth), as a small line without axes.
 * The number beside it says the same, so screen readers skip the line.
 */
export function WonLine({ won, trophies, className }: WonLineProps) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={`max-w-full ${className}`} aria-hidden="true">
      <path
        d={sparklinePath([0, ...won], trophies / 100)}
        fill="none"
        stroke="var(--c1)"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The whole gain of a club in words, where who joined and left turned what was won into a loss, or the other way. */
export function gainWithMoves(won: number, all: number | null, inWords: (all: number) => string): string | null {
  return all !== null && won * all < 0 ? inWords(all) : null
}
