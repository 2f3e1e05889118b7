import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type ActivityLevel, activityLevel } from '#shared/bands.ts'
import { count } from '#shared/number-format.ts'
import { dayLabel } from '#web/ui/RelativeTime.tsx'

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

/** The cut corner of a day whose games are estimated. */
const ESTIMATED = '[clip-path:polygon(0_0,100%_0,100%_calc(100%-9px),calc(100%-9px)_100%,0_100%)]'

/** How each level looks: a step of one hue, and a sign for systems with forced colours. */
const LEVEL_STYLE: Record<DayActivity['level'], { cell: string; sign: string }> = {
  'not-known': { cell: 'hatched', sign: '?' },
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
  /** The member's name, as a link, and as text. */
  name: ReactNode
  label: string
  /** The days by UTC date; a day that is absent is not known. */
  days: Readonly<Record<string, DayGames>>
  activeDays: number
}

type Props = { label: string; dates: readonly string[]; rows: readonly HeatmapRow[] }

const DAYS_PER_LABEL = 7

/** The square that is read, by its row and its day. */
type Square = { row: number; day: number }

/**
 * Members by days. It is a table, so that screen readers say the member and the date of each square. A tap, or the arrow
 * keys on the line below, read one square.
 */
export function ActivityHeatmap({ label, dates, rows }: Props) {
  const [chosen, choose] = useState<Square | null>(null)
  const table = useRef<HTMLTableElement>(null)
  useSquares(table, {
    tap: (square) => choose(square.row === chosen?.row && square.day === chosen.day ? null : square),
    tip: ({ row, day }) => squareText(rows[row], dates[day]),
  })
  // The newest days are at the right end and shown first.
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && dates.length > 0) box.scrollLeft = box.scrollWidth
  }, [dates.length])
  return (
    <div className="@container min-w-0">
      <div ref={scroller} className="relative overflow-x-auto overscroll-x-contain pb-1">
        <table
          ref={table}
          className={`w-full border-separate border-spacing-[3px] text-sm max-sm:border-spacing-[2px] ${SQUARES}`}
        >
          <caption className="sr-only">{label}; games a day, days in UTC</caption>
          <DayHeads dates={dates} />
          <tbody>
            {rows.map((row, index) => (
              <MemberRow key={row.key} row={row} dates={dates} chosen={chosen?.row === index ? chosen.day : null} />
            ))}
          </tbody>
        </table>
      </div>
      <SquareReading label={label} dates={dates} rows={rows} chosen={chosen} onChoose={choose} />
      <Legend />
    </div>
  )
}

type OnSquares = { tap(square: Square): void; tip(square: Square): string }

/** Calls back with the square that was tapped or clicked, and gives a tip to the one below the pointer. */
function useSquares(table: RefObject<HTMLTableElement | null>, on: OnSquares): void {
  const tap = useEffectEvent(on.tap)
  const tip = useEffectEvent(on.tip)
  useEffect(() => {
    const shown = table.current
    const onClick = ({ target }: MouseEvent) => {
      const found = squareAt(target)
      if (found) tap(found.square)
    }
    // A tip in the markup of every square would double the text of the table.
    const onPointer = ({ target }: PointerEvent) => {
      const found = squareAt(target)
      if (found) found.cell.title = tip(found.square)
    }
    shown?.addEventListener('click', onClick)
    shown?.addEventListener('pointerover', onPointer)
    return () => {
      shown?.removeEventListener('click', onClick)
      shown?.removeEventListener('pointerover', onPointer)
    }
  }, [table])
}

function squareAt(target: EventTarget | null): { cell: HTMLTableCellElement; square: Square } | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('td[data-sign]') : null
  const row = cell?.closest('tr')
  return cell && row ? { cell, square: { row: row.rowIndex - 1, day: cell.cellIndex - 1 } } : null
}

/** `24 Oct: 5 games, moderate`. */
function squareText(row: HeatmapRow | undefined, date: string | undefined): string {
  return row && date !== undefined ? `${dayLabel(date)}: ${dayActivity(row.days[date]).text}` : ''
}

type SquareReadingProps = Props & { chosen: Square | null; onChoose: (square: Square | null) => void }

