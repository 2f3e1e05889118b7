import { dayLabel } from './day-label.ts'
import type { Geometry } from './trend-geometry.ts'

/** The labelled lines of values and the labels of days. */
export function TrendAxes({ geometry: { box, valueTicks, dayTicks } }: { geometry: Geometry }) {
  return (
    <g fill="var(--mut)">
      {valueTicks.map((tick) => (
        <g key={tick.value}>
          <line x1={box.left} x2={box.right} y1={tick.y} y2={tick.y} stroke="var(--line)" strokeOpacity=".22" />
          <text x={box.left - 8} y={tick.y} dy=".32em" textAnchor="end">
            {tick.label}
          </text>
        </g>
      ))}
      {dayTicks.map((tick) => (
        <text key={tick.date} x={tick.x} y={box.bottom + 19} textAnchor={tick.anchor}>
          {dayLabel(tick.date)}
        </text>
      ))}
    </g>
  )
}
