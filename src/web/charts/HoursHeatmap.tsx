import { useRef, useState } from 'react'
import { t } from '#shared/texts.ts'
import { hoursInZone, hourText, type WeekHours, weekdayName, zoneName } from '#shared/week-hours.ts'
import { Text } from '#web/ui/Text.tsx'
import { CHOSEN_SQUARE, type Square, SquareReading, useSquares } from './squares.tsx'

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
      <Legend hasUnknown={hours.flat().includes(null)} zone={zoneName(offset)} />
    </div>
  )
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
  '[&_[data-sign]]:h-7 [&_[data-sign]]:cursor-pointer [&_[data-sign]]:rounded-[5px] [&_[data-sign]]:p-0 [&_[data-sign]]:text-center forced-colors:[&_[data-sign]]:after:content-[attr(data-sign)]'

function HourCell({ battles, most, isChosen }: { battles: number | null; most: number; isChosen: boolean }) {
  const step = battles === null ? null : shadeOf(battles, most)
  const [sign, shade] = step === null ? [UNKNOWN.sign, UNKNOWN.shade] : [SIGNS[step], SHADES[step]]
  return (
    <td data-sign={sign} className={`${shade} ${isChosen ? CHOSEN_SQUARE : ''}`}>
      <span className="sr-only">{battlesText(battles)}</span>
    </td>
  )
}

/** What the shades mean, for the eye alone: the reading of a square and the cells of the table have numbers. */
function Legend({ hasUnknown, zone }: { hasUnknown: boolean; zone: string }) {
  const squares = (
    <span key="squares" className="flex gap-1">
      {SHADES.map((shade, step) => (
        <LegendSquare key={shade} shade={shade} sign={SIGNS[step]} />
      ))}
    </span>
  )
  return (
    <ul aria-label={t('chart.legend')} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-mut">
      <li aria-hidden="true" className="flex items-center gap-1.5">
        <Text id="chart.fewerMore" values={{ squares }} />
      </li>
      {hasUnknown && (
        <li className="flex items-center gap-1.5">
          <LegendSquare {...UNKNOWN} />
          {t('chart.unknown')}
        </li>
      )}
      <li>{t('chart.yourZone', { zone })}</li>
    </ul>
  )
}

function LegendSquare({ shade, sign }: { shade: string; sign: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      data-sign={sign}
      className={`inline-block size-4 shrink-0 rounded-[5px] text-center leading-4 forced-colors:after:content-[attr(data-sign)] ${shade}`}
    />
  )
}
