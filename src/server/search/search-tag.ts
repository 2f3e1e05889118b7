import type { Output } from '#shared/contract/endpoint.ts'
import type { searchTag } from '#shared/contract/search.ts'
import { plainName } from '#shared/plain-name.ts'
import { markKeyRefused, personalKey } from '../accounts/personal-key.ts'
import { refundSearch, reserveSearch } from '../accounts/search-quota.ts'
import type { Context } from '../context.ts'
import { GameApiError, visitorSentence } from '../game-api/errors.ts'
import { AppError } from '../http/app-error.ts'
import type { Visitor } from '../http/visitor.ts'
import { noteVisit } from '../summaries/visits.ts'
import type { FindTag, Found } from './find-tag.ts'

type Search = { tag: string; visitor: Visitor; address: string }

/** Searches a tag for a visitor. The search is charged before it begins, which settles races, and given back if it fails. */
export async function search(context: Context, asked: Search, findTag: FindTag): Promise<Output<typeof searchTag>> {
  const reservation = await reserveSearch(context, asked.visitor, asked.tag, asked.address)
  try {
    const found = await findForVisitor(context, asked, findTag)
    noteVisit(context, { tag: found.tag, type: found.type, visitor: asked.address, kind: 'search' })
    return {
      type: found.type,
      tag: found.tag,
      name: plainName(found.name),
      ingested_at: found.observedAt.toISOString(),
      searches_remaining: reservation.searches_remaining,
      search_limit: reservation.search_limit,
      search_history: reservation.search_history,
    }
  } catch (error) {
    await refundSearch(context, reservation)
    throw error instanceof GameApiError ? refusal(error, asked.tag) : error
  }
}

/** With the user's own key where there is one; when the game refuses that, with the shared tokens. */
async function findForVisitor(context: Context, asked: Search, findTag: FindTag): Promise<Found> {
  const apiKey = await personalKey(context, asked.visitor)
  if (apiKey === null) return findTag(asked.tag, null)
  try {
    return await findTag(asked.tag, apiKey)
  } catch (error) {
    if (!(error instanceof GameApiError) || error.kind !== 'forbidden') throw error
    await markKeyRefused(context, asked.visitor, apiKey)
    return findTag(asked.tag, null)
  }
}

function refusal(error: GameApiError, tag: string): AppError {
  if (error.kind === 'not-found') {
    return new AppError('not_found', `No club or player has the tag ${tag}`, { code: 'tag_not_found', cause: error })
  }
  const seconds = Math.ceil((error.retryAfterMs ?? 30_000) / 1000)
  const details = { code: `game_${error.kind.replace('-', '_')}`, retryAfterSeconds: seconds, cause: error }
  return new AppError('unavailable', visitorSentence(error), details)
}
