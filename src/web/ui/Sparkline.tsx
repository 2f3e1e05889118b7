export const SPARKLINE = { width: 96, height: 24 } as const
const EDGE = 2

type Place = readonly [x: string, y: string]

/**
 * The places of a small line through the values, in spans between unknown ones; none with fewer than two known values. The
 * height stands for their range, and for `leastRange` at least: what hardly moves is drawn nearly flat.
 */
export function sparklineSpans(values: readonly (number | null)[], leastRange = 1): readonly Place[][] {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return []
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const { width, height } = SPARKLINE
  const x = (index: number) => EDGE + (index / (values.length - 1)) * (width - 2 * EDGE)
  const range = Math.max(most - least, leastRange)
  const share = (value: number) => 0.5 + (value - (most + least) / 2) / range
  const y = (value: number) => height - EDGE - share(value) * (height - 2 * EDGE)
  const spans: Place[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) spans.push([])
    else spans.at(-1)?.push([x(index).toFixed(1), y(value).toFixed(1)])
  }
  return spans.filter((span) => span.length > 0)
}

/** The same line as a path, empty without places. */
export function sparklinePath(values: readonly (number | null)[], leastRange?: number): string {
  return sparklineSpans(values, leastRange)
    .map((span) => `M${span.join('L')}`)
    .join('')
}

type WonLineProps = { won: readonly (number | null)[]; trophies: number; className: string }

/**
 * What was won by play in 7 days, of who has so many trophies (docs/formulas.md#club-growth), as a small line without axes.
 * The number beside it says the same, so screen readers skip the line.
 */
export function WonLine({ won, trophies, className }: WonLineProps) {
  return (
    <svg
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      className={`max-w-full ${className}`}
      aria-hidden="true"
    >
      <path
        d={sparklinePath([0, ...won], trophies / 1000)}
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
