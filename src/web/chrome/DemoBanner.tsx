import { useSite } from '../api/site.ts'

/** Says that the figures are not the game's, while they are not. */
export function DemoBanner() {
  if (!useSite().demo) return null
  return (
    <p role="note" className="bg-raise px-4 py-1.5 text-center text-sm text-ink">
      <strong className="font-semibold">Demo:</strong> clubs, players and figures come from a simulated world, not from
      the game.
    </p>
  )
}
