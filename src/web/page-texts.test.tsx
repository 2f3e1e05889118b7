// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Answers } from '#test/render-page.tsx'
import { renderSite } from '#test/render-site.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const club = (place: number) => ({
  club_tag: `#2P${'PYLQGRJCUV890'[place]}`,
  club_name: `Pod ${place}`,
  member_count: 30,
  trophies: 900_000,
})
const player = (place: number) => ({
  player_tag: `#8P${'PYLQGRJCUV890'[place]}`,
  player_name: `Diver ${place}`,
  trophies: 30_000,
  club_name: null,
})
const TWELVE = Array.from({ length: 12 }, (_, place) => place)
const STATS = { total_clubs: 1234, total_players: 30_000, analytics_coverage: { clubs: 40, players: 50 } }
const FEATURED = { clubs: TWELVE.map(club), players: TWELVE.map(player), total_entities: 24, page: 1, limit: 12 }
const HOME: Answers = { '/api/browse/stats': STATS, '/api/browse/entities': FEATURED }
const NO_NETWORK = Promise.reject(new TypeError('Failed to fetch'))
NO_NETWORK.catch(() => {})

const DASHBOARD = {
  platform_overview: {
    total_clubs: 1234,
    total_players: 56_789,
    analytics_coverage: 43,
    recent_activity: 765,
    platform_growth_7d: 12,
  },
  trending_this_week: [],
  regional_insights: [],
  analytics_highlights: [],
  recent_activity: { data_updates_24h: 1, new_clubs_7d: 2, new_players_7d: 3, analytics_generated_24h: 4 },
}
const BRAWLERS = { brawlers: [{ brawler_id: 16_000_000, name: 'SHELLY' }] }
const EMPTY_LIST = { clubs: [], players: [], total_entities: 0, page: 1, limit: 24 }
const NEITHER = (kind: string): Answers => ({
  [`/api/browse/${kind}/2PYL`]: 418,
  [`/api/browse/${kind}/2PYL/analytics`]: 418,
})

type Said = (string | RegExp)[]

const FIGURES: Said = [...['1,234', '56,789', '43%', '765', '+12% in 7 days'], ...['+2', '+3', 'Highlights']]

test.each<[address: string, what: string, answers: Answers, texts: Said]>([
  [
    '/',
    'with everything',
    HOME,
    ['1,234', 'See what moves your club below the surface', 'What you can find out', 'Search without a limit'],
  ],
  [
    '/',
    'without a network',
    { ...HOME, '/api/browse/stats': NO_NETWORK },
    ['Unable to load platform data', /Try to refresh the page/],
  ],
  [
    '/',
    'where nobody is tracked',
    { ...HOME, '/api/browse/entities': EMPTY_LIST },
    ['No featured clubs available', 'No top players available'],
  ],
  ['/analytics', 'with everything', { '/api/browse/dashboard': DASHBOARD }, FIGURES],
  [
    '/analytics',
    'where nobody grows',
    { '/api/browse/dashboard': DASHBOARD },
    ['No trending entities this week', 'Regional data not available'],
  ],
  [
    '/analytics',
    'that fails',
    { '/api/browse/dashboard': 418 },
    ['Unable to load analytics dashboard', 'The server says 418.', 'Return Home'],
  ],
  [
    '/browse/clubs',
    'that fails',
    { '/api/browse/entities': 418 },
    ['Unable to load data', 'Failed to fetch clubs: 418', 'Back to Home'],
  ],
  [
    '/browse/players',
    'that fails',
    { '/api/browse/entities': 418 },
    ['Unable to load data', 'Failed to fetch players: 418', 'Back to Home'],
  ],
  [
    '/browse/clubs',
    'whose answer breaks off',
    { '/api/browse/entities': '{"clubs": [' },
    ['Failed to fetch clubs: unreadable answer'],
  ],
  [
    '/browse/clubs?search=nobody',
    'that finds nobody',
    { '/api/browse/entities': EMPTY_LIST },
    ['No clubs found matching your criteria'],
  ],
  ['/leaderboards', 'that fails', {}, ['Failed to load players leaderboard']],
  ['/leaderboards?type=clubs', 'that fails', {}, ['Failed to load clubs leaderboard']],
  ['/leaderboards?type=brawlers', 'without brawlers', {}, ['Failed to load brawlers list']],
  [
    '/leaderboards?type=brawlers',
    'that fails',
    { '/api/brawler/all': BRAWLERS },
    ['Failed to load brawlers leaderboard'],
  ],
  ['/club/2PYL', 'that fails', NEITHER('club'), ['Unable to load club analytics', '#2PYL', 'Browse other clubs']],
  ['/player/2PYL', 'that fails', NEITHER('player'), ['Unable to load player analytics']],
  ['/player/2PYL', 'of nobody', {}, ['Player data not found']],
  ['/club', 'without a tag', {}, ['Club tag is required']],
  ['/player', 'without a tag', {}, ['Player tag is required']],
  ['/search/nonsense', 'without a tag', { '/api/browse/names': { names: [] } }, ['Invalid search tag', 'Back to Home']],
  ['/no-such-page', 'that is none', {}, ['Page Not Found', 'Go Home Now']],
])('the page %s %s says so', async (address, _what, answers, texts) => {
  await renderSite(address, answers)
  for (const text of texts) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
})

