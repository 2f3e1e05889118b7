export type GameApiErrorKind =
  | 'not-found'
  | 'forbidden'
  | 'throttled'
  | 'maintenance'
  | 'timeout'
  | 'unavailable'
  | 'malformed'
  | 'glitched'
  | 'circuit-open'
  | 'aborted'

type Details = { retryAfterMs?: number | undefined; status?: number; cause?: unknown }

/** A call of the game's API that brought no usable answer. Its message is for logs: it holds no token and no upstream text. */
export class GameApiError extends Error {
  readonly kind: GameApiErrorKind
  /** Milliseconds after which another try makes sense; null when unknown or pointless. */
  readonly retryAfterMs: number | null
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null

  constructor(kind: GameApiErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'GameApiError'
    this.kind = kind
    this.retryAfterMs = details.retryAfterMs ?? null
    this.status = details.status ?? null
  }
}

const SENTENCES: Record<GameApiErrorKind, string> = {
  'not-found': 'The game knows nothing under this tag.',
  forbidden: 'The game refused the API key.',
  throttled: 'The game asks us to slow down. Please try again in a moment.',
  maintenance: 'The game is in maintenance. Please come back later.',
  timeout: 'The game took too long to answer. Please try again.',
  unavailable: 'The game cannot be reached at the moment. Please try again.',
  malformed: 'The game sent an answer that could not be read. Please try again.',
  glitched: 'The game sent figures that cannot be right. Please try again later.',
  'circuit-open': 'The game is not answering at the moment. Please try again in a minute.',
  aborted: 'The request was cancelled.',
}

/** A sentence a visitor may read: fixed texts only, since upstream messages may hold an IP address. */
export function visitorSentence(error: GameApiError): string {
  return SENTENCES[error.kind]
}
