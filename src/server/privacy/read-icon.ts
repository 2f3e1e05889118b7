import type { Context } from '../context.ts'
import { GameApiError, visitorSentence } from '../game-api/errors.ts'
import { AppError } from '../http/app-error.ts'

const RETRY_MS = 30_000

/** The player's profile icon as the game tells it now, its id. Throws `tag_not_found`, or `unavailable` in trouble. */
export async function readIcon({ gameApi }: Pick<Context, 'gameApi'>, tag: string): Promise<number> {
  try {
    const { body } = await gameApi.getPlayer(tag, { priority: 'visitor' })
    if (body.iconId !== null) return body.iconId
  } catch (error) {
    throw refusal(error, tag)
  }
  throw new AppError('unavailable', 'The game does not tell the icon of this player. Please try later.')
}

function refusal(error: unknown, tag: string): unknown {
  if (!(error instanceof GameApiError)) return error
  if (error.kind === 'not-found') {
    return new AppError('not_found', `No player has the tag ${tag}`, { code: 'tag_not_found', cause: error })
  }
  const retryAfterSeconds = Math.ceil((error.retryAfterMs ?? RETRY_MS) / 1000)
  const code = `game_${error.kind.replace('-', '_')}`
  return new AppError('unavailable', visitorSentence(error), { code, retryAfterSeconds, cause: error })
}
