import type { AnyEndpoint, Input, Output } from '#shared/contract/endpoint.ts'
import { type SheetCell, spreadsheetText } from '#shared/spreadsheet-text.ts'
import { AppError } from './app-error.ts'
import type { Rendered } from './ready-answer.ts'

export type Format = 'json' | 'csv'

/** A table for people; `name` becomes the name of the file. */
export type Sheet = { name: string; rows: readonly (readonly SheetCell[])[] }

export type MakeSheet<E> = (answer: Output<E>, input: Input<E>) => Sheet

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** Spreadsheets take a file for Unicode only when it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The format a caller asks for. Throws `invalid` for one that we do not have; calls without tables do not look. */
export function chooseFormat({ formats }: Pick<AnyEndpoint, 'formats'>, query: unknown): Format {
  if (formats === undefined) return 'json'
  const { format } = query as { format?: unknown }
  if (format === undefined || format === 'json') return 'json'
  if (format === 'csv') return 'csv'
  const sentence = 'format must be json or csv'
  throw new AppError('invalid', sentence, { fields: { format: sentence } })
}

type How<E> = { format: Format; sheet: MakeSheet<E> | undefined; input: Input<E> }

/** An answer as text, with the headers that say what it is. */
export function renderAnswer<E>(answer: Output<E>, { format, sheet, input }: How<E>): Rendered {
  if (format === 'json' || sheet === undefined) {
    return { status: 200, headers: JSON_HEADERS, text: JSON.stringify(answer) }
  }
  const { name, rows } = sheet(answer, input)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName(name)}.csv"`,
  }
  return { status: 200, headers, text: BYTE_ORDER_MARK + spreadsheetText(rows) }
}

/** Letters, digits and dashes: nothing that a header or a disk could take for something else. */
function fileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'delphin'
}
