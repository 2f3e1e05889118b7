import { lazy, Suspense } from 'react'
import { useSite } from '../api/site.ts'

const DemoHistory = lazy(() => import('./DemoHistory.tsx').then((file) => ({ default: file.DemoHistory })))

/** Says that the figures are not the game's, while they are not, and how far their history is. */
export function DemoBanner() {
  const { demo } = useSite()
  if (!demo) return null
  return (
    <div role="note" className="relative bg-raise px-4 py-1.5 text-center text-sm text-ink">
      <p>
        <strong className="font-semibold">Demo:</strong> clubs, players and figures come from a simulated world, not
        from the game.{' '}
        <Suspense>
          <DemoHistory />
        </Suspense>
      </p>
    </div>
  )
}
