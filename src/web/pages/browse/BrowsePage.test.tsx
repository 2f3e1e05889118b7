// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { readSearchParams } from '#web/app/addresses.ts'
import { useLocation, useNavigate } from '#web/router/Link.tsx'
import { BrowsePage } from './BrowsePage.tsx'
import { FilterPanel } from './FilterPanel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const named = (player_name: string) => ({
  player_tag: '#2PYL',
  player_name,
  trophies: 68_000,
  popularity_score: 10,
  club_name: 'Deep Pod',
  performance_score: 50,
  activity_score: 50,
  country: 'IT',
  created_date: '2026-11-01T00:00:00Z',
  analytics_available: true,
})

/** Opens the list of players with a query string, before a server that has these players. */
function browse(raw: object, players: object[], total_entities = players.length, more_than_total = false) {
  renderPage(<Addressed raw={raw} />, { '/api/browse/entities': { players, total_entities, more_than_total, page: 1 } })
}

/** The page with the query string of its address, which starts as given. */
function Addressed({ raw }: { raw: object }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to: '.', search: { ...raw } }), [navigate, raw])
  return <BrowsePage kind="player" raw={useLocation({ select: ({ searchStr }) => readSearchParams(searchStr) })} />
}

test('a list that fails is not explained', async () => {
  renderPage(<Addressed raw={{}} />, { '/api/browse/entities': 418 })
  await screen.findByText('Won in 7 days')
  expect(await screen.findByText('Unable to load data')).toBeTruthy()
  expect(screen.queryByText('Won in 7 days')).toBeNull()
})

test.each([
  [{}, true],
  [{ sort: 'ranked' }, false],
  [{ region: 'eu' }, false],
])('a list %o that fails hides its choices only where none was made', async (raw, isHidden) => {
  renderPage(<Addressed raw={raw} />, { '/api/browse/entities': 418 })
  await screen.findByText('Unable to load data')
  const sort = screen.getByRole('combobox', { name: 'Sort by', hidden: true })
  await waitFor(() => expect(sort.closest('[class*=":hidden"]') !== null).toBe(isHidden))
})

test('a list that fails says why in words, and with its status under details what failed', async () => {
  renderPage(<Addressed raw={{}} />, { '/api/browse/entities': 418 })
  const words = await screen.findByRole('alert')
  expect(words.textContent).toMatch(/^Unable to load data.+Try AgainBack to HomeDetailsFailed to fetch players: 418$/)
  expect(within(words).getByText('Failed to fetch players: 418').closest('details')?.open).toBe(false)
})

