// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { exampleAnswer } from '#test/example-answers.ts'
import { renderPage } from '#test/render-page.tsx'
import { MePanel } from './Me.tsx'
import { ThisIsMe } from './ThisIsMe.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a guest says that a player is them, is led to clubs that fit, and takes it back; nothing leaves the browser', () => {
  const asked = renderPage(<ThisIsMe tag="#8PQ" name="<c2>Ada</c>" />, {})
  fireEvent.click(screen.getByRole('button', { name: 'This is me', pressed: false }))
  expect(localStorage.getItem('delphin.player')).toBe('["#8PQ","Ada"]')
  expect(screen.getByRole('link', { name: 'Find a club for me' }).getAttribute('href')).toBe('/find?tag=8PQ')
  fireEvent.click(screen.getByRole('button', { name: 'My player', pressed: true }))
  expect(localStorage.getItem('delphin.player')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  expect(asked).toEqual([])
})

test('a user’s choice is kept with the account as well', () => {
  localStorage.setItem('delphin.token', 'a-token')
  const asked = renderPage(<ThisIsMe tag="#8PQ" name="Ada" />, { '/api/desk/my-player': { my_player: null } })
  fireEvent.click(screen.getByRole('button', { name: 'This is me' }))
  expect(asked.map((url) => new URL(url, 'http://site.test').pathname)).toEqual(['/api/desk/my-player'])
})

test('me shows today, days in a row, what is next, the tier, and what to play now', async () => {
  localStorage.setItem('delphin.player', '["#8PQ","Ada"]')
  const example = (path: string) => exampleAnswer(`GET ${path}`) as object
  const entry = {
    type: 'player',
    tag: '#8PQ',
    name: 'Ada',
    trophies: 48_214,
    today: 80,
    today_played: 64,
    week: 1,
    week_played: 1,
  }
  const analytics = {
    ...example('/api/browse/player/8PQ/analytics'),
    activity_analysis: { current_streak_days: 5 },
    next_milestone: { trophy_count: 50_000, trophies_missing: 1786 },
  }
  renderPage(<MePanel />, {
    '/api/browse/player/8PQ': {
      ...example('/api/browse/player/8PQ'),
      ranked: { tier: 'Mythic II', tier_place: 14, rating: 5100 },
    },
    '/api/browse/player/8PQ/analytics': analytics,
    '/api/browse/board': {
      entries: [{ ...entry, last_updated: new Date().toISOString(), stale: false, closes: [], changes: null }],
    },
    '/api/analytics/player/8PQ/play-now': { ...example('/api/analytics/player/8PQ/play-now'), events: [] },
  })
  const me = await screen.findByRole('region', { name: 'Me' })
  await within(me).findByText('Today')
  const facts = within(me)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['Today', '+64'],
    ['In a row', '5 days'],
    ['Next', '50k, 1,786 to go'],
    ['Ranked', 'Mythic II'],
  ])
  expect(await within(me).findByText('Which maps are open is not known just now.')).toBeTruthy()
})

test('a player who is gone can be let go; after any other failure the visitor tries again', async () => {
  localStorage.setItem('delphin.player', '["#8PQ","Ada"]')
  const answers: Record<string, object | number> = { '/api/browse/player/8PQ': 503 }
  renderPage(<MePanel />, answers)
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  expect(screen.queryByRole('button', { name: 'This is not me' })).toBeNull()
  answers['/api/browse/player/8PQ'] = 404
  fireEvent.click(retry)
  fireEvent.click(await screen.findByRole('button', { name: 'This is not me' }))
  expect(localStorage.getItem('delphin.player')).toBeNull()
})
