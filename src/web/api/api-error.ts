/** Why a call failed: the server's answer, no answer in time, no network, or the caller gave up. */
export type FailureKind = 'answer' | 'timeout' | 'network'

type Details = {
  kind: FailureKind
  status: number
  code: string
  sentence?: string | null
  fields?: Record<string, string> | undefined
}

/** A failed call, with a sentence for a person as its message. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: FailureKind
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Stable word of the failure, such as `search_limit_reached`. */
  readonly code: string
  /** The server's own sentence; null when it sent none. */
  readonly sentence: string | null
  /** What is wrong with which field of a form. */
  readonly fields: Record<string, string>

  constructor(message: string, { kind, status, code, sentence = null, fields }: Details) {
    super(message)
    this.kind = kind
    this.status = status
    this.code = code
    this.sentence = sentence
    this.fields = fields ?? {}
  }
}

/** True when the same call may succeed a moment later: no answer, or a server's own trouble. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'answer' || error.status >= 500)
}

/** True when the server answered and said no, as opposed to not answering. */
export function wasRefused(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'answer'
}
