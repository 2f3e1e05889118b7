// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { ReviewPage } from './ReviewPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const GUEST = { session_id: 'g', searches_remaining: 5, search_limit: 5, search_history: [] }
const SHARED = '/api/browse/club/2PYL/reviews'
const OWN = '/api/desk/2PYL/reviews'

test("a guest of the demo asks the example's desk with a session, never before it, and no other desk", async () => {
  const session = createSessionStore({
    call: (async () => GUEST) as never,
    stored: createStoredSession(),
    defaultTag: async () => null,
  })
  const asked = renderPage(
    <SessionProvider store={session}>
      <ReviewPage kind="club" tag="2PYL" raw={{}} />
      <ReviewPage kind="club" tag="2PYLQ" raw={{}} />
    </SessionProvider>,
    {
      '/api/site': { demo: true, example_club_tag: '#2PYL', art: false },
      [SHARED]: { reviews: [] },
      '/api/browse/club/2PYLQ/reviews': { reviews: [] },
      [OWN]: { periods: [] },
    },
  )
  await screen.findAllByText('Nothing is shared here')
  await vi.waitFor(() => expect(asked).toContain('/api/site'))
  expect(asked.filter((path) => path.startsWith('/api/desk/'))).toEqual([])
  await act(() => session.start())
  await vi.waitFor(() => expect(asked).toContain(OWN))
  expect(asked.filter((path) => path.startsWith('/api/desk/'))).toEqual([OWN])
})

const TRACKED = {
  tag: '#2PYL',
  name: 'Pod',
  tracked_since: '2026-11-10T09:00:00Z',
  last_updated: '2026-11-27T09:00:00Z',
}

test('a club that is new here says when its first review will be ready at the earliest, and no other does', async () => {
  const at = (tracked_since: string) =>
    renderPage(
      <SessionProvider
        store={createSessionStore({
          call: (async () => GUEST) as never,
          stored: createStoredSession(),
          defaultTag: async () => null,
        })}
      >
        <ReviewPage kind="club" tag="2PYL" raw={{}} />
      </SessionProvider>,
      {
        '/api/site': { demo: false, example_club_tag: null, art: false },
        '/api/browse/club/2PYL': { ...TRACKED, tracked_since },
        [SHARED]: { reviews: [] },
      },
    )
  at(TRACKED.tracked_since)
  expect(await screen.findByText('The first review will be ready on Dec 9, 2026 at the earliest.')).toBeTruthy()
  cleanup()
  at('2026-09-01T09:00:00Z')
  expect(await screen.findByRole('link', { name: 'Pod' })).toBeTruthy()
  expect(screen.queryByText(/^The first review/)).toBe(null)
})

const YUKI = {
  ...{ tag: '#8PYL', name: 'Yuki', tracked_since: '2026-09-01T09:00:00Z', last_updated: '2026-11-27T09:00:00Z' },
  ...{ ranked: null, brawlers: [] },
}
const DAYS = ['2026-11-25', '2026-11-26', '2026-11-27'].map((date, place) => {
  return { date, trophies: 1100 + 100 * place, trophy_change: 100, reset: 0, observed: true }
})

test.each([
  ['well', YUKI, DAYS, 'Season of November 2026', '+300 trophies'],
  [
    'a little',
    { ...YUKI, tracked_since: TRACKED.tracked_since },
    [],
    'The first review will be ready on Dec 9, 2026 at the earliest.',
    'Growth',
  ],
])('of a player who is known %s, a page without reviews shows what one would be', async (_, player, days, ...words) => {
  const path = '/api/analytics/player/8PYL'
  renderPage(
    <SessionProvider
      store={createSessionStore({
        call: (async () => GUEST) as never,
        stored: createStoredSession(),
        defaultTag: async () => null,
      })}
    >
      <ReviewPage kind="player" tag="8PYL" raw={{}} />
    </SessionProvider>,
    {
      '/api/site': { demo: false, example_club_tag: null, art: false },
      '/api/browse/player/8PYL': player,
      '/api/browse/player/8PYL/reviews': { reviews: [] },
      [`${path}/trophy-progression`]: { before: { trophies: 1000 }, progression_data: days },
      [`${path}/battles`]: { by_brawler: [], hours: [], played_with: [] },
    },
  )
  for (const each of words) expect(await screen.findAllByText(each)).not.toEqual([])
  expect(screen.getByRole('link', { name: 'Link my player' })).toBeTruthy()
})

