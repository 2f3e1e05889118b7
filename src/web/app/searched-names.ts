import type { Query, QueryCache } from '@tanstack/react-query'
import { SEARCH_HISTORY_MAX } from '#shared/limits.ts'
import type { Answer } from './api-client.ts'

export type SearchedName = Pick<Answer<'POST /api/search'>, 'tag' | 'type' | 'name'>

/** Beside the history, which holds tags alone: what was found under them, the newest first. */
const KEY = 'delphin.names'

const watched = new WeakSet<QueryCache>()

/** Keeps the name of everything that was and will be searched with this cache of answers. */
export function keepSearchedNames(answers: QueryCache): void {
  if (watched.has(answers)) return
  watched.add(answers)
  for (const query of answers.getAll()) keepName(query)
  answers.subscribe(({ type, query }) => type === 'updated' && keepName(query))
}

function keepName({ queryKey: [call], state: { data } }: Query): void {
  if (call !== 'POST /api/search' || !data) return
  const { tag, type, name } = data as SearchedName
  const others = searchedNames().filter((each) => each.tag !== tag)
  write([{ tag, type, name }, ...others].slice(0, SEARCH_HISTORY_MAX))
}

/** The names that are kept; none where a browser refuses storage or holds nonsense. */
export function searchedNames(): SearchedName[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.name === 'string') : []
  } catch {
    return []
  }
}

/** Leaves nothing for whoever uses the browser next. */
export function forgetSearchedNames(): void {
  write([])
}

function write(names: SearchedName[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(names))
  } catch {
    // Full or forbidden: the dashboard then shows tags.
  }
}
