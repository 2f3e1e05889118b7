import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { dayLabel } from '#web/ui/RelativeTime.tsx'
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

/** The width of an element in pixels, kept up to date, so that a drawing can be made for exactly that many. */
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

/** A slider that lies over a plot and shows nothing of itself but its focus. */
export const SLIDER_OVER_PLOT =
  'absolute m-0 cursor-crosshair touch-pan-y appearance-none rounded-sm bg-transparent outline-offset-2 [&::-moz-range-thumb]:size-px [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-transparent [&::-moz-range-track]:bg-transparent [&::-webkit-slider-runnable-track]:bg-transparent [&::-webkit-slider-thumb]:size-px [&::-webkit-slider-thumb]:appearance-none'
