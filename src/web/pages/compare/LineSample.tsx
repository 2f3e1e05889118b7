import { PAIR_LINES } from '../../ui/charts/pair-lines.ts'

/** How a side's line looks in the chart. */
export function LineSample({ of }: { of: 'a' | 'b' }) {
  return (
    <svg viewBox="0 0 40 8" className="h-2 w-10 shrink-0" aria-hidden="true">
      <path d="M2 4H38" {...PAIR_LINES[of]} />
    </svg>
  )
}
