import { AppError } from '#server/kernel/errors.ts'
import type { AnyEndpoint, Input, Output } from '#shared/contract/endpoint.ts'
import { readFieldSentence, says } from '#shared/contract/field-sentences.ts'
import { type CsvCell, csvText } from '#shared/csv.ts'
import { isDecodable } from '#shared/page-addresses.ts'
import type { Rendered } from './ready-answer.ts'

type Parts = { params: unknown; query: unknown; body: unknown }

/** As `parseInput`, for a request. Refuses an address that is not UTF-8, since it would be read as another one. */
export function parseRequest<E extends AnyEndpoint>(endpoint: E, request: Parts & { url: string }): Input<E> {
  refuseUndecodable(request.url)
  return parseInput(endpoint, request)
}

/** The parsed parameters of a request's path, before its query and body are looked at. */
export function parseParams(
  { params }: Pick<AnyEndpoint, 'params'>,
  request: { params: unknown; url: string },
): unknown {
  refuseUndecodable(request.url)
  return params === undefined ? undefined : parsePart(params, request.params)
}

function refuseUndecodable(url: string): void {
  if (!isDecodable(url)) throw new AppError('invalid', 'The address could not be read', { code: 'bad_request' })
}

/** The parsed parts of a request that a call declares. Throws `invalid`, which names every wrong field. */
export function parseInput<E extends AnyEndpoint>(endpoint: E, parts: Parts): Input<E> {
  const input: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema !== undefined) input[part] = parsePart(schema, parts[part])
  }
  return input as Input<E>
}

function parsePart(schema: NonNullable<AnyEndpoint['params']>, part: unknown): unknown {
  const read = schema.safeParse(part ?? {}, { error: ownSentence })
  if (!read.success) throw invalid(read.error.issues)
  return read.data
}

type Issue = { path?: PropertyKey[] | undefined; message?: string | undefined }

function invalid(issues: readonly Issue[]): AppError {
  const sentence = ({ message = '' }: Issue) => readFieldSentence(message)
  const fields = Object.fromEntries(issues.map((issue) => [String(issue.path?.[0] ?? 'body'), sentence(issue)]))
  return new AppError('invalid', Object.values(fields)[0] ?? 'Invalid request', { code: 'invalid', fields })
}

/** Replaces messages of Zod, which speak of strings, arrays and patterns, where the contract has no message. */
function ownSentence({ path = [] }: Issue): string {
  return path.length === 0
    ? 'The request must be a JSON object'
    : says('error.invalidField', { label: path.map(String).join('.') })
}

export type Format = 'json' | 'csv'

/** The format that the caller asks for. Throws `invalid` for an unknown one. Calls without tables ignore the parameter. */
export function chooseFormat({ formats }: Pick<AnyEndpoint, 'formats'>, query: unknown): Format {
  if (formats === undefined) return 'json'
  const { format } = query as { format?: unknown }
  if (format === undefined || format === 'json') return 'json'
  if (format === 'csv') return 'csv'
  const sentence = 'format must be json or csv'
  throw new AppError('invalid', sentence, { fields: { format: sentence } })
}

/** A table for spreadsheets. `name` becomes the name of the file. */
export type CsvTable = { name: string; rows: readonly (readonly CsvCell[])[] }

export type MakeCsv<E> = (answer: Output<E>, input: Input<E>) => CsvTable | Promise<CsvTable>

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** Spreadsheets read a file as Unicode only if it starts with this. */
const BYTE_ORDER_MARK = '\uFEFF'

type RenderOptions<E> = { format: Format; csv: MakeCsv<E> | undefined; input: Input<E> }

/** An answer as text, with the header fields that describe it. */
export async function renderAnswer<E>(answer: Output<E>, { format, csv, input }: RenderOptions<E>): Promise<Rendered> {
  if (format === 'json' || csv === undefined) {
    return { status: 200, headers: JSON_HEADERS, text: JSON.stringify(answer) }
  }
  const { name, rows } = await csv(answer, input)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName(name)}.csv"`,
  }
  return { status: 200, headers, text: BYTE_ORDER_MARK + csvText(rows) }
}

/** Only letters, digits and dashes, which mean nothing special in a header or on a disk. */
function fileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'delphin'
}
