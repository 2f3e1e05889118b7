import { signed, thousands } from '#web/format/abbreviate.ts'
import { dayLabel } from './day-label.ts'
import type { TrendPoint } from './observed-runs.ts'
import { behindChange } from './trend-notes.ts'

type Props = { label: string; points: readonly TrendPoint[] }

/** The same days as numbers, newest first. */
export function TrendTable({ label, points }: Props) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{label}, newest day first, days in UTC</caption>
      <thead className="text-left text-mut">
        <tr>
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            Day
          </th>
          <th scope="col" className="px-3 py-1.5 text-right font-semibold">
            Trophies
          </th>
          <th scope="col" className="px-3 py-1.5 text-right font-semibold">
            Change
          </th>
          <th scope="col" className="py-1.5 pl-3 font-semibold">
            Note
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

function Day({ point }: { point: TrendPoint }) {
  const { change } = point
  return (
    <tr className="border-t border-edge">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap">
        {dayLabel(point.date)}
      </th>
      <td className="px-3 text-right">{point.value === null ? '—' : thousands(point.value)}</td>
      <td className="px-3 text-right">{change === null ? '—' : signed(change)}</td>
      <td className="pl-3 text-mut">{note(point)}</td>
    </tr>
  )
}

function note(point: TrendPoint): string {
  const seen = !point.observed ? 'not observed' : point.change === null && 'first day seen'
  return [seen, behindChange(point)].filter(Boolean).join(', ')
}
