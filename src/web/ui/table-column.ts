import type { ReactNode } from 'react'
import type { SheetCell } from '#shared/spreadsheet-text.ts'
import type { SortKey } from './sort-rows.ts'

/** A column of a sortable table. */
export type Column<Row> = {
  id: string
  header: string
  /** What the column sorts by; null where it is not known. */
  sortBy: (row: Row) => SortKey
  /** What a person sees; the sort key when absent. */
  cell?: (row: Row) => ReactNode
  /** What goes into the file; the sort key when absent. */
  sheet?: (row: Row) => SheetCell
  /** Right-aligned with digits of one width. */
  numeric?: boolean
  /**
   * Where it stands on a phone: `lead` beside the first column on the first line; `plain` on the second line without
   * its header; `none` not at all. Else on the second line with its header.
   */
  phone?: 'lead' | 'plain' | 'none'
}

/** Rows with their headers, as they go into a file. */
export function sheetRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): SheetCell[][] {
  const cells = (row: Row) => columns.map((column) => (column.sheet ?? column.sortBy)(row))
  return [columns.map((column) => column.header), ...rows.map(cells)]
}
