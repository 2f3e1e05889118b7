import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { nextSorting, type Sorting, sortRows } from './sort-rows.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { TableTools } from './TableTools.tsx'
import type { Column } from './table-column.ts'

type Props<Row> = {
  /** Name of the table for those who do not see it. */
  label: string
  columns: readonly Column<Row>[]
  /** At most 200; longer lists belong on pages. */
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Texts of a row that the filter looks into; without it there is no filter. */
  filterBy?: (row: Row) => string
  filterLabel?: string
  /** Name of the downloaded file, without its ending. */
  fileName: string
  /** Beside the filter: more choices. */
  tools?: ReactNode
}

/** A table that sorts by a click on a header, filters, and goes into a spreadsheet; two lines a row on a phone. */
export function SortableTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  filterBy,
  filterLabel,
  fileName,
  tools,
}: Props<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [filter, setFilter] = useState('')
  const shown = useVisibleRows({ rows, columns, sorting, filter, filterBy })
  const body = useMemo(
    () => shown.map((row) => <TableRow key={rowKey(row)} row={row} columns={columns} />),
    [shown, columns, rowKey],
  )
  return (
    <div className="min-w-0">
      <TableTools
        columns={columns}
        rows={shown}
        fileName={fileName}
        sorting={sorting}
        onSort={setSorting}
        {...(filterBy ? { filter, onFilter: setFilter, filterLabel: filterLabel ?? 'Filter' } : {})}
      >
        {tools}
      </TableTools>
      <p role="status" className="sr-only">
        {filter && `${shown.length} of ${rows.length} rows`}
      </p>
      {shown.length === 0 ? (
        <EmptyState title="Nothing matches this filter" hint="Try another word, or clear the filter." />
      ) : (
        <div className="relative overflow-x-auto">
          <table aria-label={label} className="w-full max-[479px]:block">
            <TableHead
              columns={columns}
              sorting={sorting}
              onSort={(column) => setSorting(nextSorting(sorting, column))}
            />
            <tbody className="max-[479px]:block">{body}</tbody>
          </table>
        </div>
      )}
    </div>
  )
}

type View<Row> = Pick<Props<Row>, 'rows' | 'columns'> & {
  sorting: Sorting | null
  filter: string
  filterBy: Props<Row>['filterBy']
}

/** The header and the filter's field follow at once, the rows right after: laying out a long table takes its time. */
function useVisibleRows<Row>({ rows, columns, filterBy, ...wanted }: View<Row>): readonly Row[] {
  const sorting = useDeferredValue(wanted.sorting)
  const filter = useDeferredValue(wanted.filter)
  return useMemo(
    () => visibleRows({ rows, columns, sorting, filter, filterBy }),
    [rows, columns, sorting, filter, filterBy],
  )
}

function visibleRows<Row>({ rows, columns, sorting, filter, filterBy }: View<Row>): readonly Row[] {
  const wanted = filter.trim().toLocaleLowerCase()
  const kept = filterBy && wanted ? rows.filter((row) => filterBy(row).toLocaleLowerCase().includes(wanted)) : rows
  const column = columns.find(({ id }) => id === sorting?.column)
  return column && sorting ? sortRows(kept, column.sortBy, sorting.descending) : kept
}
