import { useMemo, useState } from 'react'
import type { TrendPoint } from './observed-runs.ts'
import { TrendPlot } from './TrendPlot.tsx'
import { TrendReader } from './TrendReader.tsx'
import { TrendTable } from './TrendTable.tsx'
import { trendGeometry } from './trend-geometry.ts'
import { trendSummary } from './trend-notes.ts'
import { useWidth } from './use-width.ts'

type Props = {
  /** Name of the chart for those who do not see it: `Trophies of Ada`. */
  label: string
  points: readonly TrendPoint[]
  /** Trophy counts drawn as lines across the plot where they fall within it. */
  milestones?: readonly { value: number; label: string }[]
  height?: number
}

/** A trophy line with its area, readable by mouse, touch, keyboard and screen reader, or as a table. */
export function TrendChart({ label, points, milestones = [], height = 264 }: Props) {
  const [asTable, setAsTable] = useState(false)
  const [box, width] = useWidth<HTMLDivElement>(640)
  const geometry = useMemo(() => trendGeometry(points, width, height), [points, width, height])
  const some = points.some((point) => point.value !== null)
  return (
    <figure aria-label={label} className="min-w-0">
      <div ref={box} className="min-w-0">
        {asTable ? (
          <TrendTable label={label} points={points} />
        ) : (
          <div className="relative" style={{ height }}>
            <TrendPlot points={points} geometry={geometry} milestones={milestones} />
            {some && <TrendReader key={points.length} label={label} points={points} geometry={geometry} />}
          </div>
        )}
      </div>
      <figcaption className="normal-nums mt-2 flex flex-wrap items-start justify-between gap-x-4 gap-y-1 text-sm text-mut">
        <span className="min-w-0 flex-[1_1_16rem]">{trendSummary(points)}</span>
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="link min-h-6 shrink-0 whitespace-nowrap"
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </button>
      </figcaption>
    </figure>
  )
}
