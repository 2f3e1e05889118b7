import type { Context } from '#server/context.ts'
import type { Asker } from '#server/game/game-api.ts'
import { AppError } from '#server/kernel/errors.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { said } from '#shared/texts.ts'
import { gameRefusal } from '../http/answer-errors.ts'
import { admitKey } from '../http/shared-rate-limit.ts'

/**
 * All proofs together, of all processes of the site, may take this share of the calls that one process may make: many open
 * ones starve nobody.
 */
const SHARE_OF_CALLS = 0.1

const BUSY = said('error.manyProofs')

/** All proofs are one asker among the others, besides the visitor. */
const PROOFS_ASK = 'icon proofs'

/**
 * The player's name and the id of the profile icon in the game at this moment. Throws a refusal when the game does not
 * tell it, or when proofs have used their share of calls.
 */
export async function readIcon(context: Context, tag: string, asker: Asker): Promise<{ icon: number; name: string }> {
  await admitProofRead(context)
  const askedBy = [PROOFS_ASK, ...asker]
  const { body } = await context.gameApi.getPlayer(tag, { priority: 'visitor', askedBy }).catch((error: unknown) => {
    throw gameRefusal(error, { sentence: said('error.noPlayerOfTag', { tag }), code: 'tag_not_found' })
  })
  if (body.iconId !== null) return { icon: body.iconId, name: body.name }
  throw new AppError('unavailable', said('error.noIcon'))
}

/** Counts a reading of an icon, or throws 503 when proofs have used their share of this minute's calls. */
async function admitProofRead(context: Context): Promise<void> {
  const limit = Math.max(1, Math.floor(context.gameApi.status().callsPerSecond * 60 * SHARE_OF_CALLS))
  await admitKey(context, { name: 'icon proofs', limit, windowMs: MINUTE_MS }, 'all', BUSY).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError('unavailable', error.sentence, {
      code: 'busy',
      retryAfterSeconds: error.retryAfterSeconds ?? 60,
    })
  })
}
