// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { exampleAnswer } from '#test/example-answers.ts'
import { type Answers, renderPage } from '#test/render-page.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { initialSession, type Session } from '#web/app/session.ts'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { DashboardPage, LatestSearch } from './DashboardPage.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const CHOICES = [
  ['delphin.player', ['#8PQ', 'Ada']],
  ['delphin.club', ['#2PYL', 'Deep Pod']],
  ['delphin.favourites', [{ type: 'club', tag: '#2PYL', name: 'Deep Pod' }]],
] as const

/** The dashboard of a visitor who has named a player and a club and marked a favourite, or who has made other choices. */
function showDashboard(
  visitor: Partial<Session>,
  choices: readonly (readonly [string, unknown])[] = CHOICES,
  answers: Answers = {},
) {
  localStorage.clear()
  for (const [key, value] of choices) localStorage.setItem(key, JSON.stringify(value))
  const session = { ...initialSession([]), isLoading: false, ...visitor }
  const store = createSessionStore({
    call: () => new Promise<never>(() => {}),
    stored: createStoredSession(),
    defaultTag: async () => null,
  })
  const site = { demo: false, example_club_tag: '#2YYY', example_player_tag: '#8YYY', mail: true, art: false }
  renderPage(
    <SessionProvider store={{ ...store, read: () => session }}>
      <DashboardPage />
    </SessionProvider>,
    {
      '/api/site': site,
      '/api/desk/clubs': { clubs: [] },
      '/api/browse/board': exampleAnswer('GET /api/browse/board') as object,
      ...answers,
    },
  )
}

/** What stands on the page, from top to bottom. */
async function order(names: readonly string[]): Promise<string[]> {
  const parts = await Promise.all(names.map((name) => screen.findByRole('region', { name })))
  return parts
    .toSorted((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map((part) => names[parts.indexOf(part)] ?? '')
}

const ADA = {
  username: 'ada',
  email: 'ada@example.test',
  search_count: 3,
  has_api_key: false,
  created_at: '2026-01-01T00:00:00Z',
} as Session['user']

test('a user finds me, my desk, favourites, latest searches with examples, and the account last', async () => {
  showDashboard({ isAuthenticated: true, user: ADA, searchHistory: ['#2PYL'] })
  const parts = ['Me', 'My desk', 'My club', 'Favourites', 'Latest searches', 'Account']
  expect(await order(parts.toReversed())).toEqual(parts)
  const searches = within(screen.getByRole('region', { name: 'Latest searches' }))
  expect((await searches.findByText('#2YYY')).closest('a')?.getAttribute('href')).toBe('/club/2YYY')
})

test.each([
  ['no searches', []],
  ['a search', ['#2PYL']],
])('below favourites, %s and the account are as wide as the page', async (_story, searchHistory) => {
  showDashboard({ isAuthenticated: true, user: ADA, searchHistory })
  await order(['Latest searches', 'Account'])
  // In a grid without columns, a part that spans two of them would make a second one.
  expect(document.querySelectorAll('.grid:not([class*=grid-cols]) > [class*=col-span-2]')).toHaveLength(0)
})

test.each([
  ['with favourites', CHOICES],
  ['without favourites', []],
])(
  'while it cannot be told who a visitor %s is, they keep their searches and nobody offers an account',
  async (_who, choices) => {
    showDashboard({ token: 'a-token', searchHistory: ['#2PYL'] }, choices)
    await screen.findByRole('region', { name: 'Latest searches' })
    expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual(['Dashboard'])
    expect(screen.queryByRole('button', { name: 'Sign Up' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Account' })).toBeNull()
  },
)

const example = (path: string) => exampleAnswer(`GET ${path}`) as object
const desk = (tag: string) => ({ tag, name: 'Pod', role: 'member', player_tag: '#8PQ', alerts: 0 })

test.each([
  ['of another club', [], desk('#2PYL'), ['Example']],
  ['whose desk the visitor has', [], desk('#2YYY'), []],
  ['that the visitor calls theirs', [['delphin.club', ['#2YYY', 'Pod']]], desk('#2PYL'), []],
] as const)('the pod %s is called an example where it is not their own', async (_story, choices, clubs, words) => {
  showDashboard({ isAuthenticated: true, user: ADA }, choices, {
    '/api/desk/clubs': { clubs: [clubs] },
    '/api/browse/club/2YYY': { ...example('/api/browse/club/{tag}'), name: 'Deep Pod' },
    '/api/browse/club/2YYY/analytics': example('/api/browse/club/{tag}/analytics'),
    '/api/analytics/club/2YYY/member-scores': example('/api/analytics/club/{tag}/member-scores'),
  })
  await screen.findByRole('link', { name: 'Deep Pod' })
  expect(screen.queryAllByText('Example').map((each) => each.textContent)).toEqual(words)
})

test('the short welcome of a guest with favourites offers the examples too', async () => {
  showDashboard({})
  await screen.findByRole('heading', { name: /Welcome aboard/ })
  expect((await screen.findByText('#8YYY')).closest('a')?.getAttribute('href')).toBe('/player/8YYY')
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
