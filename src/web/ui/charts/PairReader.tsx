import { type PointerEvent, useState } from 'react'
import { plainName } from '#shared/plain-name.ts'
import { signed, thousands } from '#web/format/abbreviate.ts'
import { dayLabel } from './day-label.ts'
import type { PairSide } from './PairChart.tsx'
import { PLOT_READER } from './plot-reader.ts'
import { type Geometry, nearestDay } from './trend-geometry.ts'

type Props = { a: PairSide; b: PairSide; geometry: Geometry; gains: boolean }

/** Reads both lines day by day: a slider over the plot, for arrows, touch and screen readers, and for a pointer that hovers. */
export function PairReader({ a, b, geometry, gains }: Props) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = a.points.length - 1
  const index = Math.min(chosen ?? last, last)
  const day = a.points[index]
  const { box, x } = geometry
  if (!day) return null
  const reading = [a, b].map(({ name, points }) => `${plainName(name)} ${written(points[index]?.value ?? null, gains)}`)
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    setChosen(nearestDay(a.points, geometry, event.clientX - left + box.left))
  }
  const plot = { left: box.left, top: box.top, width: Math.max(0, box.right - box.left), height: box.bottom - box.top }
  return (
    <>
      {chosen !== null && (
        <div aria-hidden="true" className="pointer-events-none">
          <span className="absolute w-px bg-line" style={{ left: x(day.date), top: box.top, height: plot.height }} />
          <Readings day={day.date} lines={reading} right={x(day.date) < (box.left + box.right) / 2} />
        </div>
      )}
      <input
        type="range"
        aria-label="Trophies of both, day by day"
        aria-valuetext={`${dayLabel(day.date)}: ${reading.join(', ')}`}
        min={0}
        max={last}
        value={index}
        onChange={(event) => setChosen(Number(event.target.value))}
        onPointerMove={follow}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
        className={PLOT_READER}
        style={plot}
      />
    </>
  )
}

function Readings({ day, lines, right }: { day: string; lines: readonly string[]; right: boolean }) {
  return (
    <div
      className={`absolute top-3 max-w-48 rounded-sm border border-line bg-raise px-3 py-1.5 text-sm shadow-lg ${right ? 'right-2' : 'left-14'}`}
    >
      <span className="block text-mut">{dayLabel(day)} UTC</span>
      {lines.map((line, place) => (
        <bdi key={place === 0 ? 'a' : 'b'} className="block truncate font-semibold">
          {line}
        </bdi>
      ))}
    </div>
  )
}

function written(value: number | null, gains: boolean): string {
  if (value === null) return 'not known'
  return gains ? signed(value) : thousands(value)
}
