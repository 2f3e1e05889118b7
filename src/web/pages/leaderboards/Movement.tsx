import { rankMovement } from './rank-movement.ts'

type Props = { rank: number; before: number | null }

const TONE = { up: 'text-good', down: 'text-bad', same: 'text-mut', new: 'text-acc' } as const
const SHAPE = { up: 'M5 1l5 9H0z', down: 'M5 10l5-9H0z', same: 'M0 4.5h10v2H0z' } as const

/** An arrow with the places a rank moved, or "new". */
export function Movement({ rank, before }: Props) {
  const { direction, places, words } = rankMovement(rank, before)
  return (
    <span className={`inline-flex items-center gap-1 text-sm font-semibold ${TONE[direction]}`}>
      {direction === 'new' ? (
        <span className="rounded-sm bg-acc/15 px-1.5 text-xs">new</span>
      ) : (
        <>
          <svg viewBox="0 0 10 11" className="size-2.5 shrink-0" fill="currentColor" aria-hidden="true">
            <path d={SHAPE[direction]} />
          </svg>
          {places > 0 && <span aria-hidden="true">{places}</span>}
          <span className="sr-only">{words}</span>
        </>
      )}
    </span>
  )
}
