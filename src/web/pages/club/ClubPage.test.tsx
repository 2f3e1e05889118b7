// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '#test/render-page.tsx'
import { ClubPage } from './ClubPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const SEEN = '2026-11-21T09:00:00Z'
const member = (tag: string, name: string, role: string) => ({
  tag,
  name,
  role,
  trophies: 40_000,
  ...{ name_color: null, joined_at: null, last_change_at: null },
})
const score = (player_tag: string, player_name: string, overall_score: number | null) => ({
  player_tag,
  player_name,
  overall_score,
  ...{ trophy_contribution: overall_score, activity_consistency: overall_score },
  ...{ improvement_trend: overall_score, activity_score: overall_score },
  total_records: 10,
  active_days: 5,
  observed_days: 10,
  gain: overall_score,
  span_days: 30,
  learning: null,
  resting: false,
  days_silent: player_name === 'Milo' ? 9 : 1,
  silent_at_least: player_name === 'Milo',
  rank_in_club: null,
})

const CLUB = {
  tag: '#2PYL',
  name: '<c3>Deep</c> Pod',
  description: null,
  memberCount: 2,
  members: [member('#8PP', 'Milo', 'member'), member('#8QQ', 'Ada', 'president')],
  trophies: 80_000,
  requiredTrophies: 30_000,
  type: 'inviteOnly',
  country: null,
  last_updated: SEEN,
  tracked_since: SEEN,
  stale: false,
}
const ANALYTICS = {
  analytics_available: true,
  unavailable_reason: null,
  available_on: null,
  observed_days: 30,
  tracked_since: SEEN,
  last_updated: SEEN,
  stale: false,
  summary: 'The club gained 1.2k trophies this month.',
  week: { joiners: 0, leavers: 1, led_by: ['Milo'], led_by_most: true, silent_members: 1 },
  learning: null,
  club_health_metrics: {
    activity_score: 86,
    trophy_growth_7d: -80_963,
    trophy_growth_7d_percent: -7.1,
    trophy_growth_7d_played: 3879,
    trophy_growth_7d_joined: 0,
    trophy_growth_7d_left: -84_842,
    trophy_growth_7d_played_percent: 0.3,
    growth_span_days: 7,
    trophy_change_30d: -70_000,
    trophy_change_30d_played: 12_000,
    trophy_change_30d_joined: 2842,
    trophy_change_30d_left: -84_842,
    change_span_days: 16,
  },
  member_performance_summary: {
    active_members: 12,
    ghost_members: 1,
    plays_no_trophies_members: 1,
    members_known_7d: 14,
    newcomers: 2,
    unseen_members: 0,
    top_performer: null,
  },
  ghosts: [{ tag: '#8PP', name: 'Milo', days_silent: 9, at_least: true }],
  joined_7d: [],
  left_7d: [],
  plays_no_trophies: [{ tag: '#8QQ', name: 'Ada', last_battle_at: SEEN }],
}
const NO_DAYS = {
  starting_trophies: null,
  total_gain: null,
  span_days: 30,
  peak_trophies: null,
  active_days: 0,
  biggest_gain: 0,
  biggest_loss: 0,
  observed_days: 0,
}

const QUEUE = {
  club_tag: '#2PYL',
  silent: [
    {
      player_tag: '#8PP',
      player_name: 'Milo',
      role: 'member',
      trophies: 40_000,
      days_silent: 9,
      silent_at_least: true,
      gain_7d: -300,
      gain_30d: -300,
      ...{ reason: '9+ days', played: null },
    },
  ],
  in_form: [],
  going_quiet: [],
  learning: null,
  last_updated: '2026-11-21T10:00:00Z',
  stale: false,
}

const ALL: Answers = {
  '/api/browse/club/2PYL/queue': QUEUE,
  '/api/browse/club/2PYL': CLUB,
  '/api/browse/club/2PYL/analytics': ANALYTICS,
  '/api/analytics/club/2PYL/member-scores': {
    club_tag: '#2PYL',
    days: 30,
    analytics_available: true,
    learning: null,
    member_scores: [score('#8PP', 'Milo', null), score('#8QQ', 'Ada', 88.4)],
  },
  '/api/analytics/club/2PYL/activity-heatmap': {
    club_tag: '#2PYL',
    days: 30,
    dates: [],
    member_activity: {},
    shown_members: 15,
  },
  '/api/analytics/club/2PYL/trophy-progression': { tag: '#2PYL', days: 30, progression_data: [], summary: NO_DAYS },
  '/api/browse/club/2PYL/events': { club_tag: '#2PYL', events: [], next_before: null },
}

