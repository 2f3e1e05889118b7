import type { ReactNode } from 'react'
import { csvText } from '#shared/csv.ts'
import { TEXT_BUTTON } from './Button.tsx'
import { Select } from './ChoiceChips.tsx'
import { DownloadCsv } from './DownloadCsv.tsx'
import { type Column, csvRows, type Sorting } from './table-column.ts'
import { useCopy } from './use-copy.ts'

type Props<Row> = {
  columns: readonly Column<Row>[]
  /** The rows as they are shown, which are copied and downloaded. */
  rows: readonly Row[]
  fileName: string
  sorting: Sorting | null
  onSort: (sorting: Sorting | null) => void
  filter?: string
  filterLabel?: string
  onFilter?: (text: string) => void
  children?: ReactNode
}

/** The tools above a table: filter, copy and download. On a phone, where headers are hidden, also the sorting. */
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
          className="min-h-11 w-60 min-w-0 max-w-full rounded-md border border-line bg-bg px-3 max-[479px]:w-full"
        />
      )}
      {children}
      <PhoneSorting {...props} />
      <div className="ml-auto flex gap-2 max-[479px]:ml-0">
        <Copy text={() => csvText(csvRows(columns, rows), '\t')} />
        <DownloadCsv rows={() => csvRows(columns, rows)} fileName={fileName} />
      </div>
    </div>
  )
}

function PhoneSorting<Row>({ columns, sorting, onSort }: Props<Row>) {
  const choices = columns
    .filter(({ phone }) => phone !== 'none')
    .flatMap(({ id, header }) => [
      [id, `${header}, ascending`] as const,
      [`${id} down`, `${header}, descending`] as const,
    ])
  return (
    <Select
      label="Sort by"
      value={sorting ? `${sorting.column}${sorting.descending ? ' down' : ''}` : ''}
      choices={[['', 'As listed'], ...choices]}
      onChange={(choice) => {
        const [column, direction] = choice.split(' ')
        onSort(column ? { column, descending: direction === 'down' } : null)
      }}
      className="w-full not-max-[479px]:hidden"
    />
  )
}

const COPY_WORDS = { idle: '', copied: 'Copied', failed: 'Could not copy' } as const

function Copy({ text }: { text: () => string }) {
  const { state, copy, reset } = useCopy(text)
  const outcome = COPY_WORDS[state]
  return (
    <button type="button" onClick={copy} onBlur={reset} className={TEXT_BUTTON}>
      <span aria-hidden={outcome !== ''}>{outcome || 'Copy'}</span>
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </button>
  )
}
