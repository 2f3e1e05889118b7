import type { ReactNode } from 'react'
import type { CsvCell } from '#shared/csv.ts'

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
   * Its place on a phone. `lead`: on the first line, beside the first column. `plain`: on the second line, without its
   * header. `none`: hidden. By default on the second line with its header.
   */
  phone?: 'lead' | 'plain' | 'none'
}

/** The headers and the rows, as a copy and the CSV file have them. */
export function csvRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): CsvCell[][] {
  const cells = (row: Row) => columns.map((column) => (column.csv ?? column.sortBy)(row))
  return [columns.map((column) => column.header), ...rows.map(cells)]
}

type SortKey = string | number | null
export type Sorting = { column: string; descending: boolean }

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

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
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
