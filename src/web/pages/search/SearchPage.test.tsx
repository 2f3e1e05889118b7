// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { RouterAt } from '#test/render-page.tsx'
import { call } from '#web/app/api-client.ts'
import { forgetFailures } from '#web/app/equal-failures.ts'
import { createQueryClient } from '#web/app/queries.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { TagSearch } from '#web/chrome/TagSearch.tsx'
import { SearchPage } from './SearchPage.tsx'

afterEach(() => {
  cleanup()
  forgetFailures()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const GUEST = { session_id: 'g', searches_remaining: 5, search_limit: 5, search_history: [] }

/** A guest opens /search/{tag}; names find `known`. Returns the bodies of the searches that the server received. */
async function visit(tag: string, status: number, answer: unknown, known: unknown[] | null = []): Promise<string[]> {
  const searches: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/auth/guest-session') return Response.json(GUEST)
    if (path.startsWith('/api/browse/names') && known) return Response.json({ names: known })
    if (path !== '/api/search') return Response.json({ error: 'Not stored.', code: 'not_found' }, { status: 404 })
    searches.push(String(init.body))
    return Response.json(answer, { status })
  })
  const session = createSessionStore({ call, stored: createStoredSession(), defaultTag: async () => null })
  render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider store={session}>
          <RouterAt address={`/search/${tag}`}>
            <TagSearch />
            <main>
              <SearchPage tag={tag} />
            </main>
          </RouterAt>
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
  await session.start()
  return searches
}

test('the search page makes exactly one search, however often React mounts it', async () => {
  const searches = await visit('2PYL', 404, { error: 'No club or player has the tag #2PYL.', code: 'not_found' })
  expect(await screen.findByText('No club or player has the tag #2PYL.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy()
  expect(searches).toEqual(['{"tag":"#2PYL"}'])
})

test('a text that is no tag stays in the field when it was sent, a tag does not', async () => {
  await visit('hello', 200, {})
  const [field] = screen.getAllByRole<HTMLInputElement>('combobox') as [HTMLInputElement]
  const send = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    if (field.form) fireEvent.submit(field.form)
  }
  send('Star Anglers')
  expect(field.value).toBe('Star Anglers')
  send('2PYL')
  expect(field.value).toBe('')
})

test('the search page makes no search without a valid tag', async () => {
  const searches = await visit('hello', 200, {})
  expect(await screen.findByText('Invalid search tag')).toBeTruthy()
  expect(searches).toEqual([])
})

test('a name that nobody has is said to be nobody here, and what is no name either to be no tag', async () => {
  await visit('hello', 200, {})
  expect(await screen.findByRole('heading', { name: 'No club or player here is called hello' })).toBeTruthy()
  cleanup()
  await visit('h', 200, {})
  expect(await screen.findByRole('heading', { name: 'Invalid search tag' })).toBeTruthy()
})

test('where names cannot be looked up, nobody is said to be called so', async () => {
  await visit('hello', 200, {}, null)
  expect(await screen.findByRole('heading', { name: 'Search failed' })).toBeTruthy()
  expect(screen.getByText('Not stored.')).toBeTruthy()
})

test.each([
  ['hello', 404, 'hello'],
  ['h', 404, 'h'],
  ['2PYL', 404, '#2PYL'],
])('what was searched in vain, %s, stands in the large field, to be corrected', async (text, status, shown) => {
  await visit(text, status, { error: 'No club or player has the tag #2PYL.', code: 'not_found' })
  const title = await screen.findByRole('heading', { level: 1 })
  const field = within(screen.getByRole('main')).getByRole<HTMLInputElement>('combobox')
  expect(field.value).toBe(shown)
  const wayHome = screen.getByRole('link', { name: 'Back to Home' })
  for (const [before, after] of [
    [title, field],
    [field, wayHome],
  ] as const)
    expect(before.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  fireEvent.change(field, { target: { value: '#2pyy' } })
  fireEvent.submit(field)
  await vi.waitFor(() => expect(window.location.pathname).toBe('/search/2PYY'))
})

test('a text that is no tag shows at once who is called like it, and not that it is no tag', async () => {
  const otter = { type: 'club', tag: '#2PYL', name: 'Otters', trophies: 9000, club_name: null, member_count: 20 }
  const searches = await visit('otter', 200, {}, [otter])
  const link = await screen.findByRole('link', { name: /^Otters/ })
  expect(link.getAttribute('href')).toBe('/club/2PYL')
  expect(screen.queryByText('Invalid search tag')).toBeNull()
  expect(searches).toEqual([])
})

test('the search page offers Login and Sign Up to a guest without searches left', async () => {
  await visit('2PYL', 403, { error: 'You have used your 5 free searches.', code: 'search_limit_reached' })
  expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign Up' })).toBeTruthy()
})

test('a guest without searches left is led to the public page of what is tracked', async () => {
  const names = ['#2PYL', '#2PYLQ'].map((tag) => {
    return { type: 'club', tag, name: `Club ${tag}`, trophies: 9000, club_name: null, member_count: 20 }
  })
  const refusal = { error: 'You have used your 5 free searches.', code: 'search_limit_reached' }
  await visit('2PYL', 403, refusal, names.toReversed())
  const link = await screen.findByRole('link', { name: 'Open Club #2PYL' })
  expect(link.getAttribute('href')).toBe('/club/2PYL')
  expect(screen.getByText('No free searches left')).toBeTruthy()
})

test('a tag that is sent again is searched again in this visit, and not where it failed before', async () => {
  const sentence = 'No club or player has the tag #2PYL.'
  const searches = await visit('2PYL', 404, { error: sentence, code: 'not_found' })
  await screen.findByText(sentence)
  const stepTo = (visit: string) =>
    act(async () => {
      window.history.replaceState({ visit }, '', '/search/2PYL')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
  await stepTo('second')
  await screen.findByText(sentence)
  // The field of the page has the tag already.
  const field = within(screen.getByRole('main')).getByLabelText<HTMLInputElement>('Player or club tag')
  expect(field.value).toBe('#2PYL')
  fireEvent.submit(field)
  await vi.waitFor(() => expect(searches).toHaveLength(3))
  await stepTo('first')
  await screen.findByText(sentence)
  expect(searches).toHaveLength(3)
})
