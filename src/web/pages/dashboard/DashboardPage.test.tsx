// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { LatestSearch } from './DashboardPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['a club by its name', { tag: '#2PYL', type: 'club', name: 'Deep Pod' }, 'Deep PodClub · #2PYL'],
  ['a player without colour codes', { tag: '#2PYL', type: 'player', name: '<c2>Ada</c>' }, 'AdaPlayer · #2PYL'],
  [
    'a player with an invisible name by its tag',
    { tag: '#2PYL', type: 'player', name: '\u3164' },
    '#2PYLPlayer · #2PYL',
  ],
  ['a search from another browser by its tag', undefined, '#2PYL'],
] as const)('a latest search shows %s, without a call', async (_story, found, words) => {
  const asked = renderPage(<LatestSearch tag="#2PYL" found={found} />, {})
  const link = await screen.findByRole('link')
  expect(link.querySelector('svg + span')?.textContent).toBe(words)
  expect([link.getAttribute('href'), asked]).toEqual(['/search/2PYL', []])
})
