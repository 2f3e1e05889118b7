// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '#test/render-page.tsx'
import { ActivityAnalysis } from './PerformanceAnalytics.tsx'
import { PlayerPage } from './PlayerPage.tsx'
import { TrophyChart } from './TrophyMilestones.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SEEN = '2026-11-21T09:00:00Z'
const PLAYER = {
  tag: '#8PQ',
  name: 'Yuki',
  name_color: null,
  trophies: 48_214,
  highestTrophies: 48_902,
  expLevel: 214,
  '3vs3Victories': 12_480,
  soloVictories: 1920,
  duoVictories: 2675,
  club: { tag: '#2PYL', name: 'Deep Pod', role: 'vicePresident' },
  brawlers: [
    { id: 1, name: 'EL PRIMO', power: 11, rank: 30, trophies: 900, highestTrophies: 1000 },
    { id: 2, name: 'SHELLY', power: 9, rank: null, trophies: 1200, highestTrophies: 1200 },
  ],
  country: null,
  last_updated: SEEN,
  profile_updated: SEEN,
  tracked_since: SEEN,
  stale: false,
  battles_missed: true,
}
const ANALYTICS = {
  analytics_available: true,
  unavailable_reason: null,
  available_on: null,
  observed_days: 30,
  tracked_since: SEEN,
  last_updated: SEEN,
  stale: false,
  learning: null,
  summary: 'Up 1,820 trophies in 30 days.',
  week: { gain: 714, span_days: 7, active_days: 6, known_days: 7 },
  resting: false,
  days_silent: 0,
  performance_score: 86.2,
  trophy_percentile: 91,
  activity_analysis: {
    activity_score: 86.7,
    active_days_30d: 26,
    avg_daily_change: -4.5,
    consistency_rating: 91,
    longest_streak_days: 1,
    improvement_trend: 74,
    observed_days_30d: 28,
  },
  trophy_progression: { trophy_change_30d: 1820, span_days: 16 },
  club_contribution: null,
  achievement_milestones: [{ milestone: '40k', trophy_count: 40_000, achieved_date: null }],
  next_milestone: { trophy_count: 50_000, trophies_missing: 1786 },
}
const ALL: Answers = { '/api/browse/player/8PQ': PLAYER, '/api/browse/player/8PQ/analytics': ANALYTICS }

test('the player page shows key figures, the next milestone and the brawlers', async () => {
  renderPage(<PlayerPage tag="#8PQ" />, ALL)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Yuki')
  expect(screen.getByText(/Vice President of/).textContent).toContain('Deep Pod')
  expect(await screen.findByText('688 below the best')).toBeTruthy()
  expect((await screen.findAllByText('17,075')).length).toBe(2)
  expect(await screen.findByText('Next milestone: 50k, 1,786 to go.')).toBeTruthy()
  expect(screen.getByText('before tracking began')).toBeTruthy()
  expect(screen.getByText('−4.5')).toBeTruthy()
  const brawlers = screen.getByRole('table', { name: 'Brawlers of the player' })
  expect(
    within(brawlers)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Shelly', 'El Primo'])
})

test.each([
  [29, '29 days'],
  [30, '30+ days'],
])('a longest streak of %i days, of the 30 that are counted, reads %s', async (longest_streak_days, text) => {
  const analytics = { ...ANALYTICS, activity_analysis: { ...ANALYTICS.activity_analysis, longest_streak_days } }
  renderPage(<PlayerPage tag="#8PQ" />, { ...ALL, '/api/browse/player/8PQ/analytics': analytics })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText(`Longest streak: ${text}`)).toBeTruthy()
})

test('the first screen of a player does not warn of battles that were missed: the battles say it', async () => {
  renderPage(<PlayerPage tag="#8PQ" />, ALL)
  expect(await screen.findByText('Not in a club')).toBeTruthy()
  expect(screen.queryByText(/battles missed/)).toBeNull()
})

test('brawlers and victories are unknown until the profile was collected', async () => {
  const listed = { ...PLAYER, brawlers: [], profile_updated: null, '3vs3Victories': null, highestTrophies: null }
  renderPage(<PlayerPage tag="#8PQ" />, { ...ALL, '/api/browse/player/8PQ': listed })
  expect(await screen.findByText('No brawler data available')).toBeTruthy()
  expect(screen.getByText(/Victories come with the profile/)).toBeTruthy()
  expect(screen.queryByText('17,075')).toBeNull()
})

const LINE = { '/api/analytics/player/8PQ/trophy-progression': { progression_data: [], summary: {} } }
const isChartAlone = () => document.getElementById('trophies')?.parentElement?.className.includes('col-span-full')

const UNRATED = PLAYER.brawlers.map((brawler) => ({ ...brawler, trophies: null }))
test.each([
  ['brawlers are known', true, PLAYER],
  ['no brawler has known trophies', false, { ...PLAYER, brawlers: UNRATED }],
  ['the profile does not arrive', false, 503],
])('when %s, the chart shares its row with the best brawlers: %s', async (_, isShared, profile) => {
  renderPage(<PlayerPage tag="#8PQ" />, { ...ALL, ...LINE, '/api/browse/player/8PQ': profile })
  await screen.findByRole('region', { name: 'Trophy chart' })
  await waitFor(() => expect(isChartAlone()).toBe(!isShared))
  expect(screen.queryByRole('region', { name: 'Best brawlers' }) !== null).toBe(isShared)
})

