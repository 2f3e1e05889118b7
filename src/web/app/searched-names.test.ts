// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { forgetSearchedNames, keepSearchedNames, searchedNames } from './searched-names.ts'

beforeEach(() => localStorage.clear())

/** A visit in which these tags are searched one after the other. */
async function searching(...tags: string[]): Promise<void> {
  const queries = new QueryClient()
  keepSearchedNames(queries.getQueryCache())
  for (const [visit, tag] of tags.entries()) {
    const found = { tag, type: 'player', name: `Name of ${tag}`, search_history: [], searches_remaining: 4 }
    await queries.fetchQuery({ queryKey: ['POST /api/search', tag, visit], queryFn: () => found })
  }
  await queries.fetchQuery({ queryKey: ['GET /api/site', {}], queryFn: () => ({ tag: '#8', name: 'no search' }) })
  queries.clear()
}

test('the names of searches are kept for the next visit, the newest first', async () => {
  await searching('#2PYL', '#8QVJ', '#2PYL')
  expect(searchedNames()).toEqual([
    { tag: '#2PYL', type: 'player', name: 'Name of #2PYL' },
    { tag: '#8QVJ', type: 'player', name: 'Name of #8QVJ' },
  ])
})

test('the names of searches that were made before are kept as well', () => {
  const queries = new QueryClient()
  queries.setQueryData(['POST /api/search', '#2PYL', 0], { tag: '#2PYL', type: 'club', name: 'Deep Pod' })
  keepSearchedNames(queries.getQueryCache())
  expect(searchedNames()).toEqual([{ tag: '#2PYL', type: 'club', name: 'Deep Pod' }])
})

test('a search that fails leaves no name', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  keepSearchedNames(queries.getQueryCache())
  const refused = { queryKey: ['POST /api/search', '#2'], queryFn: () => Promise.reject(new Error('No such tag')) }
  await expect(queries.fetchQuery(refused)).rejects.toThrow('No such tag')
  expect(searchedNames()).toEqual([])
})

test('no more names are kept than a search history has tags', async () => {
  const tags = [...'0289PYLQGRJC'].map((letter) => `#2${letter}`)
  await searching(...tags)
  expect(searchedNames().map(({ tag }) => tag)).toEqual(tags.reverse().slice(0, 10))
})

test('forgotten names leave nothing in the browser', async () => {
  await searching('#2PYL')
  forgetSearchedNames()
  expect([searchedNames(), JSON.stringify({ ...localStorage })]).toEqual([[], expect.not.stringContaining('2PYL')])
})

test.each(['nonsense', '5', 'null', '[null, 1, {"tag": "#2"}]'])('%s in the storage gives no names', (text) => {
  localStorage.setItem('delphin.names', text)
  expect(searchedNames()).toEqual([])
})
