import type { ReactNode } from 'react'
import type { CsvCell } from '#shared/csv.ts'

/** A column of a sortable table. */
export type Column<Row> = {
  id: string
  header: string
  /** What the column sorts by; null where it is not known. */
  sortBy: (row: Row) => SortKey
  /** What a person sees; the sort key when absent. */
  cell?: (row: Row) => ReactNode
  /** What goes into the file; the sort key when absent. */
  sheet?: (row: Row) => CsvCell
  /** Right-aligned with digits of one width. */
  numeric?: boolean
  /**
   * Where it stands on a phone: `lead` beside the first column on the first line; `plain` on the second line without
   * its header; `none` not at all. Else on the second line with its header.
   */
  phone?: 'lead' | 'plain' | 'none'
}

/** Rows with their headers, as they go into a file. */
export function csvRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): CsvCell[][] {
  const cells = (row: Row) => columns.map((column) => (column.sheet ?? column.sortBy)(row))
  return [columns.map((column) => column.header), ...rows.map(cells)]
}

type SortKey = string | number | null
export type Sorting = { column: string; descending: boolean }

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The sorting after a click on a column: ascending on the first click, then the other way round each time. */
export function nextSorting(current: Sorting | null, column: string): Sorting {
  return { column, descending: current?.column === column && !current.descending }
}

/** The rows in order of a key, equal ones as they stood; what is not known comes last in both directions. */
export function sortRows<Row>(rows: readonly Row[], keyOf: (row: Row) => SortKey, descending: boolean): Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * compare(a, b)
  })
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b))
}
