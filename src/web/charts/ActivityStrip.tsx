import type { CSSProperties } from 'react'
import { signed } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { dayLabel } from '#web/ui/date-words.ts'
import { DaySlider, ReadingLine, useDayReading } from './PlotFrame.tsx'
import type { TrendPoint } from './trend-geometry.ts'

/** Each day as a bar above or below a line, as tall as the trophies won or lost, without season resets. */
export function ActivityStrip({ label, points }: { label: string; points: readonly TrendPoint[] }) {
  const scale = stripScale(points.map((point) => ownChange(point) ?? 0))
  const reading = useDayReading(points.length)
  const [first, last, read] = [points[0], points.at(-1), points[reading.index]]
  if (!first || !last || !read) return null
  return (
    <div>
      <ReadingLine date={read.date}>
        <b className="font-semibold">{stripText(read)}</b>
        {!reading.isChosen && <span className="text-mut">{t('chart.upDown')}</span>}
      </ReadingLine>
      <div dir="ltr" className="relative">
        <ol aria-label={label} className="flex h-26 items-stretch gap-[2px]">
          {points.map((point, index) => (
            <StripDay
              key={point.date}
              point={point}
              scale={scale}
              isRead={reading.isChosen && index === reading.index}
            />
          ))}
        </ol>
        <DaySlider
          label={t('chart.byDay', { label })}
          valueText={t('chart.dayIs', { day: dayLabel(read.date), words: stripText(read) })}
          days={points.length}
          reading={reading}
          dayAt={(pixels, width) => Math.floor((pixels / width) * points.length)}
          style={OVER_STRIP}
        />
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-mut">
        <span>{dayLabel(first.date)}</span>
        <span>{t('chart.inUtc', { words: dayLabel(last.date) })}</span>
      </p>
    </div>
  )
}

const OVER_STRIP: CSSProperties = { inset: 0, width: '100%', height: '100%' }

/** The change of a day without season resets; null when it is not known. */
function ownChange({ change, reset }: TrendPoint): number | null {
  return change === null ? null : change - reset
}

/** A day that nobody observed can have a change: the next observation found it. */
export function knownChange(point: TrendPoint): number | null {
  const change = ownChange(point)
  return change !== null && (point.observed || change !== 0) ? change : null
}

function stripText(point: TrendPoint): string {
  const change = knownChange(point)
  if (change !== null) return dayText(change)
  return point.observed ? t('chart.firstDay') : t('chart.unseen')
}

type StripDayProps = { point: TrendPoint; scale: StripScale; isRead: boolean }

function StripDay({ point, scale, isRead }: StripDayProps) {
  const change = knownChange(point)
  const text = t('chart.dayIs', { day: dayLabel(point.date), words: stripText(point) })
  return (
    <li className={`relative min-w-0 flex-1 rounded-[3px] ${isRead ? 'bg-raise' : ''}`} title={text}>
      <span className="sr-only">{text}</span>
      {change === null ? <NotObserved {...scale} /> : <Bar change={change} {...scale} />}
    </li>
  )
}

function dayText(change: number): string {
  return change === 0 ? t('chart.noChange') : t('chart.change', { change: signed(change) })
}

function Bar({ change, line, tall }: StripScale & { change: number }) {
  if (change === 0)
    return <span className="absolute inset-x-0 -mb-0.5 h-1 rounded-full bg-h0" style={{ bottom: line }} />
  const height = Math.max(4, Math.abs(change) * tall)
  return (
    <span
      className={`absolute inset-x-0 rounded-[3px] ${change > 0 ? 'bg-good' : 'bg-bad'}`}
      style={{ bottom: change > 0 ? line : line - height, height }}
    />
  )
}

function NotObserved({ line }: StripScale) {
  return <span className="absolute inset-x-0 -mb-2 h-4 rounded-[3px] hatched" style={{ bottom: line }} />
}

/** The height of the strip, and the room above the tallest bar and below the deepest one, in pixels. */
const HEIGHT = 104
const ROOM = 8

/** In pixels: the line above the lower edge, and the height of one trophy. */
type StripScale = { line: number; tall: number }

/** Places the line so that the largest gain and the largest loss just fit. */
export function stripScale(changes: readonly number[]): StripScale {
  const loss = Math.max(0, ...changes.map((change) => -change))
  const tall = (HEIGHT - 2 * ROOM) / Math.max(1, loss + Math.max(0, ...changes))
  return { line: ROOM + loss * tall, tall }
}
