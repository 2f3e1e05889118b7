import { type ReactNode, useState } from 'react'
import { factsInWords, percent } from '#shared/number-format.ts'
import { rangeOf } from '#shared/share-range.ts'
import { t } from '#shared/texts.ts'
import { TEXT_BUTTON } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { sideOf, surenessOf, TONES } from '#web/ui/RateTrack.tsx'
import { type Column, TakeAway } from '#web/ui/TableTools.tsx'
import { battlesOf, Change, NoRate, type Rate, RateNumber } from './Rate.tsx'

type Props<Row> = {
  title: string
  /** A "?" that tells what a rate is. */
  explain?: ReactNode
  /** What a row is: a map or a mode. */
  header: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The name as text, which the file has. */
  nameOf: (row: Row) => string
  /** The name as the page shows it. */
  nameCell: (row: Row) => ReactNode
  /** Whose rate it is, for screen readers. */
  rateOf: (row: Row) => string
  /** What the rows come to. */
  note?: string | undefined
  /** On a phone folded to the best row. */
  folds?: boolean
  /** How far the scale goes from a half. */
  reach: number
  fileName: string
}

/** So many of the best and of the worst are shown at first. */
const ENDS = 3

/** Rates from the best to the worst on one scale, each with its range, around the line of a half. */
export function WhereItWins<Row extends Rate>(props: Props<Row>) {
  const { title, explain, header, rows, rowKey, nameOf, nameCell, rateOf, note, reach, fileName } = props
  const [whole, setWhole] = useState(false)
  const rated = rows.filter(({ rate }) => rate !== null).toSorted((one, other) => (other.rate ?? 0) - (one.rate ?? 0))
  const others = rows.filter(({ rate }) => rate === null)
  const fits = rated.length <= 2 * ENDS + 1
  const best = whole || fits ? rated : rated.slice(0, ENDS)
  const worst = whole || fits ? [] : rated.slice(-ENDS)
  const rest = whole || rated.length === 0 ? others : []
  const isFolded = rows.length > best.length + worst.length + rest.length
  const line = (row: Row) => (
    <Line key={rowKey(row)} {...{ row, reach }} of={rateOf(row)}>
      {nameCell(row)}
    </Line>
  )
  if (rows.length === 0) return null
  return (
    <Card
      title={title}
      fold={props.folds ? bestText(rated[0], nameOf) : undefined}
      action={
        <span className="flex items-center gap-2 text-sm text-mut">
          {t('meta.rate')}
          {explain}
        </span>
      }
    >
      {note && (
        <p className="min-h-6 text-xs text-mut" style={BESIDE_SCALE}>
          {note}
        </p>
      )}
      <table aria-label={title} className="w-full table-fixed">
        <Scale header={header} isDrawn={rated.length > 0} reach={reach} />
        <tbody>
          {best.map(line)}
          {worst.length > 0 && <Gap />}
          {worst.map(line)}
          {rest.map(line)}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {(isFolded || whole) && (
          <button
            type="button"
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
            className={`${TEXT_BUTTON} print:hidden`}
          >
            {whole ? t('ui.firstRows', { rows: 2 * ENDS }) : t('ui.allRows', { rows: rows.length })}
          </button>
        )}
        <TakeAway columns={fileColumns({ header, nameOf })} rows={[...rated, ...others]} fileName={fileName} />
      </div>
    </Card>
  )
}

/** `Hot Zone 55%`: the best row of a folded card. */
function bestText<Row extends Rate>(best: Row | undefined, nameOf: (row: Row) => string): ReactNode {
  if (best === undefined || best.rate === null) return ''
  return (
    <>
      <bdi>{nameOf(best)}</bdi> {percent(best.rate)}
    </>
  )
}

/** Above the names, on the line of the numbers of the scale; where it is longer, it moves the table down. */
const BESIDE_SCALE = { width: '46%', marginBottom: '-1.5rem' }

type ScaleProps = {
  header: string
  /** False where no row has a rate. */
  isDrawn: boolean
  reach: number
}

