import { Suspense } from 'react'
import type { EntityType } from '#shared/tag.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { SectionFailure } from '../../ui/SectionFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Side } from './use-side.ts'

const PairChart = lazyPart(() => import('../../ui/charts/PairChart.tsx').then((file) => file.PairChart))

type Props = { type: EntityType; both: { a: Side; b: Side } | null; onRetry: () => void }

/** The trophy lines of both on one chart, in all states. */
export function TrophyLines({ type, both, onRetry }: Props) {
  const waiting = <Skeleton className="h-76 rounded-md" />
  if (!both) return waiting
  const lines = [both.a.line, both.b.line]
  const error = both.a.line.error ?? both.b.line.error
  if (error)
    return (
      <SectionFailure
        title="Failed to fetch trophy progression"
        message={error.message}
        onRetry={onRetry}
        retrying={false}
      />
    )
  if (lines.some(({ pending }) => pending)) return waiting
  if (lines.some(({ points }) => points.length === 0))
    return <EmptyState title="No trophy lines yet" hint="They are drawn once both were seen." />
  return (
    <Suspense fallback={waiting}>
      <PairChart
        type={type}
        a={{ name: both.a.name, points: both.a.line.points }}
        b={{ name: both.b.name, points: both.b.line.points }}
      />
    </Suspense>
  )
}