test('a failed list is loaded again by Try Again', async () => {
  const answers: Answers = { '/api/browse/entities': 418 }
  await renderSite('/browse/clubs', answers)
  const again = await screen.findByRole('button', { name: 'Try Again' })
  answers['/api/browse/entities'] = EMPTY_LIST
  fireEvent.click(again)
  expect(await screen.findByText('No clubs found matching your criteria')).toBeTruthy()
})

test('the home page shows zeros and empty lists when the server refuses its calls, and no failure', async () => {
  await renderSite('/', { '/api/browse/stats': 418, '/api/browse/entities': 418 })
  await screen.findByText('No featured clubs available')
  expect(screen.getByText(/clubs tracked/).textContent).toBe('0 clubs tracked')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the home page features six clubs and six players of a request for twelve', async () => {
  const asked = await renderSite('/', HOME)
  for (const list of ['Featured Clubs', 'Top Players']) {
    const cards = await within(await screen.findByRole('region', { name: list })).findAllByRole('link', {
      name: /Pod|Diver/,
    })
    expect(cards).toHaveLength(6)
  }
  expect(asked).toContain('/api/browse/entities?limit=12')
})

const optionsOf = (label: string) =>
  [...screen.getByLabelText(label, { exact: true }).querySelectorAll('option')].map((option) => option.value)

test.each([
  ['clubs', ['popularity', 'member_count', 'activity_score', 'name', 'created_date', 'trophies', 'growth']],
  [
    'players',
    ['popularity', 'trophies', 'performance_score', 'activity_score', 'ranked', 'prestige', 'name', 'created_date'],
  ],
])('the list of %s has its orders', async (kind, orders) => {
  await renderSite(`/browse/${kind}`, { '/api/browse/entities': EMPTY_LIST })
  await screen.findAllByText(/^No \w+ found/)
  expect(optionsOf('Sort by')).toEqual(orders)
})

test('a list that loads shows twelve shapes of its cards', async () => {
  await renderSite('/browse/clubs', { '/api/browse/entities': new Promise(() => {}) })
  const loading = await screen.findByRole('status', { name: 'Loading clubs' })
  expect(loading.children.length).toBe(12)
})

test('players are filtered by region, activity, membership and trophies', async () => {
  await renderSite('/browse/players?membership=member', { '/api/browse/entities': EMPTY_LIST })
  const values = ['global', 'na', 'eu', 'asia', 'member', 'independent']
  const radios = async () => (await screen.findAllByRole<HTMLInputElement>('radio')).map(({ value }) => value)
  await waitFor(async () => expect(await radios()).toEqual(expect.arrayContaining(values)))
  for (const label of ['High (80%+)', 'Medium (50-79%)', 'Low (below 50%)', '0-5k', '5k-15k', '15k-25k', '25k+']) {
    expect(screen.getAllByLabelText(label, { exact: true }).length).toBeGreaterThan(0)
  }
})

test('the leaderboards offer the world and 16 countries, and ask for 50 ranks', async () => {
  const asked = await renderSite('/leaderboards?country=DE', {})
  await screen.findByText('Failed to load players leaderboard')
  expect(optionsOf('Region').join(' ')).toBe('global US CA GB DE FR ES IT BR MX RU TR IN CN JP KR AU')
  expect(screen.getByLabelText<HTMLSelectElement>('Region').value).toBe('DE')
  const [call = ''] = asked.filter((url) => url.includes('/rankings/leaderboards'))
  expect(Object.fromEntries(new URL(call, 'http://site.test').searchParams)).toEqual({
    type: 'players',
    country: 'DE',
    limit: '50',
  })
})

test('a brawler that the game does not have is not taken for another one', async () => {
  const asked = await renderSite('/leaderboards?type=brawlers&brawler=999', { '/api/brawler/all': BRAWLERS })
  await screen.findByText('There is no such brawler')
  const choice = screen.getByLabelText<HTMLSelectElement>('Brawler', { exact: true })
  expect(choice.selectedOptions[0]?.textContent).toBe('Choose a brawler')
  expect(asked.filter((url) => url.includes('/rankings/'))).toEqual([])
})
