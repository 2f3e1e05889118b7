import { type ReactNode, useId, useState } from 'react'
import { csvText } from '#shared/csv.ts'
import { DownloadCsv } from './DownloadCsv.tsx'
import { type Column, csvRows, type Sorting } from './table-column.ts'

type Props<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  fileName: string
  sorting: Sorting | null
  onSort: (sorting: Sorting | null) => void
  filter?: string
  filterLabel?: string
  onFilter?: (text: string) => void
  children?: ReactNode
}

const FIELD = 'min-h-11 rounded-md border border-line bg-bg px-3'

/** Filter, copy and download; on a phone also the order, for there the headers are not shown. */
export function TableTools<Row>(props: Props<Row>) {
  const { columns, rows, fileName, filter, filterLabel, onFilter, children } = props
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {onFilter && (
        <input
          type="search"
          aria-label={filterLabel}
          placeholder={filterLabel}
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
          className={`${FIELD} w-60 max-w-full min-w-0 max-[479px]:w-full`}
        />
      )}
      {children}
      <PhoneOrder {...props} />
      <div className="ml-auto flex gap-2 max-[479px]:ml-0">
        <Copy text={() => csvText(csvRows(columns, rows), '\t')} />
        <DownloadCsv rows={() => csvRows(columns, rows)} fileName={fileName} />
      </div>
    </div>
  )
}

function PhoneOrder<Row>({ columns, sorting, onSort }: Props<Row>) {
  const id = useId()
  const value = sorting ? `${sorting.column}${sorting.descending ? ' down' : ''}` : ''
  return (
    <div className="hidden w-full items-center gap-2 max-[479px]:flex">
      <label htmlFor={id} className="text-sm text-mut">
        Sort by
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const [column, direction] = event.target.value.split(' ')
          onSort(column ? { column, descending: direction === 'down' } : null)
        }}
        className={`${FIELD} min-w-0 flex-1`}
      >
        <option value="">As listed</option>
        {columns
          .filter(({ phone }) => phone !== 'none')
          .flatMap(({ id: column, header }) => [
            <option key={column} value={column}>{`${header}, ascending`}</option>,
            <option key={`${column} down`} value={`${column} down`}>{`${header}, descending`}</option>,
          ])}
      </select>
    </div>
  )
}

const ACTION =
  'inline-flex min-h-11 items-center rounded-md px-3 text-sm font-semibold text-mut hover:bg-raise hover:text-ink'

function Copy({ text }: { text: () => string }) {
  const [done, setDone] = useState('')
  const copy = async () => {
    const copied = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    )
    setDone(copied === true ? 'Copied' : 'Could not copy')
  }
  return (
    <button type="button" onClick={copy} onBlur={() => setDone('')} className={ACTION}>
      <span aria-hidden={done !== ''}>{done || 'Copy'}</span>
      <span role="status" className="sr-only">
        {done}
      </span>
    </button>
  )
}
