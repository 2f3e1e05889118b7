import { AppError } from '#server/kernel/errors.ts'
import type { AnyEndpoint, Input, Output } from '#shared/contract/endpoint.ts'
import type { getPlayerProgression } from '#shared/contract/players.ts'
import { type CsvCell, csvText } from '#shared/csv.ts'
import type { Rendered } from './ready-answer.ts'

type Parts = { params: unknown; query: unknown; body: unknown }

/** The parsed parts of a request that a call declares; throws `invalid` naming every field that is wrong. */
export function parseInput<E extends AnyEndpoint>(endpoint: E, parts: Parts): Input<E> {
  const input: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema === undefined) continue
    const read = schema.safeParse(parts[part] ?? {}, { error: ownSentence })
    if (!read.success) throw invalid(read.error.issues)
    input[part] = read.data
  }
  return input as Input<E>
}

/** The same of a request. An address that is not UTF-8 is refused, for it would be read as something else. */
export function parseRequest<E extends AnyEndpoint>(endpoint: E, request: Parts & { url: string }): Input<E> {
  if (!isWellFormed(request.url))
    throw new AppError('invalid', 'The address could not be read', { code: 'bad_request' })
  return parseInput(endpoint, request)
}

function isWellFormed(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

type Issue = { path?: PropertyKey[] | undefined; message?: string | undefined }

function invalid(issues: readonly Issue[]): AppError {
  const fields = Object.fromEntries(issues.map((issue) => [String(issue.path?.[0] ?? 'body'), issue.message ?? '']))
  return new AppError('invalid', Object.values(fields)[0] ?? 'Invalid request', { code: 'invalid', fields })
}

/** What the contract has no words of its own for. Zod's would speak of strings, arrays and patterns. */
function ownSentence({ path = [] }: Issue): string {
  return path.length === 0 ? 'The request must be a JSON object' : `${path.map(String).join('.')} is not valid`
}

export type Format = 'json' | 'csv'

/** A table for people; `name` becomes the name of the file. */
export type CsvTable = { name: string; rows: readonly (readonly CsvCell[])[] }

export type MakeCsv<E> = (answer: Output<E>, input: Input<E>) => CsvTable

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

type How<E> = { format: Format; sheet: MakeCsv<E> | undefined; input: Input<E> }

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
  return { status: 200, headers, text: BYTE_ORDER_MARK + csvText(rows) }
}

/** Letters, digits and dashes: nothing that a header or a disk could take for something else. */
function fileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'delphin'
}

/** The trophy line of a club or a player, a row a day. */
export function progressionCsv({ tag, days, progression_data }: Output<typeof getPlayerProgression>): CsvTable {
  const head = ['date', 'trophies', 'trophy_change', 'reset', 'observed']
  const rows = progression_data.map((row) => [
    row.date,
    row.trophies,
    row.trophy_change,
    row.reset,
    row.observed ? 'yes' : 'no',
  ])
  return { name: `trophies-${tag}-${days}-days`, rows: [head, ...rows] }
}
