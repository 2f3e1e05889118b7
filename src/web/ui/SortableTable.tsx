import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { t } from '#shared/texts.ts'
import { TEXT_BUTTON } from './Button.tsx'
import { EmptyState } from './Notice.tsx'
import { type Column, ColumnMenu, nextSorting, type Sorting, sortRows, TableTools, TakeAway } from './TableTools.tsx'

type Props<Row> = {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** The ids of the optional columns that are shown. */
  chosen?: readonly string[]
  onChoose?: (chosen: readonly string[]) => void
  /** At most 200. Longer lists need pages. */
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The text of a row that the filter searches. Without it there is no filter. */
  filterBy?: (row: Row) => string
  filterLabel?: string
  /** Name of the downloaded file, without its ending. */
  fileName: string
  /** How the rows are ordered, in words, until they are sorted. */
  order?: ReactNode
  /** The number of rows shown at first; a button shows all. What is filtered, copied or downloaded is always whole. */
  few?: number
  /** So many of the first rows stand above the table. It has them where it is short, whole, sorted or filtered. */
  lead?: number
  /** Paper shows the rows beyond these few too. */
  onPaper?: boolean
}

const NONE: readonly string[] = []

const ON_PAPER = 'hidden! print:table-row!'

/** A table that can be sorted, filtered, copied and downloaded. On a phone every row has two lines. */
export function SortableTable<Row>({
  label,
  columns: all,
  chosen = NONE,
  onChoose,
  rows,
  rowKey,
  filterBy,
  filterLabel,
  fileName,
  order,
  few = Number.POSITIVE_INFINITY,
  lead = 0,
  onPaper = false,
}: Props<Row>) {
  const columns = useMemo(() => all.filter(({ id, optional }) => !optional || chosen.includes(id)), [all, chosen])
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [filter, setFilter] = useState('')
  const shown = useVisibleRows({ rows, columns, sorting, filter, filterBy })
  const [whole, setWhole] = useState(false)
  const most = whole || filter !== '' ? Number.POSITIVE_INFINITY : few
  const ahead = shown === rows && rows.length > few + lead ? lead : 0
  const from = whole ? 0 : ahead
  const listed = useMemo(() => shown.slice(from, onPaper ? undefined : from + most), [shown, from, most, onPaper])
  const filled = useMemo(() => withValues(columns, listed), [columns, listed])
  const body = useMemo(
    () =>
      listed.map((row, place) => (
        <TableRow key={rowKey(row)} row={row} columns={filled} look={place < most ? '' : ON_PAPER} />
      )),
    [listed, filled, rowKey, most],
  )
  return (
    <div className="min-w-0">
      <TableTools
        columns={columns}
        sorting={sorting}
        onSort={setSorting}
        {...(filterBy ? { filter, onFilter: setFilter, filterLabel: filterLabel ?? t('ui.filter') } : {})}
      >
        {(order || onChoose) && (
          <>
            <span className={sorting ? 'invisible contents' : 'contents'}>{order}</span>
            {onChoose && <ColumnMenu columns={all} chosen={chosen} onChoose={onChoose} />}
          </>
        )}
      </TableTools>
      <p role="status" className="sr-only">
        {filter && t('ui.rowsShown', { shown: String(shown.length), all: rows.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState title={t('ui.noMatch')} hint={t('ui.noMatchHint')} />
      ) : (
        <div className="relative overflow-x-auto">
          <table aria-label={label} className="w-full max-[479px]:block">
            <TableHead
              columns={filled}
              sorting={sorting}
              onSort={(column) => setSorting(nextSorting(sorting, column))}
            />
            <tbody className="max-[479px]:block">{body}</tbody>
          </table>
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {rows.length > few && filter === '' && (
          <button
            type="button"
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
            className={`${TEXT_BUTTON} print:hidden`}
          >
            {whole ? t('ui.firstRows', { rows: few + ahead }) : t('ui.allRows', { rows: rows.length })}
          </button>
        )}
        <TakeAway columns={columns} rows={shown} fileName={fileName} />
      </div>
    </div>
  )
}

/** Without the sparse columns of which no row has a value. */
function withValues<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
  return columns.filter(({ sparse, sortBy }) => !sparse || rows.some((row) => sortBy(row) !== null))
}

type Wanted<Row> = Pick<Props<Row>, 'rows' | 'columns'> & {
  sorting: Sorting | null
  filter: string
  filterBy: Props<Row>['filterBy']
}

/** Rows sorted and filtered. They follow a moment after the header and the filter: the layout of a long table is slow. */
function useVisibleRows<Row>({ rows, columns, filterBy, ...wanted }: Wanted<Row>): readonly Row[] {
  const sorting = useDeferredValue(wanted.sorting)
  const filter = useDeferredValue(wanted.filter)
  return useMemo(
    () => visibleRows({ rows, columns, sorting, filter, filterBy }),
    [rows, columns, sorting, filter, filterBy],
  )
}

function visibleRows<Row>({ rows, columns, sorting, filter, filterBy }: Wanted<Row>): readonly Row[] {
  const wanted = filter.trim().toLowerCase()
  const kept = filterBy && wanted ? rows.filter((row) => filterBy(row).toLowerCase().includes(wanted)) : rows
  const column = columns.find(({ id }) => id === sorting?.column)
  return column && sorting ? sortRows(kept, column.sortBy, sorting.descending) : kept
}

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  sorting: Sorting | null
  onSort: (column: string) => void
}

/** Headers that sort the table. They are hidden on a phone, where a list above the table sorts. */
function TableHead<Row>({ columns, sorting, onSort }: TableHeadProps<Row>) {
  return (
    <thead className="text-start text-sm text-mut max-[479px]:hidden">
      <tr>
        {columns.map((column, position) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={ariaSort(sorting, column.id)}
            className={`border-y border-edge p-0 font-semibold ${position === 0 ? 'sticky start-0 z-1 bg-card' : ''} ${column.numeric ? 'text-end' : afterNumbers(columns, position)}`}
          >
            <button
              type="button"
              onClick={() => onSort(column.id)}
              className={`inline-flex min-h-11 items-center gap-1.5 px-2 font-semibold whitespace-nowrap hover:text-ink ${column.numeric ? 'flex-row-reverse' : ''}`}
            >
              {column.header}
              <Arrow state={ariaSort(sorting, column.id)} />
            </button>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function ariaSort(sorting: Sorting | null, column: string): 'ascending' | 'descending' | undefined {
  if (sorting?.column !== column) return undefined
  return sorting.descending ? 'descending' : 'ascending'
}

function Arrow({ state }: { state: 'ascending' | 'descending' | undefined }) {
  return (
    <svg viewBox="0 0 10 14" className="h-3 w-2.5 shrink-0" fill="currentColor" aria-hidden="true">
      <path d="M5 0l4 5H1z" opacity={state === 'descending' ? 0.25 : state ? 1 : 0.45} />
      <path d="M5 14l4-5H1z" opacity={state === 'ascending' ? 0.25 : state ? 1 : 0.45} />
    </svg>
  )
}

type TableRowProps<Row> = { row: Row; columns: readonly Column<Row>[]; look: string }

/** One row. On a phone the first column and the `lead` column share a line; the others are below with their headers. */
function TableRow<Row>({ row, columns, look }: TableRowProps<Row>) {
  return (
    <tr
      className={`group border-b border-edge max-[479px]:flex max-[479px]:flex-wrap max-[479px]:items-center max-[479px]:gap-x-3 max-[479px]:py-2.5 max-[479px]:after:order-2 max-[479px]:after:h-0 max-[479px]:after:basis-full max-[479px]:after:content-[''] ${look}`}
    >
      {columns.map((column, position) =>
        position === 0 ? (
          <th
            key={column.id}
            scope="row"
            className="sticky start-0 z-1 max-w-64 min-w-32 bg-card px-2 py-2.5 text-start font-semibold group-hover:bg-raise max-[479px]:static max-[479px]:order-1 max-[479px]:max-w-none max-[479px]:min-w-0 max-[479px]:flex-1 max-[479px]:p-0 max-[479px]:group-hover:bg-transparent"
          >
            {renderCell(column, row)}
          </th>
        ) : (
          <td
            key={column.id}
            className={`${CELL} ${column.numeric ? 'text-end' : afterNumbers(columns, position)} ${PHONE[column.phone ?? 'detail']}`}
          >
            <span aria-hidden="true" className={`hidden text-mut ${column.phone ? '' : 'max-[479px]:inline'}`}>
              {column.header}{' '}
            </span>
            {renderCell(column, row)}
          </td>
        ),
      )}
    </tr>
  )
}

const CELL = 'px-2 py-2.5 group-hover:bg-raise max-[479px]:p-0 max-[479px]:group-hover:bg-transparent'
const SECOND_LINE = 'max-[479px]:order-3 max-[479px]:text-start max-[479px]:text-sm'
const PHONE = {
  lead: 'max-[479px]:order-1 max-[479px]:font-semibold',
  plain: SECOND_LINE,
  detail: SECOND_LINE,
  none: 'max-[479px]:hidden',
} as const

/** Room between numbers, which end at their column's end, and the text beside them, which begins there. */
function afterNumbers<Row>(columns: readonly Column<Row>[], position: number): string {
  return columns[position - 1]?.numeric ? 'ps-6' : ''
}

function renderCell<Row>(column: Column<Row>, row: Row) {
  return column.cell ? column.cell(row) : column.sortBy(row)
}
