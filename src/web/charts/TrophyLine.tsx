import { lazySection } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { linearScale } from './trophy-points.ts'

/** A trend chart of trophies. A skeleton keeps its place while its code is loading. */
export const TrophyLine = lazySection(() => import('./TrendChart.tsx').then((file) => file.TrendChart), {
  pending: <Skeleton className="h-90 rounded-md" />,
})

const WIDTH = 96
const HEIGHT = 24
const EDGE = 2

/** The path of a small line through the values, with breaks at unknown ones; empty with fewer than two known values. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return ''
  const x = linearScale([0, values.length - 1], [EDGE, WIDTH - EDGE])
  const y = linearScale([Math.min(...known), Math.max(...known)], [HEIGHT - EDGE, EDGE])
  const place = (value: number | null, index: number) => {
    if (value === null) return ''
    const begins = (values[index - 1] ?? null) === null
    return `${begins ? 'M' : 'L'}${x(index).toFixed(1)},${y(value).toFixed(1)}`
  }
  return values.map(place).join('')
}

/** A small line without axes. The number beside it says the same, so screen readers skip the line. */
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
