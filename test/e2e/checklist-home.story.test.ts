import { describe, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { altering, answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()

it('Home features 6 clubs and 6 players from a request limit of 12', async () => {
  const page = await visitor.at()
  await altering(page, '/browse/entities?*', (answer) => answer)
  const asked = page.waitForRequest('**/api/browse/entities?*')
  await visitor.at('/')
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('12')
  for (const list of ['Featured Clubs', 'Top Players']) {
    await expect.poll(() => page.getByRole('region', { name: list }).locator('a > svg').count()).toBe(6)
  }
})

it('The demo says in a landmark of its own that its figures are not those of the game', async () => {
  const page = await visitor.at('/')
  await page
    .getByRole('complementary', { name: 'Demo' })
    .getByText(/come from a simulated world/)
    .waitFor()
})

it('The hero offers the search and example tags for one club and one player', async () => {
  const page = await visitor.at('/')
  await page.getByRole('main').getByPlaceholder('Enter player or club tag...').waitFor()
  for (const tag of [EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG]) {
    await page.getByRole('main').getByRole('link', { name: tag }).waitFor()
  }
})

it.each([
  ['/browse/stats', 'Clubs tracked'],
  ['/browse/entities?*', 'Platform Overview'],
])('Home data: a non-ok %s falls back to zeros or empty lists', async (call, heading) => {
  const page = await visitor.at()
  await answering(page, call, 418)
  await visitor.at('/')
  await shows(page, heading)
  if (call === '/browse/stats') {
    const figure = page.locator('dl > div').filter({ hasText: 'Clubs tracked' })
    await figure.getByText('0', { exact: true }).waitFor()
  } else await shows(page, 'No featured clubs available', 'No top players available')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

it('Home page: Unable to load platform data with the error and a refresh hint', async () => {
  const page = await visitor.at()
  await answering(page, '/browse/stats', null)
  await visitor.at('/')
  await shows(page, 'Unable to load platform data', /Try to refresh the page/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await shows(page, 'Featured Clubs')
})

it('Empty states: No featured clubs available; No top players available', async () => {
  const page = await visitor.at()
  await altering(page, '/browse/entities?*', (answer) => ({ ...answer, clubs: [], players: [] }))
  await visitor.at('/')
  await shows(page, 'No featured clubs available', 'No top players available')
})

it('Stats may be wrapped in a data field', async () => {
  const page = await visitor.at()
  await altering(page, '/browse/stats', (answer) => ({ data: { ...answer, total_clubs: 4321 } }))
  await visitor.at('/')
  await shows(page, '4,321')
})

const CALL = '/browse/dashboard'

it('Platform overview: total_clubs, total_players, analytics_coverage (percent), recent_activity, growth', async () => {
  const page = await visitor.at()
  await altering(page, CALL, (answer) => ({
    ...answer,
    platform_overview: {
      total_clubs: 1234,
      total_players: 56_789,
      analytics_coverage: 43,
      recent_activity: 765,
      platform_growth_7d: 12,
    },
  }))
  await visitor.at('/analytics')
  await shows(page, '1,234', '56,789', '43%', '765', '+12% clubs and players in 7 days')
})

it('Recent activity: data_updates_24h, new_clubs_7d, new_players_7d, analytics_generated_24h', async () => {
  const page = await visitor.at('/analytics')
  await shows(page, 'Data updates in 24 hours', 'New clubs in 7 days', 'New players in 7 days')
  await shows(page, 'Analytics generated in 24 hours')
})

it('Analytics: Trending shows 8', async () => {
  const page = await visitor.at('/analytics')
  const trending = page.getByRole('region', { name: 'Trending this week' })
  await expect.poll(() => trending.getByRole('listitem').count()).toBe(8)
})

it('Analytics: a refresh button and a relative time of the last update', async () => {
  const page = await visitor.at('/analytics')
  await page.getByText('just now', { exact: true }).first().waitFor()
  expect(await page.locator('time', { hasText: 'just now' }).first().innerText()).toBe('just now')
  const again = page.waitForRequest('**/api/browse/dashboard')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await again
})

it('Empty states: No trending entities this week; Regional data not available', async () => {
  const page = await visitor.at()
  await altering(page, CALL, (answer) => ({ ...answer, trending_this_week: [], regional_insights: [] }))
  await visitor.at('/analytics')
  await shows(page, 'No trending entities this week', 'Regional data not available')
})

it('Dashboard: Unable to load analytics dashboard, with a return-home link', async () => {
  const page = await visitor.at()
  await answering(page, CALL, 418)
  await visitor.at('/analytics')
  await shows(page, 'Unable to load analytics dashboard')
  await page.getByRole('link', { name: 'Return Home' }).click()
  await page.waitForURL(`${visitor.url}/`)
})

const [club, player] = [EXAMPLE_CLUB_TAG.slice(1), EXAMPLE_PLAYER_TAG.slice(1)]

describe('routes', () => {
  it.each([
    ['/', 'Home: hero', ['See what moves your club']],
    [
      '/',
      'Home: platform overview, featured clubs, top players',
      ['Platform Overview', 'Featured Clubs', 'Top Players'],
    ],
    ['/', 'Home: feature showcase, calls to action', ['What you can find out', 'Search without a limit']],
    ['/browse/clubs', 'Club browse: filter sidebar, sort dropdown', ['Club name', 'Sort by', 'Region', 'Activity']],
    ['/browse/players', 'Player browse: same layout', ['Player name', 'Sort by', 'Region', 'Activity']],
    ['/analytics', 'Platform dashboard', ['Trending this week', 'Highlights', 'Regional insights', 'Recent activity']],
    ['/leaderboards', 'Leaderboards: tabs players, clubs, brawlers', ['Players', 'Clubs', 'Brawlers']],
    ['/leaderboards', 'Leaderboards: region select; refresh button', ['Region', 'Refresh']],
    [`/club/${club}`, 'Club analytics', ['Trophy progression', 'Club health']],
    [`/player/${player}`, 'Player analytics', ['Trophy chart', 'Performance analytics']],
    [`/search/${player}`, 'Resolves a tag, triggers ingestion, then shows the club or player view', ['Trophy chart']],
    ['/dashboard', 'A welcome splash page for guests', ['Welcome aboard']],
    ['/no-such-page', 'Any other path: not-found page', ['Page Not Found']],
  ])('%s %s', async (path, _line, texts) => {
    await shows(await visitor.at(path), ...texts)
  })

  it('Leaderboards: brawler select on the brawlers tab', async () => {
    const page = await visitor.at('/leaderboards?type=brawlers')
    await page.getByLabel('Brawler', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Clubs' }).click()
    await page.getByLabel('Brawler', { exact: true }).waitFor({ state: 'detached' })
  })

  it.each(['/club', '/player'])('Club and player pages require a tag: %s', async (path) => {
    await shows(await visitor.at(path), path === '/club' ? 'Club tag is required' : 'Player tag is required')
  })

  it('A missing tag on the search route redirects home', async () => {
    const page = await visitor.at('/search')
    await page.waitForURL(`${visitor.url}/`)
  })
})

describe('document titles', () => {
  it.each([
    ['/', 'Analytics Platform | Delphin'],
    [`/club/${club}`, 'Tracker: StarHarbour🌊 | Delphin'],
    [`/player/${player}`, /^Tracker: .+ \| Delphin$/],
    [`/search/${player}`, /^Tracker: .+ \| Delphin$/],
    ['/browse/clubs', 'Browse Clubs | Delphin'],
    ['/browse/players', 'Browse Players | Delphin'],
    ['/analytics', 'Analytics | Delphin'],
    ['/leaderboards', 'Leaderboards | Delphin'],
    ['/dashboard', 'Dashboard | Delphin'],
    ['/compare', 'Compare | Delphin'],
    ['/no-such-page', 'Page Not Found | Delphin'],
  ])('%s is called %s', async (path, title) => {
    const page = await visitor.at(path)
    await expect.poll(() => page.title()).toMatch(title)
  })
})
