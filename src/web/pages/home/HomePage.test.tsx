// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { exampleAnswer } from '#test/example-answers.ts'
import { type Answers, renderPage } from '#test/render-page.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { ClubCard } from './EntityCard.tsx'
import { HomePage, isGoodExample } from './HomePage.tsx'
import { LivingClub } from './LivingClub.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const STATS = { total_clubs: 1234, total_players: 30_000, analytics_coverage: { clubs: 40, players: 50 } }
const CLUB = { club_tag: '#2PYL', club_name: 'Deep Pod', member_count: 30, trophies: 900_000 }

const session = createSessionStore({
  call: () => new Promise<never>(() => {}),
  stored: createStoredSession(),
  defaultTag: async () => null,
})

test('who comes back to the page without a network still sees the last figures, and is told', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers: Answers = {
    '/api/browse/stats': STATS,
    '/api/browse/entities': { clubs: [CLUB], players: [], total_entities: 1, page: 1, limit: 12 },
  }
  renderPage(
    <SessionProvider store={session}>
      <HomePage />
    </SessionProvider>,
    answers,
  )
  await screen.findByText('1,234')
  for (const path of Object.keys(answers)) {
    answers[path] = Promise.reject(new TypeError('Failed to fetch'))
    await expect(answers[path]).rejects.toThrow()
  }
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  window.dispatchEvent(new Event('visibilitychange'))
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await screen.findByText(/^Could not refresh: .+ These are the last figures\.$/)
  expect(screen.getByText('1,234')).toBeTruthy()
  expect(screen.getByText('Deep Pod')).toBeTruthy()
  expect(screen.queryByText('Unable to load platform data')).toBeNull()
})

test.each(['/api/browse/club/2PYL/analytics', '/api/analytics/club/2PYL/member-scores'])(
  'where %s of the club on show fails, words say what can be found out',
  async (path) => {
    const paths = ['/api/browse/club/2PYL', '/api/browse/club/2PYL/analytics', '/api/analytics/club/2PYL/member-scores']
    const answers = Object.fromEntries(paths.map((each) => [each, exampleAnswer(`GET ${each}`) as object]))
    renderPage(<LivingClub tag="#2PYL" otherwise={<p>In words</p>} />, { ...answers, [path]: 400 })
    expect(await screen.findByText('In words')).toBeTruthy()
  },
)

test.each([
  ['that is viewed', 61.4, /viewed.*Deep Pod900k trophies30 members$/],
  ['that nobody looked at', 0, /^DPDeep Pod900k30 memberstrophies$/],
])('the first club, %s, says what puts it there, and its members', (_story, popularity_score, about) => {
  renderPage(<ClubCard club={{ ...CLUB, popularity_score }} leads />, {})
  expect(screen.getByRole('link').textContent).toMatch(about)
})

test('a viewed club further down says too why it stands before one with more trophies', () => {
  renderPage(<ClubCard club={{ ...CLUB, popularity_score: 20 }} leads={false} />, {})
  expect(screen.getByRole('link').textContent).toMatch(/viewed.*Deep Pod900k trophies30\/30/)
})

test.each([
  ['that grows, with enough known members', true, { gain_7d: 120, known_members: 5 }],
  ['that loses', false, { gain_7d: -120, known_members: 28 }],
  ['of whose week nothing is known', false, { gain_7d: null, known_members: 28 }],
  ['with few known members', false, { gain_7d: 120, known_members: 4 }],
])('a club %s shows what the site can tell: %s', (_story, isGood, known) => {
  expect(isGoodExample({ analytics_available: true, ...known })).toBe(isGood)
})