test('the club page shows the club, its silent members, and all members from the president down', async () => {
  renderPage(<ClubPage tag="#2PYL" />, ALL)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Deep Pod')
  expect(screen.getByText('Invite only')).toBeTruthy()
  expect(document.title).toBe('Tracker: Deep Pod | Delphin')
  const silent = await screen.findByRole('region', { name: 'Silent' })
  expect(silent.textContent).toContain('9+ days')
  const table = await screen.findByRole('table', { name: 'Members of the club' })
  expect(await within(table).findByText('9+ days')).toBeTruthy()
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Ada', 'Milo'])
  expect((await within(table).findByRole('link', { name: 'Ada' })).getAttribute('href')).toBe('/player/8QQ')
  const ids = ['scorecards', 'activity', 'top-performer', 'members']
  expect([...document.querySelectorAll('section')].map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids)
})

test('the club page says that a score is not known yet, and does not show 0', async () => {
  renderPage(<ClubPage tag="#2PYL" />, ALL)
  await screen.findByText(/often active/)
  const row = within(screen.getByRole('table', { name: 'Members of the club' })).getByRole('row', { name: /Milo/ })
  const [, , gain, overall] = within(row).getAllByRole('cell')
  expect([gain?.textContent, overall?.textContent]).toEqual(['In 30 d —not known yet', 'Score —not known yet'])
})

