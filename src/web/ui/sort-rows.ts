export type SortKey = string | number | null
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
