import type { Sorting } from './sort-rows.ts'
import type { Column } from './table-column.ts'

type Props<Row> = { columns: readonly Column<Row>[]; sorting: Sorting | null; onSort: (column: string) => void }

/** Headers that sort; on a phone they are only read out, and a choice above the table sorts. */
export function TableHead<Row>({ columns, sorting, onSort }: Props<Row>) {
  return (
    <thead className="text-left text-sm text-mut max-[479px]:hidden">
      <tr>
        {columns.map((column, position) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={ariaSort(sorting, column.id)}
            className={`border-y border-edge p-0 font-semibold ${position === 0 ? 'sticky left-0 z-1 bg-card' : ''} ${column.numeric ? 'text-right' : ''}`}
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