test('the key figure and the chart of the club page tell the same gain, and the chart says who joined', async () => {
  const day = {
    date: '2026-11-21',
    trophies: 80_000,
    trophies_changed: true,
    trophy_change: 1200,
    reset: -34,
    observed: true,
  }
  const joined = { id: 1, kind: 'joined', player_tag: '#8QQ', player_name: 'Ada', before: null, after: null }
  renderPage(<ClubPage tag="#2PYL" />, {
    ...ALL,
    '/api/analytics/club/2PYL/trophy-progression': {
      tag: '#2PYL',
      days: 30,
      progression_data: [day],
      summary: { ...NO_DAYS, total_gain: 1234 },
    },
    '/api/browse/club/2PYL/events': {
      club_tag: '#2PYL',
      events: [{ ...joined, observed_after: null, observed_at: SEEN }],
      next_before: null,
    },
  })
  expect(await screen.findByText('+1,234 in 30 d')).toBeTruthy()
  expect(await screen.findByText(/: \+1,234\..*\(a reset took 34, joined: .Ada/)).toBeTruthy()
})

test.each([
  [3879, '+3,879 won in 16 d', 'By play +3,879'],
  [-3879, '3,879 lost in 16 d', 'By play −3,879'],
])('the chart of the club page says what of its gain was played: %i', async (played, short, text) => {
  const parts = { total_gain: -80_963, total_gain_played: played, total_gain_joined: 0, total_gain_left: -84_842 }
  renderPage(<ClubPage tag="#2PYL" />, {
    ...ALL,
    '/api/analytics/club/2PYL/trophy-progression': {
      tag: '#2PYL',
      days: 30,
      progression_data: [],
      summary: { ...NO_DAYS, ...parts, span_days: 16 },
    },
  })
  expect(await screen.findByText(short)).toBeTruthy()
  expect(await screen.findByText(`${text} · Joined 0 · Left −84,842`)).toBeTruthy()
})

test('parts of the club page that fail say so in their places, and the others are shown', async () => {
  renderPage(<ClubPage tag="#2PYL" />, { ...ALL, '/api/analytics/club/2PYL/member-scores': 400 })
  await screen.findByRole('table', { name: 'Members of the club' })
  const placeOf = (name: string) => within(screen.getByRole('region', { name }))
  await placeOf('Member scorecards').findAllByText('Failed to fetch member scores')
  // The pod needs the scores too: without them it calls no member unknown.
  await placeOf('Club health').findByText('Unable to load club analytics')
})

test('the page of an unknown club links to the search for it and to all clubs', async () => {
  renderPage(<ClubPage tag="#2PYL" />, {})
  expect((await screen.findByText('Club data not found')).closest('[role=alert]')).not.toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Club data not found')
  expect(screen.getByRole('link', { name: 'Browse other clubs' }).getAttribute('href')).toBe('/browse/clubs')
  expect(screen.getByRole('link', { name: 'Search for this club' }).getAttribute('href')).toBe('/search/2PYL')
})

test('the club page without a valid tag makes no call, says so once and offers no retry', async () => {
  const asked = renderPage(<ClubPage tag="ABC" />, ALL)
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('Unable to load club analyticsInvalid search tag: a tag has 3 to 14')
  expect(within(failure).queryByRole('button')).toBeNull()
  expect(asked.filter((call) => call.includes('ABC'))).toEqual([])
})

test('the share of active members stands once on the club page; the pod names each member on a tap and on focus', async () => {
  renderPage(<ClubPage tag="#2PYL" />, ALL)
  const figure = (await screen.findByText('86% in 7 days')).closest('div')
  expect(figure?.textContent).toContain('12 of 14')
  const health = screen.getByRole('region', { name: 'Club health' })
  expect(health.textContent).not.toContain('86%')
  const dolphins = await within(health).findAllByRole<HTMLInputElement>('radio')
  expect(dolphins.map((dolphin) => dolphin.getAttribute('aria-label'))).toEqual([
    'Ada, plays, but trophies do not move',
    'Milo, silent for 9+ days',
  ])
  expect(new Set(dolphins.map(({ name }) => name)).size).toBe(1)
  const named = () => within(health).getByRole('link').closest('p')?.textContent
  fireEvent.click(dolphins[1] as Element)
  expect(named()).toBe('Milo, Member, silent for 9+ days')
  fireEvent.focus(dolphins[0] as Element)
  expect(named()).toBe('Ada, President, plays, but trophies do not move')
})

test('the club page tells the week in its parts, and the growth in percent', async () => {
  renderPage(<ClubPage tag="#2PYL" />, ALL)
  const moved = await screen.findByRole('figure', { name: 'What moved the club in 7 days' })
  expect(
    within(moved)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['By play', 'Joined', 'Left'])
  expect(
    within(moved)
      .getAllByRole('definition')
      .map((value) => value.textContent),
  ).toEqual(['+3,879', '0', '−84,842'])
  expect(document.body.textContent).toContain('those who stayed won +3,879, mostly from Milo; 1 member silent')
  const growth = screen.getByText('Growth in 7 d').closest('div')
  expect(growth?.textContent).toMatch(/\+0\.3%by play−80,963 trophies, with all who joined and left\.$/)
})

test('a club whose history is older than the count of its moves says that the parts are not known', async () => {
  const club_health_metrics = {
    ...ANALYTICS.club_health_metrics,
    trophy_growth_7d_played: null,
    trophy_growth_7d_joined: null,
  }
  renderPage(<ClubPage tag="#2PYL" />, {
    ...ALL,
    '/api/browse/club/2PYL/analytics': { ...ANALYTICS, club_health_metrics },
  })
  expect(await screen.findByText(/How much of it came or went with members is not known/)).toBeTruthy()
  expect(screen.queryByRole('figure', { name: /What moved/ })).toBeNull()
  expect(screen.getByText('Growth in 7 d').closest('div')?.textContent).toContain('−7.1%with who came and left')
})

const YOUNG = {
  ...ANALYTICS,
  analytics_available: false,
  learning: { observed_days: 2, needed: 7 },
  observed_days: 2,
  unavailable_reason: 'Analytics need more days.',
  available_on: '2026-11-25',
}

test('with too little history the club page says how far the learning is, and judges nobody', async () => {
  renderPage(<ClubPage tag="#2PYL" />, { ...ALL, '/api/browse/club/2PYL/analytics': YOUNG })
  expect(await screen.findByText('Learning: 2 of 7 days')).toBeTruthy()
  expect(screen.getByText(/so far there are 2\. Expected on Nov 25, 2026\. Then scores of members/)).toBeTruthy()
  const table = await screen.findByRole('table', { name: 'Members of the club' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Member', 'Trophies', 'Role', 'In 30 d', 'Silent', 'Tag'])
  await screen.findByText('No events yet')
  for (const title of ['Club health', 'Who stands out', 'Member scorecards', 'Activity heatmap', 'Top performer']) {
    expect(screen.queryByRole('region', { name: title })).toBeNull()
  }
  expect(screen.queryByText(/ghost|excellent|%/i)).toBeNull()
})

test('of a member who rests or is hardly known, the club page says so in place of scores', async () => {
  const rest = { ...score('#8PP', 'Milo', 91), resting: true }
  const young = { ...score('#8QQ', 'Ada', null), learning: { observed_days: 3, needed: 7 } }
  renderPage(<ClubPage tag="#2PYL" />, {
    ...ALL,
    '/api/analytics/club/2PYL/member-scores': {
      club_tag: '#2PYL',
      days: 30,
      learning: null,
      member_scores: [rest, young],
    },
  })
  const scorecards = await screen.findByRole('region', { name: 'Member scorecards' })
  const rows = await within(scorecards).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['AdaLearning: 3 of 7 days', 'MiloSilent'].toReversed())
  fireEvent(within(rows[0] as HTMLElement).getByRole('group'), new Event('toggle'))
  expect(screen.queryByRole('list', { name: 'Top contributors' })).toBeNull()
  const table = screen.getByRole('table', { name: 'Members of the club' })
  expect(within(table).getByRole('row', { name: /Milo/ }).textContent).toContain('Silent')
  expect(within(table).getByRole('row', { name: /Ada/ }).textContent).toContain('Learning: 3 of 7 days')
})

const LATER = '2026-11-21T10:00:00Z'
const REFRESHED = {
  type: 'club',
  tag: '#2PYL',
  outcome: 'changed',
  before: { observed_at: SEEN, trophies: 80_000 },
  after: { observed_at: LATER, trophies: 80_120 },
  next_possible_at: '2026-11-21T10:02:00Z',
  trouble: null,
}

/** What is said of the refresh, in the area that screen readers follow. */
const said = (words: string | RegExp) => screen.findByText(words, { selector: 'header [role=status]' })

async function clubPage(answers: Answers): Promise<string[]> {
  const asked = renderPage(<ClubPage tag="#2PYL" />, { ...ALL, ...answers })
  await screen.findByRole('table', { name: 'Members of the club' })
  await screen.findByText('No events yet')
  return asked
}

test('Refresh on the club page asks the game, says what came, and repeats the calls of the page', async () => {
  const answer = Promise.withResolvers<object>()
  const asked = await clubPage({ '/api/browse/club/2PYL/refresh': answer.promise })
  // The settings of the installation do not change.
  const before = asked.filter((call) => !call.includes('/api/site'))
  const all = asked.length
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh' })
  fireEvent.click(button)
  await said('Asking the game…')
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([false, 'true'])
  fireEvent.click(button)
  answer.resolve(REFRESHED)
  await said(/^\+120 trophies since /)
  expect(asked.slice(all).toSorted()).toEqual(['/api/browse/club/2PYL/refresh', ...before].toSorted())
  expect(button.getAttribute('aria-busy')).toBeNull()
})

test('the reading of the heatmap ends when its rows change places', async () => {
  const active = (player_tag: string, player_name: string, active_days: number) => ({
    player_tag,
    player_name,
    active_days,
    activity_days: { '2026-11-21': { trophy_changes: active_days } },
  })
  const member_activity = { '#8PP': active('#8PP', 'Milo', 1), '#8QQ': active('#8QQ', 'Ada', 0) }
  renderPage(<ClubPage tag="#2PYL" />, {
    ...ALL,
    '/api/analytics/club/2PYL/activity-heatmap': { club_tag: '#2PYL', days: 1, dates: ['2026-11-21'], member_activity },
  })
  const heatmap = within(await screen.findByRole('region', { name: /Activity heatmap/ }))
  fireEvent.click((await heatmap.findByRole('rowheader', { name: 'Milo' })).nextElementSibling as Element)
  expect(heatmap.getByText('Milo, Nov 21: 1 game, low.')).toBeTruthy()
  fireEvent.click(heatmap.getByRole('button', { name: 'Longest silent first' }))
  expect(heatmap.getByText('Tap a square to read it.')).toBeTruthy()
})
