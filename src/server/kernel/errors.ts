import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { pageTexts, type Sentence, sayIn, type Translator } from '#shared/texts.ts'

/** Why a call is refused. Each kind has one HTTP status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_many'
  | 'not_implemented'
  | 'unavailable'

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_many: 429,
  not_implemented: 501,
  unavailable: 503,
}

type Details = {
  code?: string
  fields?: Record<string, Sentence>
  retryAfterSeconds?: number
  /** The newer record, which the caller did not know of. */
  current?: object | undefined
  cause?: unknown
}

/** An error whose sentence the visitor reads; `message` is in English. Any other error answers 500. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly sentence: Sentence
  readonly fields: Record<string, Sentence> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly current: object | undefined

  constructor(kind: ErrorKind, sentence: Sentence, details: Details = {}) {
    super(sayTo(pageTexts(), sentence), { cause: details.cause })
    this.sentence = sentence
    this.status = STATUS[kind]
    this.code = details.code ?? kind
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
    this.current = details.current
  }
}

/** What a caller reads of any error. A fault of ours has a request id, under which the log says more. */
export type ErrorBody = {
  /** In English. */
  error: string
  code: string
  fields?: Record<string, string>
  /** `error` and `fields` in the language of the caller, where that is another one. */
  message?: string
  field_messages?: Record<string, string>
  current?: object
  request_id?: string
}

/** What a caller who reads these texts is told of an error that is meant for them. */
export function errorBody({ sentence, code, fields, current }: AppError, texts: Translator = pageTexts()): ErrorBody {
  const more = current === undefined ? {} : { current }
  return refusalBody({ sentence, code, ...(fields === undefined ? {} : { fields }), ...more }, texts)
}

/** As `errorBody`, of a refusal that no error was thrown for. */
export function refusalBody(
  { sentence, fields, ...rest }: { sentence: Sentence; code: string; fields?: Record<string, Sentence> },
  texts: Translator,
): ErrorBody {
  const english = pageTexts()
  const body: ErrorBody = { error: sayTo(english, sentence), ...rest }
  if (fields !== undefined) body.fields = sayAll(english, fields)
  if (texts.language === FIRST_LANGUAGE || typeof sentence === 'string') return body
  body.message = sayTo(texts, sentence)
  if (fields !== undefined) body.field_messages = sayAll(texts, fields)
  return body
}

/** The sentence for a reader of these texts. */
export function sayTo(texts: Translator, sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : sayIn(texts, sentence)
}

function sayAll(texts: Translator, sentences: Record<string, Sentence>): Record<string, string> {
  return Object.fromEntries(Object.entries(sentences).map(([field, each]) => [field, sayTo(texts, each)]))
}

/** The code of an error of Node, a driver or the store, like `ENOENT` or `40P01`; empty when there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Why the product cannot start, in a sentence for the person who starts it. */
export class StartFailure extends Error {}
