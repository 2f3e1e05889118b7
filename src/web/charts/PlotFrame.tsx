import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { dayLabel } from '#web/ui/RelativeTime.tsx'
import { type Geometry, nearestDay } from './trend-geometry.ts'
import type { TrendPoint } from './trophy-points.ts'

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

type SliderProps = {
  label: string
  /** What screen readers say of the chosen day. */
  valueText: string
  points: readonly TrendPoint[]
  geometry: Geometry
  /** The chosen day. */
  index: number
  /** A day was chosen with keys, by touch or under the pointer. */
  onChoose: (index: number) => void
  onFocus?: () => void
  /** The pointer or the focus left the plot. */
  onLeave: () => void
}

/**
 * Chooses a day of a plot. An invisible native slider covers the plot: arrow keys, Home, End, touch and screen readers
 * work by themselves, and the day under the pointer is chosen too. Only the focus of the slider is visible.
 */
export function PlotSlider({ label, valueText, points, geometry, index, onChoose, onFocus, onLeave }: SliderProps) {
  const { box } = geometry
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    onChoose(nearestDay(points, geometry, event.clientX - left + box.left))
  }
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={points.length - 1}
      value={index}
      onChange={(event) => onChoose(Number(event.target.value))}
      onFocus={onFocus}
      onBlur={onLeave}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={onLeave}
      className="absolute m-0 cursor-crosshair touch-pan-y appearance-none rounded-sm bg-transparent outline-offset-2 [&::-moz-range-thumb]:size-px [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-transparent [&::-moz-range-track]:bg-transparent [&::-webkit-slider-runnable-track]:bg-transparent [&::-webkit-slider-thumb]:size-px [&::-webkit-slider-thumb]:appearance-none"
      style={{ left: box.left, top: box.top, width: Math.max(0, box.right - box.left), height: box.bottom - box.top }}
    />
  )
}