test('an empty list is reached by filters, and shows all, or is one that nobody has begun by a search', async () => {
  browse({ region: 'eu' }, [])
  expect(await screen.findByText('Try fewer filters. A tag that you search is tracked.')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Show all players' }))
  expect(await screen.findByText(/^The list begins with the first search/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show all players' })).toBeNull()
})

test('a page number beyond the last says so, and links to the last page', async () => {
  browse({ page: 9999 }, [], 5405)
  expect(await screen.findByText('This page does not exist')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Last page' }).getAttribute('href')).toBe('/?page=226')
  expect(screen.queryByText(/^No players found/)).toBeNull()
})

test.each([
  [false, '10,000 matching players, 1 to 24'],
  [true, '10,000+ matching players, 1 to 24'],
])('says how many match, and with + that there are more: %s', async (more, text) => {
  browse({ search: 'p' }, [named('Ada')], 10_000, more)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('filters that match no player say so, on every page number', async () => {
  browse({ page: 3, region: 'eu' }, [])
  expect(await screen.findByText('No players found matching your criteria')).toBeTruthy()
})

test.each([
  ['Shark of the deep', 'Shark of the deep'],
  ['\u2800\u3164', '#2PYL'],
])('the card of the player %j links to the player as %s, with the whole name as its title', async (name, shown) => {
  browse({}, [named(name)])
  const link = await screen.findByRole('link', { name: shown })
  expect([link.getAttribute('href'), link.title]).toEqual(['/player/2PYL', shown])
})

test.each([
  ['who is known', {}, ['Performance', 'Activity'], 'Performance'],
  ['who rests', { performance_score: null, activity_score: 12 }, [], 'Silent for 14+ days'],
  [
    'of whom too little is known of late',
    { performance_score: null, activity_score: null },
    [],
    'Learning: needs 7 days',
  ],
  ['without analytics', { analytics_available: false, performance_score: 91 }, [], 'Learning: needs 7 days'],
])('the card of a player %s has scores only where they can be given', async (_story, state, scores, words) => {
  browse({}, [{ ...named('Ada'), ...state }])
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryAllByRole('term').map((term) => term.textContent)).toEqual(scores)
})

test('the card calls activity high, medium or low as the filter does', async () => {
  const last = { ...named('Milo'), player_tag: '#8PYL', popularity_score: 1, analytics_available: false }
  browse({}, [{ ...named('Ada'), activity_score: 50 }, last])
  const term = await screen.findByText('Activity', { selector: 'dt *' })
  expect(term.closest('div')?.textContent).toBe('ActivityMedium50%')
})

test.each([
  ['Clear all (1)', 0],
  ['Clear all (1)', 1],
  ['Remove filter Europe', 0],
])('after the button %s (%i) disappears, the focus is still on the page', async (name, which) => {
  browse({ region: 'eu' }, [named('Ada')])
  await screen.findByRole('button', { name: 'More filters' })
  const button = (await screen.findAllByRole('button', { name }))[which]
  button?.focus()
  if (button) fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  expect(document.activeElement?.textContent).toMatch(/^(Browse Players|More filters)$/)
})

test('a choice that is taken back is no longer marked', async () => {
  browse({}, [named('Ada')])
  fireEvent.click(await screen.findByRole('radio', { name: 'Europe' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Europe' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove filter Europe' })).toBeNull())
  const marked = screen.getAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ value }) => value)
  expect(marked).toEqual(['global', 'any'])
})

/** The filters of clubs, and after a press those of players. */
function Filters() {
  const [kind, setKind] = useState<'club' | 'player'>('club')
  return (
    <>
      <button type="button" onClick={() => setKind('player')}>
        Players
      </button>
      <FilterPanel key={kind} kind={kind} search={{}} onSearch={() => {}} />
    </>
  )
}

test('filters count what they filter: those of players do not tell the clubs that were counted before', async () => {
  const counts = (europe: number) => ({
    regions: { global: europe, na: 0, eu: europe, asia: 0 },
    activities: { high: 0, medium: 0, low: europe },
    ranges: {},
  })
  renderPage(<Filters />, {
    '/api/browse/club-counts': { ...counts(12), countries: [], entries: {}, free_seats: 0, bar_met: null },
    '/api/browse/player-counts': { ...counts(345), memberships: {} },
  })
  expect(await screen.findByText('Europe (12)')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Players' }))
  expect(await screen.findByText('Europe (345)')).toBeTruthy()
  expect(screen.queryByText('Europe (12)')).toBeNull()
})

test('the choices add up: those without a country or a score are counted below, unless the choice leaves them out', async () => {
  const counts = {
    regions: { global: 860, na: 20, eu: 30, asia: 10 },
    activities: { high: 112, medium: 161, low: 558 },
    ranges: {},
    memberships: {},
  }
  const answers = { '/api/browse/player-counts': counts }
  renderPage(<FilterPanel kind="player" search={{}} onSearch={() => {}} />, answers)
  expect(await screen.findByText('29 without a score')).toBeTruthy()
  expect(screen.getByText('800 without a known country')).toBeTruthy()
  cleanup()
  renderPage(<FilterPanel kind="player" search={{ activity: 'high' }} onSearch={() => {}} />, answers)
  expect(await screen.findByText('800 without a known country')).toBeTruthy()
  expect(screen.queryByText(/without a score/)).toBeNull()
})

test.each([
  ['trophies', ['68k trophies']],
  ['name', ['68k trophies']],
  ['activity_score', ['50%']],
  ['performance_score', ['50']],
])(
  'by %s one figure of a card leads: %s; a card tells the activity also where all were chosen by it',
  async (sort, figures) => {
    browse({ sort, activity: 'medium' }, [named('Ada'), { ...named('Milo'), player_tag: '#8PYL' }])
    await screen.findByRole('link', { name: 'Milo' })
    const card = () => screen.getByRole('link', { name: 'Milo' }).closest('li')
    const leading = () => [...(card()?.querySelectorAll('.font-extrabold') ?? [])].map(({ textContent }) => textContent)
    // The order of the address comes with the next list.
    await waitFor(() => expect(leading()).toEqual(figures))
    expect(card()?.textContent).toMatch(/Performance.?50.*Activity.?50%/)
  },
)

test('the first player, of whom too little is known, has the medal in a row, and the next one the large card', async () => {
  const learning = { analytics_available: false, performance_score: null, activity_score: null }
  browse({ sort: 'trophies' }, [
    { ...named('Ada'), ...learning },
    { ...named('Milo'), player_tag: '#8PYL', trophies: 9 },
  ])
  await vi.waitFor(() => {
    const [first, next] = ['Ada', 'Milo'].map((name) => screen.getByRole('link', { name }).closest('li'))
    expect(first?.textContent).toMatch(/^AD1Ada68k trophies.*Learning: needs 7 days$/)
    expect(next?.textContent).toMatch(/^MI2Milo/)
    expect([first, next].map((card) => card?.querySelector('.on-paper') !== null)).toEqual([false, true])
  })
})
