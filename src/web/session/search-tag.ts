import { ApiError } from '../api/api-error.ts'
import { type SearchResult, searched, searchesUsedUp } from './session.ts'
import type { SessionState } from './session-state.ts'
import { renewSession } from './start-session.ts'

/**
 * Searches a tag as the visitor, and follows the server's count and history. A session that the server no longer knows
 * is renewed once.
 */
export async function searchTag(state: SessionState, tag: string): Promise<SearchResult> {
  try {
    const result = await askRenewing(state, tag)
    state.become(searched(state.read(), result))
    return result
  } catch (error) {
    if (isError(error, 'code', 'search_limit_reached')) state.become(searchesUsedUp(state.read()))
    throw error
  }
}

async function askRenewing(state: SessionState, tag: string): Promise<SearchResult> {
  try {
    return await state.call('POST /api/search', { body: { tag } })
  } catch (error) {
    if (!isError(error, 'status', 401)) throw error
    await renewSession(state)
    return await state.call('POST /api/search', { body: { tag } })
  }
}

function isError<K extends 'code' | 'status'>(error: unknown, key: K, value: ApiError[K]): boolean {
  return error instanceof ApiError && error[key] === value
}
