const LINE = { strokeWidth: 2.5, strokeLinecap: 'round', strokeLinejoin: 'round', fill: 'none' } as const

/**
 * How each of two lines is drawn, in the chart and in its legend: its colour, and dashes for visitors who cannot tell
 * the colours apart. In a file of its own: the legend is shown before the code of the chart is loaded.
 */
export const PAIR_LINES = {
  a: { stroke: 'var(--c1)', ...LINE },
  b: { stroke: 'var(--c2)', strokeDasharray: '7 5', ...LINE },
} as const

/** Each side's mark has a shape of its own: known without its colour. */
export function PairMark({ of }: { of: 'a' | 'b' }) {
  return (
    <svg viewBox="0 0 12 12" className="size-3 shrink-0" aria-hidden="true">
      {of === 'a' ? <circle cx="6" cy="6" r="5" fill="var(--c1)" /> : <path d="M6 0l6 6-6 6-6-6z" fill="var(--c2)" />}
    </svg>
  )
}

/** A sample of a side's line, with its mark. */
export function LineSample({ of }: { of: 'a' | 'b' }) {
  return (
    <span className="flex items-center gap-1.5">
      <PairMark of={of} />
      <svg viewBox="0 0 40 8" className="h-2 w-10 shrink-0" aria-hidden="true">
        <path d="M2 4H38" {...PAIR_LINES[of]} />
      </svg>
    </span>
  )
}
