export type CsvCell = string | number | null
type Separator = ',' | '\t'

/**
 * The start of a text that a spreadsheet runs as a formula (OWASP, CSV injection). Some spreadsheets skip invisible
 * characters before it, and some accept the full-width signs.
 */
const FORMULA = /^[\p{Z}\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u

/** Spreadsheets that use semicolons start a new cell after each of them, even inside quotes. */
const LATER_CELL = /;(?=[\p{Z}\p{Cf}]*[=+\-@＝＋－＠])/gu

/**
 * Rows as text for a spreadsheet (RFC 4180): cells are quoted where needed, and null is an empty cell. A text that would
 * run as a formula gets a leading apostrophe. Numbers and all other texts stay as they are.
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
