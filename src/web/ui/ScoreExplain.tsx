import { type ComponentProps, Suspense } from 'react'
import { Explain } from './Explain.tsx'
import { lazyPart } from './lazy-part.ts'
import { Skeleton } from './Skeleton.tsx'
import { SCORE_LABELS, type ScoreName } from './score-labels.ts'

const ScoreReading = lazyPart(() => import('./ScoreReading.tsx').then((file) => file.ScoreReading))

type Props = {
  of: ScoreName
  /** The numbers it was computed from here, with their names. */
  inputs?: ComponentProps<typeof ScoreReading>['inputs']
}

/** How a score is computed, in plain words and with the numbers it comes from; the words come when they are asked for. */
export function ScoreExplain({ of, inputs = [] }: Props) {
  return (
    <Explain label={SCORE_LABELS[of]}>
      <Suspense fallback={<Skeleton className="h-24" />}>
        <ScoreReading of={of} inputs={inputs} />
      </Suspense>
    </Explain>
  )
}
