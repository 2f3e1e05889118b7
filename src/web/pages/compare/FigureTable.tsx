import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { type ComparedFigure, compareFigures } from './figures.ts'
import type { Side } from './use-side.ts'

type Props = { a: Side; b: Side }

/** Two sides figure by figure; the one ahead is marked by a sign and said in words, not by colour alone. */
export function FigureTable({ a, b }: Props) {
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Key figures side by side</caption>
      <thead className="text-sm text-mut">
        <tr>
          <th scope="col" className="truncate py-2 pe-2 text-right font-semibold">
            <PlayerName name={a.name} />
          </th>
          <th scope="col" className="w-2/5 py-2 text-center font-normal">
            <span className="sr-only">Figure</span>
          </th>
          <th scope="col" className="truncate py-2 ps-2 text-left font-semibold">
            <PlayerName name={b.name} />
          </th>
        </tr>
      </thead>
      <tbody>
        {compareFigures(a.figures, b.figures).map((figure) => (
          <FigureRow key={figure.label} figure={figure} />
        ))}
      </tbody>
    </table>
  )
}

function FigureRow({ figure: { label, a, b, lead, format } }: { figure: ComparedFigure }) {
  const shown = (value: number | null) => <KnownNumber value={value} {...(format && { format })} />
  return (
    <tr className="border-t border-edge">
      <td className={`py-2 pe-2 text-right whitespace-nowrap ${lead === 'a' ? 'font-extrabold' : ''}`}>
        {lead === 'a' && <Ahead />} {shown(a)}
      </td>
      <th scope="row" className="px-1 py-2 text-center text-sm font-normal text-mut">
        {label}
      </th>
      <td className={`py-2 ps-2 text-left whitespace-nowrap ${lead === 'b' ? 'font-extrabold' : ''}`}>
        {shown(b)} {lead === 'b' && <Ahead />}
      </td>
    </tr>
  )
}

function Ahead() {
  return (
    <svg
      viewBox="0 0 10 10"
      className="inline size-1.5 align-middle text-good"
      fill="currentColor"
      role="img"
      aria-label="ahead"
    >
      <circle cx="5" cy="5" r="5" />
    </svg>
  )
}