const MISSING = 'Too few battles are known.'
const NOTHING = { best_day: null, brawler: null, hours: null, company: null, rank: null, ranked: null }
const OF_MILO = {
  ...{ type: 'player', tag: '#8PYL', name: 'Milo', period: '2026-03', from: '2026-03-05', to: '2026-04-01' },
  ...{ running: false, days: 28, observed_days: 20, made_at: '2026-04-01T09:00:00Z', ...NOTHING },
  growth: { gained: 5200, before: 40_000, after: 45_200, percent: 13, parts: null, line: null },
  missing: { brawler: MISSING, hours: MISSING, company: MISSING, rank: MISSING, best_day: MISSING },
  missing_facts: {},
  shared_at: '2026-04-02T09:00:00Z',
}

test("a friend sees in the list of a player's reviews how the player grew", async () => {
  const session = createSessionStore({
    call: (async () => GUEST) as never,
    stored: createStoredSession(),
    defaultTag: async () => null,
  })
  renderPage(
    <SessionProvider store={session}>
      <ReviewPage kind="player" tag="8PYL" raw={{}} />
    </SessionProvider>,
    {
      '/api/site': { demo: false, example_club_tag: '#2PYL', art: false },
      '/api/browse/player/8PYL/reviews': { reviews: [{ period: '2026-03', shared_at: OF_MILO.shared_at }] },
      '/api/browse/player/8PYL/reviews/2026-03': OF_MILO,
    },
  )
  expect(await screen.findByText('+5,200 trophies')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Season of March 2026 ?Shared on Apr 2, 2026/ })).toBeTruthy()
})

const DESK_OF_DEMO = {
  '/api/site': { demo: true, example_club_tag: '#2PYL', art: false },
  '/api/browse/club/2PYL': { ...TRACKED, tracked_since: '2026-10-13T09:00:00Z' },
  '/api/browse/club/2PYL/reviews/2026-11': {
    ...{ ...OF_MILO, type: 'club', tag: '#2PYL', name: 'Pod', period: '2026-11', running: true },
    ...{ from: '2026-11-05', to: '2026-11-27', days: 23, observed_days: 23 },
    best_day: { date: '2026-11-07', gained: 7199, week: null },
  },
  [SHARED]: { reviews: [{ period: '2026-11', shared_at: '2026-11-27T06:00:00Z' }] },
  [OWN]: {
    periods: [
      { period: '2026', days: 46, observed_days: 29, available: false, shared_at: null },
      { period: '2026-11', days: 23, observed_days: 23, available: true, shared_at: null },
      { period: '2026-10', days: 23, observed_days: 23, available: false, shared_at: null },
    ],
  },
}

test('the list begins with the newest season in several cards, and says which still run and which are expected', async () => {
  const session = createSessionStore({
    call: (async () => GUEST) as never,
    stored: createStoredSession(),
    defaultTag: async () => null,
  })
  const asked = renderPage(
    <SessionProvider store={session}>
      <ReviewPage kind="club" tag="2PYL" raw={{}} />
    </SessionProvider>,
    DESK_OF_DEMO,
  )
  await act(() => session.start())
  expect(await screen.findByText('23 of 23 days seen, Nov 5, 2026 to Nov 27, 2026 so far')).toBeTruthy()
  const [first] = screen.getAllByRole('listitem')
  // What everybody sees is shown as everybody sees it, also to who may share it anew.
  expect(first?.textContent).toMatch(/^Season of November 2026Shared on Nov 27, 2026/)
  expect(asked.filter((path) => path.startsWith(`${OWN}/`))).toEqual([])
  expect(first?.textContent).toContain('+7,199 trophiesBest day')
  const others = screen.getAllByRole('listitem').slice(1)
  expect(others.map((each) => each.textContent)).toEqual([
    'Year 2026Too few days seenA year needs 30 seen days.',
    'Season of October 2026Too few days seen before itA season needs 14 seen days, and 30 with those before it.',
  ])
})

