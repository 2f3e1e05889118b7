import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { dayActivity, LEGEND, LEVEL_STYLE } from './activity-words.ts'
import { dayLabel } from './day-label.ts'

export type HeatmapRow = {
  key: string
  /** The member, with a link. */
  name: ReactNode
  /** Trophy changes by UTC date; null or absent where nobody looked. */
  changes: Readonly<Record<string, number | null>>
  activeDays: number
}

type Props = { label: string; dates: readonly string[]; rows: readonly HeatmapRow[] }

const DAYS_PER_LABEL = 7

/** Members by days as a real table, so that a cell is read with its member and its date. */
export function ActivityHeatmap({ label, dates, rows }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && dates.length > 0) box.scrollLeft = box.scrollWidth
  }, [dates.length])
  return (
    <div className="min-w-0">
      <div ref={scroller} className="relative overflow-x-auto overscroll-x-contain pb-1">
        <table className="w-full border-separate border-spacing-[3px] text-sm">
          <caption className="sr-only">{label}; trophy changes a day, days in UTC</caption>
          <DayHeads dates={dates} />
          <tbody>
            {rows.map((row) => (
              <Member key={row.key} row={row} dates={dates} />
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

function Member({ row, dates }: { row: HeatmapRow; dates: readonly string[] }) {
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-1 w-36 max-w-36 min-w-24 bg-card pr-2 text-left font-normal max-sm:w-24 max-sm:max-w-24"
      >
        {row.name}
      </th>
      {dates.map((date) => (
        <Day key={date} date={date} changes={row.changes[date]} />
      ))}
      <td className="pl-2 text-right whitespace-nowrap text-mut">
        {row.activeDays}
        <span className="sr-only"> active days</span>
        <span aria-hidden="true"> d</span>
      </td>
    </tr>
  )
}

function Day({ date, changes }: { date: string; changes: number | null | undefined }) {
  const { level, text } = dayActivity(changes)
  const { cell, sign } = LEVEL_STYLE[level]
  return (
    <td
      title={`${dayLabel(date)}: ${text}`}
      data-sign={sign}
      className={`h-5 min-w-4.5 rounded-[5px] p-0 text-center forced-colors:after:content-[attr(data-sign)] ${cell}`}
    >
      <span className="sr-only">{text}</span>
    </td>
  )
}

function Legend() {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-mut">
      <span>Trophy changes a day. Days are UTC.</span>
      <ul aria-label="Legend" className="flex flex-wrap gap-x-3 gap-y-1.5">
        {LEGEND.map(({ level, text }) => (
          <li key={level} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              data-sign={LEVEL_STYLE[level].sign}
              className={`inline-block size-4 rounded-[5px] text-center leading-4 forced-colors:after:content-[attr(data-sign)] ${LEVEL_STYLE[level].cell}`}
            />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
