import type { ReactNode } from 'react'
import { type CsvCell, csvText } from '#shared/csv.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { copyWords, TEXT_BUTTON, useCopy } from './Button.tsx'
import { Select } from './fields.tsx'

/** A column of a `SortableTable`. */
export type Column<Row> = {
  id: string
  header: string
  /** The value that the column sorts by; null when it is not known. */
  sortBy: (row: Row) => SortKey
  /** What the page shows; the sort key by default. */
  cell?: (row: Row) => ReactNode
  /** What a copy and the CSV file have; the sort key by default. */
  csv?: (row: Row) => CsvCell
  /** Aligned to the right. */
  numeric?: boolean
  /**
   * Its place on a phone. `lead`: on the first line, beside the first column; it should be the second one, as it is read
   * there. `plain`: on the second line, without its header. `none`: hidden. By default on the second line with its header.
   */
  phone?: 'lead' | 'plain' | 'none'
  /** Left out while no row that is shown has a value in it. */
  sparse?: boolean
  /** Hidden until it is chosen in the menu of columns. */
  optional?: boolean
}

type Props<Row> = {
  columns: readonly Column<Row>[]
  sorting: Sorting | null
  onSort: (sorting: Sorting | null) => void
  filter?: string
  filterLabel?: string
  onFilter?: (text: string) => void
  children?: ReactNode
}

/** The tools above a table: the filter and what the table adds. On a phone, where headers are hidden, also the sorting. */
export function TableTools<Row>(props: Props<Row>) {
  const { filter, filterLabel, onFilter, children } = props
  const onlySorts = !onFilter && !children
  return (
    <div className={`mb-3 flex flex-wrap items-center gap-2 ${onlySorts ? 'not-max-[479px]:hidden' : ''}`}>
      {onFilter && (
        <input
          type="search"
          aria-label={filterLabel}
          placeholder={filterLabel}
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
          className="min-h-11 w-60 min-w-0 max-w-full rounded-md border border-line bg-bg px-3 max-[479px]:flex-1"
        />
      )}
      {children}
      <PhoneSorting {...props} />
    </div>
  )
}

type TakeAwayProps<Row> = {
  columns: readonly Column<Row>[]
  /** As they are shown. */
  rows: readonly Row[]
  fileName: string
}

/** Copies or downloads the rows of a table. */
export function TakeAway<Row>({ columns, rows, fileName }: TakeAwayProps<Row>) {
  return (
    <div className="ms-auto flex gap-2">
      <Copy text={() => csvText(csvRows(columns, rows), '\t')} />
      <DownloadCsv rows={() => csvRows(columns, rows)} fileName={fileName} />
    </div>
  )
}

function PhoneSorting<Row>({ columns, sorting, onSort }: Props<Row>) {
  const choices = columns
    .filter(({ phone }) => phone !== 'none')
    .flatMap(({ id, header }) => [
      [id, t('ui.ascending', { header })] as const,
      [`${id} down`, t('ui.descending', { header })] as const,
    ])
  return (
    <Select
      label={t('ui.sortBy')}
      value={sorting ? `${sorting.column}${sorting.descending ? ' down' : ''}` : ''}
      choices={[['', t('ui.asListed')], ...choices]}
      onChange={(choice) => {
        const [column, direction] = choice.split(' ')
        onSort(column ? { column, descending: direction === 'down' } : null)
      }}
      className="flex-1 not-max-[479px]:hidden [&>label]:sr-only"
    />
  )
}

function Copy({ text }: { text: () => string }) {
  const { state, copy, reset } = useCopy(text)
  const outcome = copyWords(state, 'ui.notCopied')
  return (
    <button type="button" onClick={copy} onBlur={reset} className={TEXT_BUTTON}>
      <span aria-hidden={outcome !== ''}>{outcome || t('ui.copy')}</span>
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </button>
  )
}

type DownloadProps = {
  rows: () => readonly (readonly CsvCell[])[]
  /** Without its ending. */
  fileName: string
  /** An icon on a phone. */
  brief?: boolean
  className?: string
}

/** The byte order mark tells spreadsheets that the text is UTF-8. */
const UTF8_MARK = '\uFEFF'

/** A button that saves rows as a CSV file for a spreadsheet. */
export function DownloadCsv({ rows, fileName, brief = false, className = '' }: DownloadProps) {
  const download = () => {
    const blob = new Blob([UTF8_MARK, csvText(rows())], { type: 'text/csv;charset=utf-8' })
    const url = URL.createObjectURL(blob)
    const link = Object.assign(document.createElement('a'), { href: url, download: `${fileName}.csv` })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <button type="button" onClick={download} className={`${TEXT_BUTTON} ${className}`}>
      {brief && (
        <svg viewBox="0 0 16 16" className="size-4 sm:hidden" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M8 1v9M4.5 6.5 8 10l3.5-3.5M1.5 11v3h13v-3" strokeWidth="1.5" />
        </svg>
      )}
      <span className={brief ? 'max-sm:sr-only' : ''}>{t('ui.downloadCsv')}</span>
    </button>
  )
}

/** The headers and the rows, as a copy and the CSV file have them. */
function csvRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): CsvCell[][] {
  const cells = (row: Row) => columns.map((column) => (column.csv ?? column.sortBy)(row))
  return [columns.map((column) => column.header), ...rows.map(cells)]
}

type ColumnMenuProps<Row> = {
  columns: readonly Column<Row>[]
  /** Ids of optional columns. */
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** Chooses which optional columns a table shows. */
export function ColumnMenu<Row>({ columns, chosen, onChoose }: ColumnMenuProps<Row>) {
  const optional = columns.filter((column) => column.optional)
  if (optional.length === 0) return null
  return (
    <details className="max-[479px]:w-full">
      <summary className={`${TEXT_BUTTON} gap-2 border border-line`}>{t('ui.columns')}</summary>
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="sr-only">{t('ui.furtherColumns')}</legend>
        {optional.map(({ id, header }) => (
          <label key={id} className="inline-flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
              className="size-5"
            />
            {header}
          </label>
        ))}
      </fieldset>
    </details>
  )
}

type SortKey = string | number | null
export type Sorting = { column: string; descending: boolean }

/** Made on first use: it takes a while, and most pages sort nothing. */
let collator: Intl.Collator | undefined

/** The sorting after a click on a column: ascending at first, then the opposite with every further click. */
export function nextSorting(current: Sorting | null, column: string): Sorting {
  return { column, descending: current?.column === column && !current.descending }
}

/** The rows sorted by a key. Equal rows keep their order; rows without a key come last in both directions. */
export function sortRows<Row>(rows: readonly Row[], keyOf: (row: Row) => SortKey, descending: boolean): Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * compare(a, b)
  })
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  collator ??= new Intl.Collator(pageLanguage(), { numeric: true, sensitivity: 'base' })
  return collator.compare(String(a), String(b))
}
