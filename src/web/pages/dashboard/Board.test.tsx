// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { Board } from './Board.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const GAINS = { today: 12, today_played: 12, week: 80, week_played: 80, closes: [], changes: null }

test('a favourite calls the day of its last gain today only where that is today, and says of when it is', async () => {
  const known = [
    { type: 'club', tag: '#2PYL', name: 'Deep Pod', last_updated: new Date().toISOString(), stale: false },
    { type: 'player', tag: '#8PQ', name: 'Ada', last_updated: '2026-03-15T12:00:00Z', stale: true },
  ]
  localStorage.setItem('delphin.favourites', JSON.stringify(known))
  const entries = known.map((entry) => ({ ...entry, ...GAINS, trophies: 5000 }))
  renderPage(<Board pending={null}>Below</Board>, { '/api/browse/board': { entries } })
  const rows = await screen.findAllByRole('listitem')
  const terms = rows.map((row) =>
    within(row)
      .queryAllByRole('term')
      .map(({ textContent }) => textContent),
  )
  expect(terms).toEqual([
    ['Today', '7 days'],
    ['Mar 15, 2026', '7 days'],
  ])
  expect(rows.map((row) => within(row).queryByText(/^As of Mar 15, 2026, 12:00 UTC/) !== null)).toEqual([false, true])
})