/** What the chosen square says. An invisible slider lies over it: its arrow keys go from square to square. */
function SquareReading({ label, dates, rows, chosen, onChoose }: SquareReadingProps) {
  const row = rows[chosen?.row ?? 0]
  const day = Math.min(chosen?.day ?? dates.length - 1, dates.length - 1)
  const date = dates[day]
  if (!row || date === undefined) return null
  const text = `${row.label}, ${squareText(row, date)}`
  const active = `Active on ${row.activeDays} of these ${count(dates.length, 'day')}`
  const go = (rowsOn: number, daysOn: number) => {
    const next = { row: (chosen?.row ?? 0) + rowsOn, day: day + daysOn }
    if (rows[next.row] && dates[next.day]) onChoose(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [rowsOn, daysOn] = STEPS[event.key] ?? [0, 0]
    if (event.key === 'Escape') onChoose(null)
    if (rowsOn === 0 && daysOn === 0) return
    event.preventDefault()
    go(rowsOn, daysOn)
  }
  return (
    <div className="relative mt-1 min-h-11 text-sm normal-nums">
      <p aria-hidden="true">
        {chosen === null ? (
          <span className="text-mut">Tap a square to read it.</span>
        ) : (
          <>
            <bdi className="font-semibold">{text}.</bdi> <span className="text-mut">{active}</span>
          </>
        )}
      </p>
      <input
        type="range"
        aria-label={`${label}, square by square`}
        aria-valuetext={`${text}. ${active}`}
        min={0}
        max={rows.length * dates.length - 1}
        value={(chosen?.row ?? 0) * dates.length + day}
        onChange={(event) => {
          const place = Number(event.target.value)
          onChoose({ row: Math.floor(place / dates.length), day: place % dates.length })
        }}
        onKeyDown={onKeyDown}
        className="pointer-events-none absolute inset-0 m-0 appearance-none rounded-sm bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-moz-range-track]:bg-transparent [&::-webkit-slider-runnable-track]:bg-transparent [&::-webkit-slider-thumb]:opacity-0"
      />
    </div>
  )
}

/** Rows and days that a key goes on. */
const STEPS: Record<string, readonly [rows: number, days: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
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
        <th scope="col" className="pl-2 text-right font-normal whitespace-nowrap max-sm:hidden">
          Active
        </th>
      </tr>
    </thead>
  )
}

type MemberRowProps = { row: HeatmapRow; dates: readonly string[]; chosen: number | null }

function MemberRow({ row, dates, chosen }: MemberRowProps) {
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-1 w-36 max-w-36 min-w-24 bg-card pr-2 text-left font-normal max-sm:w-21 max-sm:max-w-21 max-sm:min-w-21"
      >
        {row.name}
      </th>
      {dates.map((date, index) => (
        <DayCell key={date} day={row.days[date]} isChosen={index === chosen} />
      ))}
      <td className="pl-2 text-right whitespace-nowrap text-mut max-sm:hidden">
        {row.activeDays}
        <span className="sr-only"> active days</span>
        <span aria-hidden="true"> d</span>
      </td>
    </tr>
  )
}

/** How all squares look, said once. On a phone they are so wide that fourteen days fill the room beside the names. */
const SQUARES =
  '[&_[data-sign]]:h-5 [&_[data-sign]]:min-w-4.5 [&_[data-sign]]:cursor-pointer [&_[data-sign]]:rounded-[5px] [&_[data-sign]]:p-0 [&_[data-sign]]:text-center max-sm:[&_[data-sign]]:h-6 max-sm:[&_[data-sign]]:min-w-[calc((100cqw-5.25rem-4px)/14-2px)] forced-colors:[&_[data-sign]]:after:content-[attr(data-sign)] [&_[data-sign^=≈]]:[clip-path:polygon(0_0,100%_0,100%_calc(100%-9px),calc(100%-9px)_100%,0_100%)]'

/** Two rings, of which one stands out on any step of the scale. */
const CHOSEN = ' shadow-[inset_0_0_0_2px_var(--ink),inset_0_0_0_4px_var(--bg)]'

type DayCellProps = { day: DayGames | undefined; isChosen: boolean }

function DayCell({ day, isChosen }: DayCellProps) {
  const { level, text, isEstimated } = dayActivity(day)
  return (
    <td data-sign={signOf(level, isEstimated)} className={`${LEVEL_STYLE[level].cell}${isChosen ? CHOSEN : ''}`}>
      <span className="sr-only">{text}</span>
    </td>
  )
}

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
              className={`inline-block size-4 shrink-0 rounded-[5px] text-center leading-4 forced-colors:after:content-[attr(data-sign)] ${LEVEL_STYLE[level].cell} ${isEstimated ? ESTIMATED : ''}`}
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
