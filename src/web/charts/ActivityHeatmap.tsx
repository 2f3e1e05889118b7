import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { type ActivityLevel, activityLevel } from '#shared/bands.ts'
import { count, signed } from '#shared/number-format.ts'
import { dayLabel } from '#web/ui/RelativeTime.tsx'
import type { TrendPoint } from './trophy-points.ts'

/** A day as the heatmap's call gives it; both are null where the day is not known. */
type DayGames = { trophy_changes: number | null; estimated?: number | undefined }
type DayActivity = { level: ActivityLevel | 'not-known'; text: string; isEstimated: boolean }

/**
 * A member's day in words: `5 games, moderate`, `about 5 games (2 estimated), moderate`. A day of which nothing is known is
 * `not known`, never 0.
 */
export function dayActivity(day: DayGames | undefined): DayActivity {
  const games = day?.trophy_changes ?? null
  if (games === null) return { level: 'not-known', text: 'not known', isEstimated: false }
  const level = activityLevel(games)
  const estimated = day?.estimated ?? 0
  const isEstimated = estimated > 0
  const share = estimated < games ? `${estimated} estimated` : 'estimated'
  const played = isEstimated ? `about ${count(games, 'game')} (${share})` : count(games, 'game')
  return { level, text: `${played}, ${level.replace('-', ' ')}`, isEstimated }
}

/** The hatching of a day of which nothing is known. It looks like no step of the scale. */
const NOT_KNOWN =
  'bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_5px)] inset-ring inset-ring-line/40'

/** The cut corner of a day whose games are estimated. */
const ESTIMATED = '[clip-path:polygon(0_0,100%_0,100%_calc(100%-9px),calc(100%-9px)_100%,0_100%)]'

/** How each level looks: a step of one hue, and a sign for systems with forced colours. */
const LEVEL_STYLE: Record<DayActivity['level'], { cell: string; sign: string }> = {
  'not-known': { cell: NOT_KNOWN, sign: '?' },
  inactive: { cell: 'bg-h0', sign: '·' },
  low: { cell: 'bg-h1', sign: '1' },
  moderate: { cell: 'bg-h2', sign: '2' },
  high: { cell: 'bg-h3', sign: '3' },
  'very-high': { cell: 'bg-h4', sign: '4' },
}

type LegendEntry = Pick<DayActivity, 'level'> & { text: string; isEstimated?: boolean }

/** The legend: games a day, and the name of the level. */
const LEGEND: readonly LegendEntry[] = [
  { level: 'not-known', text: 'not known' },
  { level: 'inactive', text: '0 inactive' },
  { level: 'low', text: '1–2 low' },
  { level: 'moderate', text: '3–5 moderate' },
  { level: 'high', text: '6–10 high' },
  { level: 'very-high', text: 'above 10 very high' },
  { level: 'high', text: '≈ games, estimated: no battle log covers the day', isEstimated: true },
]

type HeatmapRow = {
  key: string
  /** The member's name, as a link. */
  name: ReactNode
  /** The days by UTC date; a day that is absent is not known. */
  days: Readonly<Record<string, DayGames>>
  activeDays: number
}

type Props = { label: string; dates: readonly string[]; rows: readonly HeatmapRow[] }

const DAYS_PER_LABEL = 7

/** Members by days. It is a table, so that screen readers say the member and the date of each cell. */
export function ActivityHeatmap({ label, dates, rows }: Props) {
  // The newest days are at the right end and shown first.
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && dates.length > 0) box.scrollLeft = box.scrollWidth
  }, [dates.length])
  return (
    <div className="min-w-0">
      <div ref={scroller} className="relative overflow-x-auto overscroll-x-contain pb-1">
        <table className="w-full border-separate border-spacing-[3px] text-sm">
          <caption className="sr-only">{label}; games a day, days in UTC</caption>
          <DayHeads dates={dates} />
          <tbody>
            {rows.map((row) => (
              <MemberRow key={row.key} row={row} dates={dates} />
            ))}
          </tbody>
        </table>
      </div>
      <Legend />
    </div>
  )
}

