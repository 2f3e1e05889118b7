import { type PointerEvent, useState } from 'react'
import { signed, thousands } from '#web/format/abbreviate.ts'
import { dayLabel } from './day-label.ts'
import type { TrendPoint } from './observed-runs.ts'
import { PLOT_READER } from './plot-reader.ts'
import { type Geometry, nearestDay } from './trend-geometry.ts'
import { spokenPoint } from './trend-notes.ts'

type Props = { label: string; points: readonly TrendPoint[]; geometry: Geometry }

/**
 * Reads the line day by day. A native slider lies over the plot, so that arrows, Home, End, touch and screen readers
 * work without more; a pointer that hovers moves the mark too.
 */
export function TrendReader({ label, points, geometry }: Props) {
  const [index, setIndex] = useState(points.length - 1)
  const [shown, setShown] = useState(false)
  const point = points[Math.min(index, points.length - 1)]
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    setIndex(nearestDay(points, geometry, event.clientX - left + geometry.box.left))
    setShown(true)
  }
  if (!point) return null
  return (
    <>
      {shown && <Mark point={point} geometry={geometry} />}
      <input
        type="range"
        aria-label={`${label}, day by day`}
        aria-valuetext={spokenPoint(point)}
        min={0}
        max={points.length - 1}
        value={index}
        onChange={(event) => {
          setIndex(Number(event.target.value))
          setShown(true)
        }}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setShown(false)}
        className={PLOT_READER}
        style={{
          left: geometry.box.left,
          top: geometry.box.top,
          width: Math.max(0, geometry.box.right - geometry.box.left),
          height: geometry.box.bottom - geometry.box.top,
        }}
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
        style={{ left, width: CARD_WIDTH, ...above(point, box, y) }}
      >
        <Reading point={point} />
      </div>
    </div>
  )
}

/** The card stands where the line is not: at the bottom while the line is high, else at the top. */
function above(point: TrendPoint, box: Geometry['box'], y: Geometry['y']) {
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
      {point.reset !== 0 && <span className="block text-warn">with season reset {signed(point.reset)}</span>}
      {point.note && <span className="line-clamp-2 text-mut">{point.note}</span>}
    </>
  )
}
