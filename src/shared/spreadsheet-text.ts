export type SheetCell = string | number | null
export type Separator = ',' | '\t'

/** A spreadsheet would run a text that begins like this as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/

/**
 * Rows as text for a spreadsheet (RFC 4180): quoted where needed, unknown cells empty. A text that would run as a
 * formula gets a leading apostrophe; numbers and every other name stay as they are.
 */
export function spreadsheetText(rows: readonly (readonly SheetCell[])[], separator: Separator = ','): string {
  return rows.map((row) => row.map((cell) => field(cell, separator)).join(separator)).join('\r\n')
}

function field(cell: SheetCell, separator: Separator): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}
