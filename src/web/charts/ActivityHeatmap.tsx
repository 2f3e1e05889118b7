import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { type ActivityLevel, activityLevel } from '#shared/bands.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { dayLabel } from '#web/ui/date-words.ts'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { CHOSEN_SQUARE, type Square, SquareReading, useSquares } from './squares.tsx'

/** A day as the heatmap's call gives it; both are null where the day is not known. */
type DayGames = { trophy_changes: number | null; estimated?: number | undefined; since?: string | undefined }
type DayActivity = { level: ActivityLevel | 'not-known' | 'undated'; text: string; isEstimated: boolean }

/**
 * A member's day in words: `5 games, moderate`, `about 5 games (2 estimated), moderate`. A day of which nothing is known is
 * `not known`, never 0; of one whose games fell into days without a look, only that there were some.
 */
export function dayActivity(day: DayGames | undefined): DayActivity {
  const games = day?.trophy_changes ?? null
  if (games === null) return { level: 'not-known', text: t('chart.unknown'), isEstimated: false }
  if (day?.since) {
    return { level: 'undated', text: t('chart.playedSince', { day: dayLabel(day.since) }), isEstimated: false }
  }
  const level = activityLevel(games)
  const estimated = day?.estimated ?? 0
  const isEstimated = estimated > 0
  return {
    level,
    text: t('chart.gamesLevel', { games: gamesText(games, estimated), level: t(LEVEL_NAMES[level]) }),
    isEstimated,
  }
}

function gamesText(games: number, estimated: number): string {
  if (estimated <= 0) return t('chart.games', { games })
  return estimated < games ? t('chart.gamesPartly', { games, estimated }) : t('chart.gamesAbout', { games })
}

const LEVEL_NAMES: Record<ActivityLevel, PlainTextId> = {
  inactive: 'chart.inactive',
  low: 'chart.low',
  moderate: 'chart.moderate',
  high: 'chart.high',
  'very-high': 'chart.veryHigh',
}

/** The cut corner of each day, and of the legend, whose games are estimated. */
const ESTIMATED = '[&_[data-sign^=≈]]:[clip-path:polygon(0_0,100%_0,100%_calc(100%-9px),calc(100%-9px)_100%,0_100%)]'

/** How each level looks: a step of one hue, and a sign for systems with forced colours. */
const LEVEL_STYLE: Record<DayActivity['level'], { cell: string; sign: string }> = {
  'not-known': { cell: 'hatched', sign: '?' },
  undated: { cell: 'hatched outline-1 -outline-offset-1 outline-h3', sign: '~' },
  inactive: { cell: 'bg-h0', sign: '·' },
  low: { cell: 'bg-h1', sign: '1' },
  moderate: { cell: 'bg-h2', sign: '2' },
  high: { cell: 'bg-h3', sign: '3' },
  'very-high': { cell: 'bg-h4', sign: '4' },
}

type LegendEntry = Pick<DayActivity, 'level'> & { text: PlainTextId; isEstimated?: boolean }

/** The legend: games a day, and the name of the level. */
const LEGEND: readonly LegendEntry[] = [
  { level: 'not-known', text: 'chart.unknown' },
  { level: 'undated', text: 'chart.playedBefore' },
  { level: 'inactive', text: 'chart.inactive0' },
  { level: 'low', text: 'chart.low1' },
  { level: 'moderate', text: 'chart.moderate3' },
  { level: 'high', text: 'chart.high6' },
  { level: 'very-high', text: 'chart.veryHigh11' },
  { level: 'high', text: 'chart.estimated', isEstimated: true },
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

/**
 * Members by days. It is a table, so that screen readers say the member and the date of each square. A tap, or the arrow
 * keys on the line below, read one square.
 */
export function ActivityHeatmap({ label, dates, rows }: Props) {
  const [chosen, choose] = useState<Square | null>(null)
  const table = useRef<HTMLTableElement>(null)
  useSquares(table, { chosen, onChoose: choose, tip: ({ row, column }) => squareText(rows[row], dates[column]) })
  // The newest days are at the right end, where a box of this direction begins, also before any script runs.
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (scroller.current && dates.length > 0) scroller.current.scrollLeft = 0
  }, [dates.length])
  return (
    <div className={`@container min-w-0 ${ESTIMATED}`}>
      <div ref={scroller} dir="rtl" className="relative overflow-x-auto overscroll-x-contain pb-1">
        <table
          ref={table}
          dir="ltr"
          className={`w-full border-separate border-spacing-[3px] text-sm max-sm:border-spacing-[2px] ${SQUARES}`}
        >
          <caption className="sr-only">{t('chart.gamesCaption', { label })}</caption>
          <DayHeads dates={dates} />
          <tbody>
            {rows.map((row, index) => (
              <MemberRow key={row.key} row={row} dates={dates} chosen={chosen?.row === index ? chosen.column : null} />
            ))}
          </tbody>
        </table>
      </div>
      <SquareReading
        label={label}
        rows={rows.length}
        columns={dates.length}
        start={{ row: 0, column: dates.length - 1 }}
        chosen={chosen}
        onChoose={choose}
        say={({ row, column }) => ({
          text: t('chart.whoOn', { name: rows[row]?.label ?? '', day: squareText(rows[row], dates[column]) }),
          more: t('chart.activeOn', { active: rows[row]?.activeDays ?? 0, days: dates.length }),
        })}
      />
      <Legend />
    </div>
  )
}

