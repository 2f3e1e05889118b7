import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#shared/texts.ts'
import { hoursInZone, hourText, type WeekHours, weekdayName } from '#shared/week-hours.ts'

type Props = {
  /** The name of the table for screen readers: `Hours of the club`. */
  label: string
  /** Battles by weekday and hour in UTC; null where nobody knows. */
  hours: WeekHours
  /** Minutes by which the visitor's zone is ahead of UTC. */
  offset: number
}

const SHADES = ['bg-h0', 'bg-h1', 'bg-h2', 'bg-h3', 'bg-h4'] as const
const SIGNS = ['·', '1', '2', '3', '4'] as const
const UNKNOWN = { sign: '?', shade: 'border border-dashed border-line' } as const

/** The step of a count on the scale: 0 for none, else 1 to 4 as a quarter of the largest one. */
export function shadeOf(battles: number, most: number): number {
  return battles === 0 ? 0 : Math.ceil((4 * battles) / most)
}

function battlesText(battles: number | null): string {
  return battles === null ? t('chart.unknown') : t('chart.battles', { battles })
}

/** Battles by weekday and hour. A table, so that screen readers say both of each square; a tap or arrow keys read one. */
export function HoursHeatmap({ label, hours: ofUtc, offset }: Props) {
  const hours = hoursInZone(ofUtc, offset)
  const [chosen, choose] = useState<Square | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const counts = hours.flat().map((battles) => battles ?? 0)
  const most = Math.max(1, ...counts)
  const all = counts.reduce((sum, battles) => sum + battles, 0)
  const say = ({ row, column }: Square) => {
    const time = hoursText(column, offset)
    return {
      text: t('chart.hourIs', { weekday: weekdayName(row), time, battles: battlesText(hours[row]?.[column] ?? null) }),
      more: t('chart.ofBattles', { battles: all }),
    }
  }
  useSquares(table, { chosen, onChoose: choose, tip: (square) => say(square).text })
  return (
    <div className="min-w-0">
      <table
        ref={table}
        dir="ltr"
        className={`w-full table-fixed border-separate border-spacing-[2px] text-sm max-sm:border-spacing-px ${SQUARES}`}
      >
        <caption className="sr-only">{t('chart.hoursCaption', { label })}</caption>
        <HourHeads offset={offset} />
        <tbody>
          {hours.map((counts, weekday) => (
            <tr key={weekdayName(weekday)}>
              <th scope="row" className="p-0 text-start font-normal text-mut">
                <span aria-hidden="true">{weekdayName(weekday, 'short')}</span>
                <span className="sr-only">{weekdayName(weekday)}</span>
              </th>
              {HOURS.map((hour) => (
                <HourCell
                  key={hour}
                  battles={counts[hour] ?? null}
                  most={most}
                  isChosen={chosen?.row === weekday && chosen.column === hour}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <SquareReading
        label={label}
        rows={hours.length}
        columns={24}
        start={{ row: 0, column: 0 }}
        chosen={chosen}
        onChoose={choose}
        say={say}
      />
      <Legend most={most} hasUnknown={hours.flat().includes(null)} zone={zoneName(offset)} />
    </div>
  )
}

/** `UTC+2`, `UTC-3:30`. */
function zoneName(offset: number): string {
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  if (offset === 0) return 'UTC'
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const HOURS_PER_LABEL = 6

const hoursText = (hour: number, offset: number) =>
  t('chart.range', { from: hourText(hour, offset), to: hourText(hour + 1, offset) })

function HourHeads({ offset }: { offset: number }) {
  return (
    <thead>
      <tr className="h-6 align-bottom text-mut">
        <th scope="col" className="w-9 p-0">
          <span className="sr-only">{t('chart.day')}</span>
        </th>
        {HOURS.map((hour) => (
          <th key={hour} scope="col" className="relative p-0 font-normal">
            <span className="sr-only">{hoursText(hour, offset)}</span>
            {hour % HOURS_PER_LABEL === 0 && (
              <span aria-hidden="true" className="absolute bottom-0.5 start-0 whitespace-nowrap">
                {hourText(hour, offset)}
              </span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** How all squares look, said once. */
const SQUARES =
  '[&_[data-sign]]:h-6 [&_[data-sign]]:cursor-pointer [&_[data-sign]]:rounded-[4px] [&_[data-sign]]:p-0 [&_[data-sign]]:text-center forced-colors:[&_[data-sign]]:after:content-[attr(data-sign)]'

function HourCell({ battles, most, isChosen }: { battles: number | null; most: number; isChosen: boolean }) {
  const step = battles === null ? null : shadeOf(battles, most)
  const [sign, shade] = step === null ? [UNKNOWN.sign, UNKNOWN.shade] : [SIGNS[step], SHADES[step]]
  return (
    <td data-sign={sign} className={`${shade} ${isChosen ? CHOSEN_SQUARE : ''}`}>
      <span className="sr-only">{battlesText(battles)}</span>
    </td>
  )
}

/** What the shades mean; where few battles were played, some steps hold no whole number and are left out. */
function Legend({ most, hasUnknown, zone }: { most: number; hasUnknown: boolean; zone: string }) {
  const steps = SHADES.flatMap((shade, step) => {
    const [least, highest] = [Math.floor(((step - 1) * most) / 4) + 1, Math.floor((step * most) / 4)]
    if (step === 0) return [{ shade, sign: SIGNS[step], text: t('chart.none') }]
    if (least > highest) return []
    return [
      {
        shade,
        sign: SIGNS[step],
        text: least === highest ? `${least}` : t('chart.range', { from: least, to: highest }),
      },
    ]
  })
  return (
    <ul aria-label={t('chart.legend')} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-mut">
      <li>{t('chart.perHour')}</li>
      {[...steps, ...(hasUnknown ? [{ ...UNKNOWN, text: t('chart.unknown') }] : [])].map(({ shade, sign, text }) => (
        <li key={shade} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            data-sign={sign}
            className={`inline-block size-4 shrink-0 rounded-[5px] text-center leading-4 forced-colors:after:content-[attr(data-sign)] ${shade}`}
          />
          {text}
        </li>
      ))}
      <li>{t('chart.yourZone', { zone })}</li>
    </ul>
  )
}

export type Square = { row: number; column: number }

/** Two rings, of which one stands out on any step of the scale. */
export const CHOSEN_SQUARE = 'shadow-[inset_0_0_0_2px_var(--ink),inset_0_0_0_4px_var(--bg)]'

type OnSquares = {
  chosen: Square | null
  onChoose: (square: Square | null) => void
  /** What the tip of a square says. */
  tip: (square: Square) => string
}

/** A tap or click on a square of a table chooses it, or gives it up. The square below the pointer gets a tip. */
export function useSquares(table: RefObject<HTMLTableElement | null>, { chosen, onChoose, tip }: OnSquares): void {
  const tap = useEffectEvent((square: Square) => {
    onChoose(square.row === chosen?.row && square.column === chosen.column ? null : square)
  })
  const textOf = useEffectEvent(tip)
  useEffect(() => {
    const shown = table.current
    const onClick = ({ target }: MouseEvent) => {
      const found = squareAt(target)
      if (found) tap(found.square)
    }
    // A tip in the markup of every square would double the text of the table.
    const onPointer = ({ target }: PointerEvent) => {
      const found = squareAt(target)
      if (found) found.cell.title = textOf(found.square)
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
  return cell && row ? { cell, square: { row: row.rowIndex - 1, column: cell.cellIndex - 1 } } : null
}

type SquareReadingProps = {
  label: string
  rows: number
  columns: number
  /** Where the arrow keys begin while no square is chosen. */
  start: Square
  chosen: Square | null
  onChoose: (square: Square | null) => void
  /** What a square says, and what follows in a calmer tone. */
  say: (square: Square) => { text: string; more?: string }
}

/** What the chosen square of a heatmap says. An invisible slider lies over it: its arrow keys go from square to square. */
export function SquareReading({ label, rows, columns, start, chosen, onChoose, say }: SquareReadingProps) {
  if (rows === 0 || columns === 0) return null
  const { row, column } = chosen ?? start
  // Other days may be fewer than those in which the square was chosen.
  const at = { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) }
  const { text, more } = say(at)
  const onKeyDown = (event: KeyboardEvent) => {
    const [down, right] = STEPS[event.key] ?? [0, 0]
    if (event.key === 'Escape') onChoose(null)
    if (down === 0 && right === 0) return
    event.preventDefault()
    const next = { row: at.row + down, column: at.column + right }
    if (next.row >= 0 && next.row < rows && next.column >= 0 && next.column < columns) onChoose(next)
  }
  return (
    <div className="relative mt-1 min-h-11 text-sm sm:min-h-6">
      <p aria-hidden="true">
        {chosen === null ? (
          <span className="text-mut">{t('chart.tapSquare')}</span>
        ) : (
          <>
            <bdi className="font-semibold">{t('ui.sentence', { words: text })}</bdi>{' '}
            <span className="text-mut">{more}</span>
          </>
        )}
      </p>
      <input
        type="range"
        aria-label={t('chart.bySquare', { label })}
        aria-valuetext={[text, more].filter(Boolean).join('. ')}
        min={0}
        max={rows * columns - 1}
        value={at.row * columns + at.column}
        onChange={(event) => {
          const place = Number(event.target.value)
          onChoose({ row: Math.floor(place / columns), column: place % columns })
        }}
        onKeyDown={onKeyDown}
        className="pointer-events-none absolute inset-0 m-0 appearance-none rounded-sm bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-moz-range-track]:bg-transparent [&::-webkit-slider-runnable-track]:bg-transparent [&::-webkit-slider-thumb]:opacity-0"
      />
    </div>
  )
}

/** Rows and columns that a key goes on. */
const STEPS: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