test('all maps to play now take the width of the page while they are open', async () => {
  const advice = { days: 90, min_power: 7, owned: 2, fit: 2, events: [], ranked: [], last_updated: SEEN, stale: false }
  renderPage(<PlayerPage tag="#8PQ" />, { ...ALL, ...LINE, '/api/analytics/player/8PQ/play-now': advice })
  const line = await screen.findByRole('button', { name: /^Play now/ })
  await vi.waitFor(() => expect(isChartAlone()).toBe(false))
  fireEvent.click(line)
  await vi.waitFor(() => expect(isChartAlone()).toBe(true))
  fireEvent.click(line)
  await vi.waitFor(() => expect(isChartAlone()).toBe(false))
})

test('the player page names the days over which trophies changed, and the days that are known', async () => {
  renderPage(<PlayerPage tag="#8PQ" />, ALL)
  expect(await screen.findByText('+1,820 in 16 d')).toBeTruthy()
  const [figure, row] = await screen.findAllByText('of 28 known days')
  expect(figure?.parentElement?.textContent).toContain('Days played')
  expect(row?.parentElement?.textContent).toBe('26 of 28 known days')
})

const CONTRIBUTION = {
  club_name: 'Deep Pod',
  club_tag: '#2PYL',
  contribution_score: 90,
  rank_in_club: 2,
  members_ranked: 28,
  gain: 1820,
}

test('a player who rests has no performance score, no bar and no place in the club', async () => {
  const rest = {
    ...ANALYTICS,
    performance_score: null,
    resting: true,
    days_silent: 16,
    club_contribution: CONTRIBUTION,
  }
  renderPage(<PlayerPage tag="#8PQ" />, { ...ALL, '/api/browse/player/8PQ/analytics': rest })
  expect(await screen.findByText('for 16 days')).toBeTruthy()
  const card = await screen.findByRole('region', { name: 'Performance analytics' })
  expect(card.textContent).toContain('Silent for 16 days.')
  expect(within(card).queryByRole('definition')).toBeNull()
  const club = screen.getByRole('region', { name: 'Club contribution' })
  expect(club.textContent).toContain('Deep Pod')
  expect(club.textContent).not.toMatch(/#2 |of 28|90/)
})

test.each([
  [28, true, 'for 28+ days'],
  [15, false, 'for 15 days'],
])('a silence of %i days, which may be longer: %s, is said as "%s"', async (days_silent, silent_at_least, words) => {
  const rest = { ...ANALYTICS, performance_score: null, resting: true, days_silent, silent_at_least }
  renderPage(<PlayerPage tag="#8PQ" />, { ...ALL, '/api/browse/player/8PQ/analytics': rest })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('with too little history the player page says how far the learning is, and judges nothing', async () => {
  const young = {
    ...ANALYTICS,
    analytics_available: false,
    learning: { observed_days: 3, needed: 7 },
    unavailable_reason: 'Analytics need more days.',
    available_on: '2026-11-25',
    summary: null,
    performance_score: null,
    trophy_percentile: null,
  }
  renderPage(<PlayerPage tag="#8PQ" />, { ...ALL, '/api/browse/player/8PQ/analytics': young })
  expect(await screen.findByText('Learning: 3 of 7 days')).toBeTruthy()
  expect(screen.getByText(/so far there are 3\. Expected on Nov 25, 2026\./)).toBeTruthy()
  await screen.findByRole('region', { name: 'Milestones' })
  for (const title of ['Performance analytics', 'Activity analysis', 'Club contribution']) {
    expect(screen.queryByRole('region', { name: title })).toBeNull()
  }
  // The links to sections follow what is shown.
  await vi.waitFor(() => expect(screen.queryByText(/Performance|Consistency|%/)).toBeNull())
})

test('a player in a club that is still learned about has no place in it', async () => {
  const club_contribution = { ...CONTRIBUTION, contribution_score: null, rank_in_club: null }
  renderPage(<PlayerPage tag="#8PQ" />, {
    ...ALL,
    '/api/browse/player/8PQ/analytics': { ...ANALYTICS, club_contribution },
  })
  expect(await screen.findByText(/Learning: a place needs 7 days/)).toBeTruthy()
})

test('if the trophy chart fails, the other parts of the player page are shown', async () => {
  renderPage(<PlayerPage tag="#8PQ" />, ALL)
  expect(await screen.findAllByText('Failed to fetch trophy progression')).toBeTruthy()
  // Other parts fail too, so that it is one row: nothing stands beside it.
  const best = await screen.findByRole('region', { name: 'Best brawlers' })
  await waitFor(() => expect(best.className).toContain('col-span-full'))
  expect(screen.getByRole('region', { name: 'Performance analytics' })).toBeTruthy()
})

test('the days inside the folded card of activity are no second failed part beside the trophy chart', async () => {
  renderPage(
    <>
      <TrophyChart tag="#8PQ" days={30} onDays={() => {}} isOneCard={false} />
      <ActivityAnalysis tag="#8PQ" />
    </>,
    ALL,
  )
  // Both need the trophies of the same days, which do not come.
  await screen.findByText('Failed to fetch activity data')
  const chart = within(screen.getByRole('region', { name: 'Trophy chart' }))
  expect(chart.getByRole('status').textContent).toContain('Failed to fetch trophy progression')
  screen.getByText('Consistency rating')
})

test('the page of an unknown player links to the search for that player', async () => {
  renderPage(<PlayerPage tag="#8PQ" />, {})
  expect(await screen.findByText('Player data not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Search for this player' }).getAttribute('href')).toBe('/search/8PQ')
})

test('the player page without a valid tag makes no call and offers no retry', async () => {
  renderPage(<PlayerPage tag="#ABC" />, ALL)
  expect(await screen.findByText(/Invalid search tag/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  expect(screen.queryByText('Performance analytics')).toBeNull()
})
