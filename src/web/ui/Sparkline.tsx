const WIDTH = 96
const HEIGHT = 24
const EDGE = 2

/** The path of a small line through the values, with breaks at unknown ones; empty with fewer than two known values. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return ''
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const x = (index: number) => EDGE + (index / (values.length - 1)) * (WIDTH - 2 * EDGE)
  const share = (value: number) => (most === least ? 0.5 : (value - least) / (most - least))
  const y = (value: number) => HEIGHT - EDGE - share(value) * (HEIGHT - 2 * EDGE)
  const place = (value: number | null, index: number) => {
    if (value === null) return ''
    const begins = (values[index - 1] ?? null) === null
    return `${begins ? 'M' : 'L'}${x(index).toFixed(1)},${y(value).toFixed(1)}`
  }
  return values.map(place).join('')
}

/** A small line without axes. The number beside it says the same, so screen readers skip the line. */
export function Sparkline({
  values,
  className = 'h-6 w-24',
}: {
  values: readonly (number | null)[]
  className?: string
}) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={`max-w-full ${className}`} aria-hidden="true">
      <path
        d={sparklinePath(values)}
        fill="none"
        stroke="var(--c1)"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