test("a link to a review stays the same element, and first, while the owner's list arrives", async () => {
  const session = createSessionStore({
    call: (async () => GUEST) as never,
    stored: createStoredSession(),
    defaultTag: async () => null,
  })
  const { promise, resolve } = Promise.withResolvers<object>()
  const asked = renderPage(
    <SessionProvider store={session}>
      <ReviewPage kind="club" tag="2PYL" raw={{}} />
    </SessionProvider>,
    { ...DESK_OF_DEMO, [OWN]: promise },
  )
  const link = await screen.findByRole('link', { name: /^Season of November 2026/ })
  await act(() => session.start())
  await vi.waitFor(() => expect(asked).toContain(OWN))
  expect(link.isConnected).toBe(true)
  await act(async () => resolve(DESK_OF_DEMO[OWN]))
  await screen.findByText('Year 2026')
  expect(screen.getAllByRole('link', { name: /^Season of/ })).toEqual([link])
  expect(screen.getAllByRole('listitem')[0]?.contains(link)).toBe(true)
})

test('a list of many reviews asks for the newest six; an older one, and one that fails, is a link alone', async () => {
  const periods = ['2026-08', '2026-07', '2026-06', '2026-05', '2026-04', '2026-03', '2026-02', '2026-01']
  const asked = renderPage(
    <SessionProvider
      store={createSessionStore({
        call: (async () => GUEST) as never,
        stored: createStoredSession(),
        defaultTag: async () => null,
      })}
    >
      <ReviewPage kind="player" tag="8PYL" raw={{}} />
    </SessionProvider>,
    {
      '/api/site': { demo: false, example_club_tag: '#2PYL', art: false },
      '/api/browse/player/8PYL/reviews': {
        reviews: periods.map((period) => ({ period, shared_at: OF_MILO.shared_at })),
      },
      ...Object.fromEntries(periods.map((period) => [`/api/browse/player/8PYL/reviews/${period}`, OF_MILO])),
      '/api/browse/player/8PYL/reviews/2026-08': 404,
    },
  )
  await vi.waitFor(() => expect(screen.getAllByText('+5,200 trophies')).toHaveLength(5))
  expect(asked.flatMap((path) => /reviews\/(.*)/.exec(path)?.[1] ?? [])).toEqual(periods.slice(0, 6))
  const links = screen.getAllByRole('link', { name: /^Season of/ })
  expect(links).toHaveLength(8)
  await vi.waitFor(() => expect(links[0]?.querySelector('.shimmer')).toBe(null))
  for (const place of [0, 6, 7]) {
    expect(links[place]?.textContent).toMatch(/^Season of \w+ 2026Shared on Apr 2, 2026$/)
    expect(links[place]?.querySelector('.shimmer')).toBe(null)
  }
})

test("a friend opens a player's shared review: its cards, what is missing and why, and pictures to save", async () => {
  const session = createSessionStore({
    call: (async () => GUEST) as never,
    stored: createStoredSession(),
    defaultTag: async () => null,
  })
  renderPage(
    <SessionProvider store={session}>
      <ReviewPage kind="player" tag="8PYL" raw={{ period: '2026-03' }} />
    </SessionProvider>,
    {
      '/api/site': { demo: false, example_club_tag: '#2PYL', art: false },
      '/api/browse/player/8PYL/reviews/2026-03': OF_MILO,
    },
  )
  const cards = await screen.findByRole('list', { name: 'Cards' })
  const titles = within(cards).getAllByRole('heading')
  expect(titles.map((title) => title.textContent)).toEqual(['Growth'])
  expect(within(cards).getByText('1 of 1')).toBeTruthy()
  expect(screen.getAllByText(MISSING).map((why) => why.parentElement?.textContent)).toEqual(
    ['Best day', 'Most played brawler', 'Busiest hour', 'Played most with', 'Among similar players'].map(
      (of) => `${of} · ${MISSING}`,
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  const [picture] = screen.getAllByRole('link', { name: 'Save picture' })
  expect(picture?.getAttribute('href')).toContain('/og/review/player/8PYL/2026-03')
  expect(picture?.getAttribute('download')).toBe('delphin-8PYL-2026-03.png')
})