function DayHeads({ dates }: { dates: readonly string[] }) {
  return (
    <thead>
      <tr className="h-6 align-bottom text-mut">
        <th scope="col" className="sticky left-0 z-2 bg-card text-left font-normal">
          <span className="sr-only">Member</span>
        </th>
        {dates.map((date, index) => {
          const back = dates.length - 1 - index
          return (
            <th key={date} scope="col" className="relative p-0 font-normal">
              <span className="sr-only">{dayLabel(date)}</span>
              {back % DAYS_PER_LABEL === 0 && (
                <span aria-hidden="true" className="absolute right-0 bottom-0.5 whitespace-nowrap">
                  {back === 0 ? 'today' : dayLabel(date)}
                </span>
              )}
            </th>
          )
        })}
        <th scope="col" className="pl-2 text-right font-normal whitespace-nowrap">
          Active
        </th>
      </tr>
    </thead>
  )
}

function MemberRow({ row, dates }: { row: HeatmapRow; dates: readonly string[] }) {
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-1 w-36 max-w-36 min-w-24 bg-card pr-2 text-left font-normal max-sm:w-24 max-sm:max-w-24"
      >
        {row.name}
      </th>
      {dates.map((date) => (
        <DayCell key={date} date={date} day={row.days[date]} />
      ))}
      <td className="pl-2 text-right whitespace-nowrap text-mut">
        {row.activeDays}
        <span className="sr-only"> active days</span>
        <span aria-hidden="true"> d</span>
      </td>
    </tr>
  )
}

function DayCell({ date, day }: { date: string; day: DayGames | undefined }) {
  const { level, text, isEstimated } = dayActivity(day)
  return (
    <td
      title={`${dayLabel(date)}: ${text}`}
      data-sign={signOf(level, isEstimated)}
      className={`h-5 min-w-4.5 rounded-[5px] p-0 text-center ${SIGNED} ${LEVEL_STYLE[level].cell} ${isEstimated ? ESTIMATED : ''}`}
    >
      <span className="sr-only">{text}</span>
    </td>
  )
}

const SIGNED = 'forced-colors:after:content-[attr(data-sign)]'

function signOf(level: DayActivity['level'], isEstimated: boolean): string {
  return `${isEstimated ? '≈' : ''}${LEVEL_STYLE[level].sign}`
}

function Legend() {
  return (
    <div className="mt-3 grid gap-2 text-sm text-mut">
      <ul aria-label="Legend" className="flex flex-wrap gap-x-3 gap-y-1.5">
        {LEGEND.map(({ level, text, isEstimated = false }) => (
          <li key={text} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              data-sign={signOf(level, isEstimated)}
              className={`inline-block size-4 shrink-0 rounded-[5px] text-center leading-4 ${SIGNED} ${LEVEL_STYLE[level].cell} ${isEstimated ? ESTIMATED : ''}`}
            />
            {text}
          </li>
        ))}
      </ul>
      <p className="max-w-prose">
        A game is a battle that moved trophies; days are UTC. An estimate counts one game for every 6 trophies that came
        or went.
      </p>
    </div>
  )
}

/** Each day as a bar above or below a line, as tall as the trophies won or lost, without season resets. */
export function ActivityStrip({ label, points }: { label: string; points: readonly TrendPoint[] }) {
  const scale = stripScale(points.map((point) => ownChange(point) ?? 0))
  const first = points[0]
  return (
    <div>
      <ol aria-label={label} className="flex h-26 items-stretch gap-[2px]">
        {points.map((point) => (
          <StripDay key={point.date} point={point} scale={scale} />
        ))}
      </ol>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm normal-nums text-mut">
        <span>{first && dayLabel(first.date)}</span>
        <span>today (UTC)</span>
      </p>
    </div>
  )
}

/** The change of a day without season resets; null when it is not known. */
function ownChange({ change, reset }: TrendPoint): number | null {
  return change === null ? null : change - reset
}

function StripDay({ point, scale }: { point: TrendPoint; scale: StripScale }) {
  const change = ownChange(point)
  // A day that nobody observed can have a change: the next observation found it.
  const known = change !== null && (point.observed || change !== 0)
  const text = `${dayLabel(point.date)}: ${known ? dayText(change) : point.observed ? 'first day seen' : 'not observed'}`
  return (
    <li className="relative min-w-0 flex-1" title={text}>
      <span className="sr-only">{text}</span>
      {known ? <Bar change={change} {...scale} /> : <NotObserved {...scale} />}
    </li>
  )
}

function dayText(change: number): string {
  return change === 0 ? 'no change' : `${signed(change)} trophies`
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
  return <span className={`absolute inset-x-0 -mb-2 h-4 rounded-[3px] ${NOT_KNOWN}`} style={{ bottom: line }} />
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
