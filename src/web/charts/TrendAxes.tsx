import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { dayLabel } from '#web/ui/RelativeTime.tsx'
import type { Geometry } from './trend-geometry.ts'

/** The axes of a plot: horizontal lines with their values, and the labels of days below. */
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

/** The width of an element in pixels, kept up to date. A chart is drawn for exactly that width. */
export function useWidth<E extends HTMLElement>(fallback: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(fallback)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => {
      if (box.clientWidth > 0) setWidth(box.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
