import { extent } from 'd3-array'
import { curveMonotoneX, line } from 'd3-shape'
import { linearScale } from './linear-scale.ts'

const WIDTH = 96
const HEIGHT = 24
const EDGE = 2

/** The path of a small line over the values, with breaks where a value is not known; empty with fewer than two. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  const [low, high] = extent(known)
  if (known.length < 2 || low === undefined || high === undefined) return ''
  const x = linearScale([0, values.length - 1], [EDGE, WIDTH - EDGE])
  const y = linearScale([low, high], [HEIGHT - EDGE, EDGE])
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))
    .curve(curveMonotoneX)
  return draw(values) ?? ''
}

/** A line without axes beside a number that says the same in words. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-6 w-24 max-w-full" aria-hidden="true">
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
