// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NOT_FOUND_PAGE, PAGES, type Page } from '#shared/pages.ts'
import { renderSite } from '#test/render-site.tsx'

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
const YUKI = { tag: '#8PQ', name: 'Yuki', trophies: 48_214, brawlers: [], club: null }
const PLAYER = { ...YUKI, profile_updated: null, last_updated: SEEN }

test.each([
  ['/search', '/', 'Analytics Platform | Delphin'],
  ['/scores', '/scores', 'How scores work | Delphin'],
  ['/browse/players?region=eu', '/browse/players?region=eu', 'Browse Players | Delphin'],
  ['/club', '/club', 'Tracker | Delphin'],
  ['/club/2pyl', '/club/2PYL', 'Tracker: Deep Pod | Delphin'],
  ['/club/nonsense', '/club/nonsense', 'Tracker | Delphin'],
  ['/player/8PQ', '/player/8PQ', 'Tracker: Yuki | Delphin'],
  ['/browse/clubs', '/browse/clubs', 'Browse Clubs | Delphin'],
  ['/analytics', '/analytics', 'Analytics | Delphin'],
  ['/leaderboards', '/leaderboards', 'Leaderboards | Delphin'],
  ['/dashboard', '/dashboard', 'Dashboard | Delphin'],
  ['/compare', '/compare', 'Compare | Delphin'],
  ['/no-such-page', '/no-such-page', 'Page Not Found | Delphin'],
])('%s shows the page at %s under the title %s', async (address, shown, title) => {
  await renderSite(address, { '/api/browse/club/2PYL': CLUB, '/api/browse/player/8PQ': PLAYER })
  expect(window.location.pathname + window.location.search).toBe(shown)
  await waitFor(() => expect(document.title).toBe(title))
})
