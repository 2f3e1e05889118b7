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
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** The newer record, which the caller did not know of. */
  current?: object | undefined
  cause?: unknown
}

/** An error whose message the visitor reads. Any other error is answered with 500 and a fixed message. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly current: object | undefined

  constructor(kind: ErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.status = STATUS[kind]
    this.code = details.code ?? kind
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
    this.current = details.current
  }
}

/** What a caller reads of any error. A fault of ours has a request id, under which the log says more. */
export type ErrorBody = {
  error: string
  code: string
  fields?: Record<string, string>
  current?: object
  request_id?: string
}

/** What the caller reads of an error that is meant for them. */
export function errorBody({ message, code, fields, current }: AppError): ErrorBody {
  const more = { ...(fields === undefined ? {} : { fields }), ...(current === undefined ? {} : { current }) }
  return { error: message, code, ...more }
}

/** The code of an error of Node, a driver or the store, like `ENOENT` or `40P01`; empty when there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Why the product cannot start, in a sentence for the person who starts it. */
export class StartFailure extends Error {}
