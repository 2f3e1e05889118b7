import { useMemo, useState } from 'react'
import { signed, thousands } from '#shared/number-format.ts'
import { dayLabel } from '#web/ui/RelativeTime.tsx'
import { DaySlider, overPlot, ReadingLine, useDayReading, useWidth } from './PlotFrame.tsx'
import { TrendPlot } from './TrendPlot.tsx'
import { type Geometry, nearestDay, trendGeometry } from './trend-geometry.ts'
import { resetText, spokenPoint, trendSummary } from './trend-notes.ts'
import type { TrendPoint } from './trophy-points.ts'

type Props = {
  /** The name of the chart for screen readers: `Trophies of Ada`. */
  label: string
  points: readonly TrendPoint[]
  /** Numbers of trophies, drawn as lines across the plot where its axis reaches them. */
  milestones?: readonly { value: number; label: string }[]
  height?: number
}

/** A trophy line with a caption in words. Its days can be read by mouse, touch, keyboard and screen reader, or as a table. */
export function TrendChart({ label, points, milestones = [], height = 232 }: Props) {
  const [asTable, setAsTable] = useState(false)
  return (
    <figure aria-label={label} className="min-w-0">
      {asTable ? (
        <TrendTable label={label} points={points} />
      ) : (
        <ReadablePlot key={points.length} {...{ label, points, milestones, height }} />
      )}
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

/** The plot, and above it the reading of one day: a slider chooses which. */
function ReadablePlot({ label, points, milestones, height }: Required<Props>) {
  const [box, width] = useWidth<HTMLDivElement>(320)
  const geometry = useMemo(() => trendGeometry(points, width, height), [points, width, height])
  const reading = useDayReading(points.length)
  const point = points[reading.index]
  const anyKnown = points.some(({ value }) => value !== null)
  return (
    <div ref={box} className="min-w-0">
      {point && anyKnown && (
        <ReadingLine date={point.date}>
          <Reading point={point} />
        </ReadingLine>
      )}
      <div className="relative" style={{ height }}>
        <TrendPlot points={points} geometry={geometry} milestones={milestones} />
        {point && anyKnown && (
          <>
            {reading.isChosen && <Mark point={point} geometry={geometry} />}
            <DaySlider
              label={`${label}, day by day`}
              valueText={spokenPoint(point)}
              days={points.length}
              reading={reading}
              dayAt={(pixels) => nearestDay(points, geometry, pixels + geometry.box.left)}
              style={overPlot(geometry)}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** A line through the day that is read, and its place on the trophy line. */
function Mark({ point, geometry: { box, x, y } }: { point: TrendPoint; geometry: Geometry }) {
  const at = x(point.date)
  return (
    <div aria-hidden="true" className="pointer-events-none">
      <span className="absolute w-px bg-ink/60" style={{ left: at, top: 0, height: box.bottom }} />
      {point.value !== null && (
        <span
          className="absolute -mt-1.5 -ml-1.5 size-3 rounded-full border-2 border-card bg-acc"
          style={{ left: at, top: y(point.value) }}
        />
      )}
    </div>
  )
}

function Reading({ point }: { point: TrendPoint }) {
  const { value, change } = point
  const rest = note(point)
  return (
    <>
      <b className="text-base font-extrabold whitespace-nowrap">{value === null ? 'not observed' : thousands(value)}</b>
      {value !== null && change !== null && change !== 0 && (
        <span className={`font-semibold whitespace-nowrap ${change > 0 ? 'text-good' : 'text-bad'}`}>
          {signed(change)}
        </span>
      )}
      {value !== null && rest !== '' && <span className="line-clamp-1 min-w-0 text-mut">{rest}</span>}
    </>
  )
}

type TrendTableProps = { label: string; points: readonly TrendPoint[] }

/** The same days as numbers, the newest first. */
function TrendTable({ label, points }: TrendTableProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{label}, newest day first, days in UTC</caption>
      <thead className="text-left text-mut">
        <tr>
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            Day
          </th>
          <th scope="col" className="px-3 py-1.5 text-right font-semibold">
            Trophies
          </th>
          <th scope="col" className="px-3 py-1.5 text-right font-semibold">
            Change
          </th>
          <th scope="col" className="py-1.5 pl-3 font-semibold">
            Note
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point) => (
          <Day key={point.date} point={point} />
        ))}
      </tbody>
    </table>
  )
}

function Day({ point }: { point: TrendPoint }) {
  const { change } = point
  return (
    <tr className="border-t border-edge">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap">
        {dayLabel(point.date)}
      </th>
      <td className="px-3 text-right whitespace-nowrap">{point.value === null ? '—' : thousands(point.value)}</td>
      <td className="px-3 text-right whitespace-nowrap">{change === null ? '—' : signed(change)}</td>
      <td className="pl-3 text-mut">{note(point)}</td>
    </tr>
  )
}

function note(point: TrendPoint): string {
  const observation = !point.observed ? 'not observed' : point.change === null && 'first day seen'
  return [observation, resetText(point.reset), point.note].filter(Boolean).join(', ')
}
