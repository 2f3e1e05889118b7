import { lazy, Suspense, useState } from 'react'
import { useDemoHistory } from '../api/readiness.ts'
import { useSite } from '../api/site.ts'

const DemoHistory = lazy(() => import('./DemoHistory.tsx').then((file) => ({ default: file.DemoHistory })))

/** Says that the figures are not the game's, while they are not, and how far their history is. */
export function DemoBanner() {
  const { demo } = useSite()
  // Asked for here, where the page's own answers have it; what shows it is needed for some minutes in a demo's life.
  const history = useDemoHistory()
  const [growing, setGrowing] = useState(history !== null)
  if (history !== null && !growing) setGrowing(true)
  if (!demo) return null
  return (
    <div role="note" className="relative bg-raise px-4 py-1.5 text-center text-sm text-ink">
      <p>
        <strong className="font-semibold">Demo:</strong> clubs, players and figures come from a simulated world, not
        from the game.{' '}
        {growing && (
          <Suspense>
            <DemoHistory history={history} />
          </Suspense>
        )}
      </p>
    </div>
  )
}