const dayIs = (date: string, words: string) => t('chart.dayIs', { day: dayLabel(date), words })

/** `Oct 24: 5 games, moderate`. */
function squareText(row: HeatmapRow | undefined, date: string | undefined): string {
  return row && date !== undefined ? dayIs(date, dayActivity(row.days[date]).text) : ''
}

function DayHeads({ dates }: { dates: readonly string[] }) {
  return (
    <thead>
      <tr className="h-6 align-bottom text-mut">
        <th scope="col" className="sticky start-0 z-2 bg-card text-start font-normal">
          <span className="sr-only">{t('chart.member')}</span>
        </th>
        {dates.map((date, index) => {
          const back = dates.length - 1 - index
          return (
            <th key={date} scope="col" className="relative p-0 font-normal">
              <span className="sr-only">{dayLabel(date)}</span>
              {back % DAYS_PER_LABEL === 0 && (
                <span aria-hidden="true" className="absolute end-0 bottom-0.5 whitespace-nowrap">
                  {dayLabel(date)}
                </span>
              )}
            </th>
          )
        })}
        <th scope="col" className="ps-2 text-end font-normal whitespace-nowrap max-sm:hidden">
          {t('chart.active')}
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
        className="sticky start-0 z-1 w-36 max-w-36 min-w-24 bg-card pe-2 text-start font-normal max-sm:w-21 max-sm:max-w-21 max-sm:min-w-21"
      >
        {row.name}
      </th>
      {dates.map((date, index) => (
        <DayCell key={date} day={row.days[date]} isChosen={index === chosen} />
      ))}
      <td className="ps-2 text-end whitespace-nowrap text-mut max-sm:hidden">
        <Text
          id="chart.activeDays"
          values={{
            days: row.activeDays,
            said: saidOnly,
            seen: (content) => <span aria-hidden="true">{content}</span>,
          }}
        />
      </td>
    </tr>
  )
}

/**
 * How all squares look, said once. A row is 40 px high on a phone, where fourteen days fill the room beside the names, and
 * wherever a finger presses.
 */
const SQUARES = [
  '[&_[data-sign]]:h-5 [&_[data-sign]]:min-w-4.5 [&_[data-sign]]:cursor-pointer [&_[data-sign]]:rounded-[5px]',
  '[&_[data-sign]]:p-0 [&_[data-sign]]:text-center',
  'max-sm:[&_[data-sign]]:h-9.5 max-sm:[&_[data-sign]]:min-w-[calc((100cqw-5.25rem-4px)/14-2px)]',
  'pointer-coarse:[&_[data-sign]]:h-9.5 forced-colors:[&_[data-sign]]:after:content-[attr(data-sign)]',
].join(' ')

type DayCellProps = { day: DayGames | undefined; isChosen: boolean }

function DayCell({ day, isChosen }: DayCellProps) {
  const { level, text, isEstimated } = dayActivity(day)
  return (
    <td
      data-sign={signOf(level, isEstimated)}
      className={`${LEVEL_STYLE[level].cell}${isChosen ? ` ${CHOSEN_SQUARE}` : ''}`}
    >
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
      <ul aria-label={t('chart.legend')} className="flex flex-wrap gap-x-3 gap-y-1.5">
        {LEGEND.map(({ level, text, isEstimated = false }) => (
          <li key={text} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              data-sign={signOf(level, isEstimated)}
              className={`inline-block size-4 shrink-0 rounded-[5px] text-center leading-4 forced-colors:after:content-[attr(data-sign)] ${LEVEL_STYLE[level].cell}`}
            />
            {t(text)}
          </li>
        ))}
      </ul>
      <p>{t('chart.gamesAre')}</p>
    </div>
  )
}
