import type { Column } from './table-column.ts'

type Props<Row> = { row: Row; columns: readonly Column<Row>[] }

/** One row; on a phone its first column and the leading number on one line, the others with their headers below. */
export function TableRow<Row>({ row, columns }: Props<Row>) {
  return (
    <tr className="group border-b border-edge max-[479px]:flex max-[479px]:flex-wrap max-[479px]:items-center max-[479px]:gap-x-3 max-[479px]:py-2.5 max-[479px]:after:order-2 max-[479px]:after:h-0 max-[479px]:after:basis-full max-[479px]:after:content-['']">
      {columns.map((column, position) =>
        position === 0 ? (
          <th
            key={column.id}
            scope="row"
            className="sticky left-0 z-1 max-w-64 min-w-32 bg-card px-2 py-2.5 text-left font-semibold group-hover:bg-raise max-[479px]:static max-[479px]:order-1 max-[479px]:max-w-none max-[479px]:min-w-0 max-[479px]:flex-1 max-[479px]:p-0 max-[479px]:group-hover:bg-transparent"
          >
            {content(column, row)}
          </th>
        ) : (
          <td
            key={column.id}
            className={`${CELL} ${column.numeric ? 'text-right' : ''} ${PHONE[column.phone ?? 'detail']}`}
          >
            <span aria-hidden="true" className={`hidden text-mut ${column.phone ? '' : 'max-[479px]:inline'}`}>
              {column.header}{' '}
            </span>
            {content(column, row)}
          </td>
        ),
      )}
    </tr>
  )
}

const CELL = 'px-2 py-2.5 group-hover:bg-raise max-[479px]:p-0 max-[479px]:group-hover:bg-transparent'
const SECOND_LINE = 'max-[479px]:order-3 max-[479px]:text-left max-[479px]:text-sm'
const PHONE = {
  lead: 'max-[479px]:order-1 max-[479px]:font-semibold',
  plain: SECOND_LINE,
  detail: SECOND_LINE,
  none: 'max-[479px]:hidden',
} as const

function content<Row>(column: Column<Row>, row: Row) {
  return column.cell ? column.cell(row) : column.sortBy(row)
}
