export type CsvCell = string | number | null
export type Separator = ',' | '\t'

/**
 * A spreadsheet would run a text that begins like this as a formula (OWASP, CSV injection): some skip what is not seen,
 * and take the full-width signs for the others.
 */
const FORMULA = /^[\p{Z}\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u

/** Where semicolons part the cells, a cell begins after each, whatever is quoted. */
const LATER_CELL = /;(?=[\p{Z}\p{Cf}]*[=+\-@＝＋－＠])/gu

/**
 * Rows as text for a spreadsheet (RFC 4180): quoted where needed, unknown cells empty. A text that would run as a
 * formula gets a leading apostrophe; numbers and every other name stay as they are.
 */
export function csvText(rows: readonly (readonly CsvCell[])[], separator: Separator = ','): string {
  return rows.map((row) => row.map((cell) => field(cell, separator)).join(separator)).join('\r\n')
}

function field(cell: CsvCell, separator: Separator): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const guarded = cell.replaceAll(LATER_CELL, ";'")
  const safe = FORMULA.test(guarded) ? `'${guarded}` : guarded
  return /[";\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}
