import type { Query, QueryCache } from '@tanstack/react-query'
import { SEARCH_HISTORY_MAX } from '#shared/limits.ts'
import type { Answer } from './api-client.ts'
import { readList, writeText } from './storage.ts'

/** What was found under a tag. The search history holds tags alone; the dashboard shows their names from here. */
export type SearchedName = Pick<Answer<'POST /api/search'>, 'tag' | 'type' | 'name'>

const KEY = 'delphin.names'

const watched = new WeakSet<QueryCache>()

/** Keeps the name of every search whose answer is or will be in this cache. */
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

/** The names that the browser keeps, the newest first. */
export function searchedNames(): SearchedName[] {
  return readList(KEY).filter(isSearchedName)
}

function isSearchedName(kept: unknown): kept is SearchedName {
  return typeof kept === 'object' && kept !== null && 'name' in kept && typeof kept.name === 'string'
}

/** Removes all names, so that the next user of the browser does not see them. */
export function forgetSearchedNames(): void {
  write([])
}

function write(names: SearchedName[]): void {
  writeText(KEY, JSON.stringify(names))
}
