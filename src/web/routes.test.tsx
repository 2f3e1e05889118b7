// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NOT_FOUND_PAGE, PAGES, type Page } from '#shared/pages.ts'
import { createQueryClient } from '#web/app/queries.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { loadFirstPage, Site } from './routes.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sources = import.meta.glob<Record<string, unknown>>('./pages/*/*Page.tsx')
const entries: readonly Page[] = [...PAGES, NOT_FOUND_PAGE]

test('the table of pages names every source of a page, and each exports its page', async () => {
  const modules = new Set(entries.flatMap(({ module }) => (module === null ? [] : [`./${module}`])))
  expect([...modules].toSorted()).toEqual(Object.keys(sources).toSorted())
  for (const module of modules) {
    const name = module.split('/').at(-1)?.replace('.tsx', '') ?? ''
    expect(typeof (await sources[module]?.())?.[name]).toBe('function')
  }
})

const SEEN = '2026-11-21T09:00:00Z'
const CLUB = { tag: '#2PYL', name: 'Deep Pod', members: [], type: null, requiredTrophies: null, last_updated: SEEN }

/** Opens the site at an address, before a server that knows one club. */
async function open(address: string) {
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/browse/club/2PYL' ? Response.json(CLUB) : Response.json({}, { status: 404 }),
  )
  const session = createSessionStore({
    call: () => new Promise<never>(() => {}),
    stored: createStoredSession(),
    defaultTag: async () => null,
  })
  await act(async () => {
    window.history.replaceState(null, '', await loadFirstPage(address))
    render(
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider store={session}>
          <Site />
        </SessionProvider>
      </QueryClientProvider>,
    )
  })
}

test.each([
  ['/search', '/', 'Analytics Platform | Delphin'],
  ['/scores', '/scores', 'How scores work | Delphin'],
  ['/browse/players?region=eu', '/browse/players?region=eu', 'Browse Players | Delphin'],
  ['/club', '/club', 'Tracker | Delphin'],
  ['/club/2pyl', '/club/2PYL', 'Tracker: Deep Pod | Delphin'],
  ['/club/nonsense', '/club/nonsense', 'Tracker | Delphin'],
  ['/no-such-page', '/no-such-page', 'Page Not Found | Delphin'],
])('%s shows the page at %s under the title %s', async (address, shown, title) => {
  await open(address)
  expect(window.location.pathname + window.location.search).toBe(shown)
  await waitFor(() => expect(document.title).toBe(title))
})
