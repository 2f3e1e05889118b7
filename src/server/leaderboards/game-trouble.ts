import { GameApiError, visitorSentence } from '../game-api/errors.ts'
import { AppError } from '../http/app-error.ts'

const RETRY_MS = 30_000

/** What a visitor is told when the game brought no usable answer and nothing is stored. Other errors pass as they are. */
export function gameTrouble(error: unknown): unknown {
  if (!(error instanceof GameApiError)) return error
  if (error.kind === 'not-found') {
    return new AppError('not_found', 'The game has no such leaderboard', { code: 'no_leaderboard', cause: error })
  }
  const retryAfterSeconds = Math.ceil((error.retryAfterMs ?? RETRY_MS) / 1000)
  const code = `game_${error.kind.replace('-', '_')}`
  return new AppError('unavailable', visitorSentence(error), { code, retryAfterSeconds, cause: error })
}
