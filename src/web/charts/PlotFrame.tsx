import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatThousands, signed } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { dayLabel } from '#web/ui/date-words.ts'
import type { Geometry, TrendPoint } from './trend-geometry.ts'
import { pointNote, rangeText } from './trend-notes.ts'

type Axes = Pick<Geometry, 'box' | 'valueTicks' | 'dayTicks'>

/** The axes of a plot: horizontal lines with their values, and below the labels of days, that of today in its own word. */
export function TrendAxes({ geometry: { box, valueTicks, dayTicks }, today }: { geometry: Axes; today?: string }) {
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
          {tick.date === today ? t('me.today') : dayLabel(tick.date)}
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

/**
 * Which of a chart's days is read: the one under the pointer, else the pinned one, else the newest that is over or goes
 * on.
 */
export type DayReading = {
  index: number
  /** False while the newest day is read because no other was chosen. */
  isChosen: boolean
  pin: (index: number | null) => void
  point: (index: number | null) => void
}

/**
 * A tap or a key pins a day, which stays until Escape, another day, or a second tap on it. The mouse only passes over.
 * `newest`: the index of the day that is read where none is chosen, the last one unless given.
 */
export function useDayReading(days: number, newest = days - 1): DayReading {
  const [pinned, pin] = useState<number | null>(null)
  const [pointed, point] = useState<number | null>(null)
  const chosen = pointed ?? pinned
  const last = days - 1
  return {
    index: Math.min(chosen ?? newest, last),
    isChosen: chosen !== null,
    pin: (index) => {
      point(null)
      pin(index === pinned ? null : index)
    },
    point,
  }
}

type SliderProps = {
  label: string
  /** What screen readers say of the day that is read. */
  valueText: string
  days: number
  reading: DayReading
  /** The day at a distance from the left edge of the slider, in pixels. */
  dayAt: (pixels: number, width: number) => number
  style?: CSSProperties
}

/**
 * Chooses a day of a chart. An invisible native slider covers the chart: arrow keys, Home, End, touch and screen readers
 * work by themselves. Only the focus of the slider is visible.
 */
export function DaySlider({ label, valueText, days, reading, dayAt, style }: SliderProps) {
  // A finger that scrolls the page would move the slider. Only what is done with it in the end counts.
  const presses = useRef(false)
  const dayOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(Math.max(0, dayAt(event.clientX - left, width)), days - 1)
  }
  const end = () => {
    presses.current = false
    reading.point(null)
  }
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={days - 1}
      value={reading.index}
      onChange={(event) => presses.current || reading.pin(Number(event.target.value))}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && reading.pin(null)}
      onPointerDown={() => {
        presses.current = true
      }}
      onPointerMove={(event) => reading.point(dayOf(event))}
      onPointerUp={(event) => {
        presses.current = false
        reading.pin(dayOf(event))
      }}
      onPointerCancel={end}
      onPointerLeave={end}
      className="absolute m-0 cursor-crosshair touch-pan-y appearance-none rounded-sm bg-transparent outline-offset-2 [&::-moz-range-thumb]:size-px [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-transparent [&::-moz-range-track]:bg-transparent [&::-webkit-slider-runnable-track]:bg-transparent [&::-webkit-slider-thumb]:size-px [&::-webkit-slider-thumb]:appearance-none"
      style={style}
    />
  )
}

/** Where the slider of a plot with axes lies. */
export function overPlot({ box }: Pick<Geometry, 'box'>): CSSProperties {
  return { left: box.left, top: box.top, width: Math.max(0, box.right - box.left), height: box.bottom - box.top }
}

/** The day that is read and what is known of it, above the chart. A phone always keeps the room for two lines. */
export function ReadingLine({ date, children }: { date: string; children: ReactNode }) {
  return (
    <p
      aria-hidden="true"
      className="mb-1 flex min-h-6 flex-wrap content-start items-baseline gap-x-2 text-sm max-sm:min-h-11"
    >
      <span className="whitespace-nowrap text-mut">{dayLabel(date)}</span>
      {children}
    </p>
  )
}

type TrendTableProps = { label: string; points: readonly TrendPoint[] }

/** The same days as numbers, the newest first. */
export function TrendTable({ label, points }: TrendTableProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('chart.tableCaption', { label })}</caption>
      <thead className="text-start text-mut">
        <tr>
          <th scope="col" className="py-1.5 pe-3 font-semibold">
            {t('chart.day')}
          </th>
          <th scope="col" className="px-3 py-1.5 text-end font-semibold">
            {t('ui.trophies')}
          </th>
          <th scope="col" className="px-3 py-1.5 text-end font-semibold">
            {t('chart.changeHead')}
          </th>
          <th scope="col" className="py-1.5 ps-3 font-semibold">
            {t('chart.note')}
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

function trophiesOf({ value, ahead }: TrendPoint): string {
  if (ahead) return rangeText(ahead)
  return value === null ? '—' : formatThousands(value)
}

function Day({ point }: { point: TrendPoint }) {
  const { change } = point
  return (
    <tr className="border-t border-edge">
      <th scope="row" className="py-1.5 pe-3 text-start font-normal whitespace-nowrap">
        {dayLabel(point.date)}
      </th>
      <td className="px-3 text-end whitespace-nowrap">{trophiesOf(point)}</td>
      <td className="px-3 text-end whitespace-nowrap">{change === null ? '—' : signed(change)}</td>
      <td className="ps-3 text-mut">{pointNote(point)}</td>
    </tr>
  )
}
