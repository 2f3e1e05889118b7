import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from './lazy-part.ts'
import { Skeleton } from './Skeleton.tsx'

const TrendChart = lazyPart(() => import('./charts/TrendChart.tsx').then((file) => file.TrendChart))

/** A trophy chart whose code comes after the first paint; its place is kept. */
export function TrophyLine(props: ComponentProps<typeof TrendChart>) {
  return (
    <Suspense fallback={<Skeleton className="h-76 rounded-md" />}>
      <TrendChart {...props} />
    </Suspense>
  )
}
