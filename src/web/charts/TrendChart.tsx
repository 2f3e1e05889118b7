import { useMemo, useState } from 'react'
import { signed, thousands } from '#shared/number-format.ts'
import { dayLabel } from '#web/ui/RelativeTime.tsx'

import { PlotSlider, useWidth } from './PlotFrame.tsx'
import { TrendPlot } from './TrendPlot.tsx'
import { type Geometry, trendGeometry } from './trend-geometry.ts'
import { spokenPoint, trendSummary } from './trend-notes.ts'
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
export function TrendChart({ label, points, milestones = [], height = 264 }: Props) {
  const [asTable, setAsTable] = useState(false)
  const [box, width] = useWidth<HTMLDivElement>(640)
  const geometry = useMemo(() => trendGeometry(points, width, height), [points, width, height])
  const anyKnown = points.some((point) => point.value !== null)
  return (
    <figure aria-label={label} className="min-w-0">
      <div ref={box} className="min-w-0">
        {asTable ? (
          <TrendTable label={label} points={points} />
        ) : (
          <div className="relative" style={{ height }}>
            <TrendPlot points={points} geometry={geometry} milestones={milestones} />
            {anyKnown && <TrendReader key={points.length} label={label} points={points} geometry={geometry} />}
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

type TrendReaderProps = { label: string; points: readonly TrendPoint[]; geometry: Geometry }

/** Reads the line day by day: a slider chooses the day, and a card shows it while the slider is in use. */
function TrendReader({ label, points, geometry }: TrendReaderProps) {
  const [index, setIndex] = useState(points.length - 1)
  const [shown, setShown] = useState(false)
  const point = points[Math.min(index, points.length - 1)]
  if (!point) return null
  return (
    <>
      {shown && <Mark point={point} geometry={geometry} />}
      <PlotSlider
        label={`${label}, day by day`}
        valueText={spokenPoint(point)}
        points={points}
        geometry={geometry}
        index={index}
        onChoose={(next) => {
          setIndex(next)
          setShown(true)
        }}
        onFocus={() => setShown(true)}
        onLeave={() => setShown(false)}
      />
    </>
  )
}

const CARD_WIDTH = 168

function Mark({ point, geometry: { box, x, y } }: { point: TrendPoint; geometry: Geometry }) {
  const at = x(point.date)
  const left = Math.min(Math.max(at - CARD_WIDTH / 2, 0), Math.max(0, box.width - CARD_WIDTH))
  return (
    <div aria-hidden="true" className="pointer-events-none">
      <span className="absolute w-px bg-line" style={{ left: at, top: box.top, height: box.bottom - box.top }} />
      {point.value !== null && (
        <span
          className="absolute -mt-1.5 -ml-1.5 size-3 rounded-full border-2 border-card bg-acc"
          style={{ left: at, top: y(point.value) }}
        />
      )}
      <div
        className="absolute rounded-sm border border-line bg-raise px-3 py-1.5 text-sm shadow-lg"
        style={{ left, width: CARD_WIDTH, ...besideLine(point, box, y) }}
      >
        <Reading point={point} />
      </div>
    </div>
  )
}

/** The card must not cover the line: it is at the bottom where the line is high, otherwise at the top. */
function besideLine(point: TrendPoint, box: Geometry['box'], y: Geometry['y']) {
  const high = point.value !== null && y(point.value) < box.top + 92
  return high ? { bottom: box.height - box.bottom + 6 } : { top: box.top - 8 }
}

function Reading({ point }: { point: TrendPoint }) {
  const { change } = point
  return (
    <>
      <span className="block text-mut">{dayLabel(point.date)} UTC</span>
      {point.value === null ? (
        <span className="block font-semibold">not observed</span>
      ) : (
        <span className="block text-base font-semibold">
          {thousands(point.value)}
          {change !== null && change !== 0 && <span className="text-sm font-normal"> {signed(change)}</span>}
        </span>
      )}
      {point.value !== null && !point.observed && <span className="block text-mut">not observed that day</span>}
      {point.reset !== 0 && <span className="block text-warn">with a reset of {signed(point.reset)}</span>}
      {point.note && <span className="line-clamp-2 text-mut">{point.note}</span>}
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
      <td className="px-3 text-right">{point.value === null ? '—' : thousands(point.value)}</td>
      <td className="px-3 text-right">{change === null ? '—' : signed(change)}</td>
      <td className="pl-3 text-mut">{note(point)}</td>
    </tr>
  )
}

function note(point: TrendPoint): string {
  const observation = !point.observed ? 'not observed' : point.change === null && 'first day seen'
  const reset = point.reset !== 0 && `with a reset of ${signed(point.reset)}`
  return [observation, reset, point.note].filter(Boolean).join(', ')
}
