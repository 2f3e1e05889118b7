import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from './Skeleton.tsx'

const TrendChart = lazy(() => import('./charts/TrendChart.tsx').then((file) => ({ default: file.TrendChart })))

/** A trophy chart whose code comes after the first paint; its place is kept. */
export function TrophyLine(props: ComponentProps<typeof TrendChart>) {
  return (
    <Suspense fallback={<Skeleton className="h-76 rounded-md" />}>
      <TrendChart {...props} />
    </Suspense>
  )
}