/** The heads of the columns, and the numbers of the scale above the drawn ranges. */
function Scale({ header, isDrawn, reach }: ScaleProps) {
  const step = Math.ceil(reach / 10) * 5
  const shares = isDrawn ? [50 - step, 50, 50 + step] : []
  return (
    <thead className="text-xs text-mut">
      <tr>
        <th scope="col" className="p-0 text-start font-normal" style={{ width: '46%' }}>
          <span className="sr-only">{header}</span>
        </th>
        <td className="p-0">
          <span aria-hidden="true" dir="ltr" className={isDrawn ? 'relative block h-6' : ''}>
            {shares.map((share) => (
              <span
                key={share}
                className="absolute -translate-x-1/2 font-semibold whitespace-nowrap"
                style={{ left: `${placeOf(share, reach)}%` }}
              >
                {percent(share)}
              </span>
            ))}
          </span>
        </td>
        <th scope="col" className="p-0" style={{ width: '16%' }}>
          <span className="sr-only">{t('meta.rate')}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Where a share of wins stands on the scale, in percent of its width. */
const placeOf = (share: number, reach: number) => Math.min(100, Math.max(0, 50 + ((share - 50) * 50) / reach))

type LineProps = {
  row: Rate
  /** Whose rate it is, for screen readers. */
  of: string
  reach: number
  /** The name. */
  children: ReactNode
}

function Line({ row, of, reach, children }: LineProps) {
  return (
    <tr className="relative hover:bg-raise/60">
      <th scope="row" className="py-1.5 pe-2 text-start align-middle leading-tight font-semibold">
        {children}
        <span className="flex flex-wrap gap-x-2 text-xs font-normal text-mut">
          {factsInWords([t('chart.battles', { battles: battlesOf(row) }), surenessOf(row.sample)])}
          {row.change !== null && <Change points={row.change} />}
        </span>
      </th>
      {row.rate === null ? (
        <td colSpan={2} className="p-0 text-end">
          <NoRate {...row} />
        </td>
      ) : (
        <>
          <td className="relative p-0">
            <Drawn row={row} reach={reach} />
          </td>
          <td className="p-0 text-end">
            <RateNumber rate={row} of={of} />
          </td>
        </>
      )}
    </tr>
  )
}

/** The range as a band and the rate as a dot, over the line of a half that runs through all rows. */
function Drawn({ row, reach }: { row: Rate; reach: number }) {
  const range = rangeOf(row)
  if (row.rate === null || range === null) return null
  const [band, dot] = TONES[sideOf(range)]
  const [from, to, at] = [range.low, range.high, row.rate].map((share) => placeOf(share, reach))
  return (
    <span aria-hidden="true" dir="ltr" className="absolute inset-0">
      <span className="absolute inset-y-0 w-px bg-line" style={{ left: '50%' }} />
      <span
        className={`absolute h-2.5 rounded-full ${band}`}
        style={{ left: `${from}%`, width: `${(to ?? 0) - (from ?? 0)}%`, top: 'calc(50% - 5px)' }}
      />
      <span
        className={`absolute size-3.5 rounded-full border-2 border-card ${dot}`}
        style={{ left: `calc(${at}% - 7px)`, top: 'calc(50% - 7px)' }}
      />
    </span>
  )
}

const DOTS = '⋮'

/** In place of those between the best and the worst. */
function Gap() {
  return (
    <tr className="text-center leading-none text-mut">
      <td />
      <td>
        <span aria-hidden="true">{DOTS}</span>
      </td>
      <td />
    </tr>
  )
}

function fileColumns<Row extends Rate>({ header, nameOf }: Pick<Props<Row>, 'header' | 'nameOf'>): Column<Row>[] {
  return [
    { id: 'name', header, sortBy: nameOf },
    { id: 'rate', header: t('meta.rate'), sortBy: ({ rate }) => rate },
    { id: 'sample', header: t('meta.howSure'), sortBy: ({ sample }) => sample },
    { id: 'battles', header: t('chart.battlesHead'), sortBy: battlesOf },
    { id: 'picks', header: t('meta.picked'), sortBy: ({ pick_rate }) => pick_rate },
    { id: 'stars', header: t('meta.stars'), sortBy: ({ stars_per_win }) => stars_per_win },
    { id: 'change', header: t('meta.change'), sortBy: ({ change }) => change },
  ]
}
