// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls, renderPage } from '#test/render-page.tsx'
import { ComparePage } from './ComparePage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('after Compare on a club page, the compare page names the club and its tag', async () => {
  renderPage(<ComparePage raw={{ type: 'club', a: '2PYL' }} />, {
    '/api/browse/club/2PYL': { name: '<c3>Deep</c> Pod' },
  })
  expect(await screen.findByText(/Choose a club to compare .Deep Pod. with/)).toBeTruthy()
})

test('the compare page names an unknown club by its tag', async () => {
  renderPage(<ComparePage raw={{ type: 'club', a: '2PYL' }} />, {})
  expect(await screen.findByText('Choose a club to compare #2PYL with')).toBeTruthy()
})

test('the compare page shows a text that is not a tag, says so, and makes no call for it', async () => {
  const asked = renderPage(<ComparePage raw={{ a: 'HELLO' }} />, {})
  expect((await screen.findByLabelText('First')).getAttribute('value')).toBe('HELLO')
  expect(screen.getAllByText(/This is no tag: a tag has 3 to 14 of the characters/)).toHaveLength(1)
  expect(screen.getByText('Choose two players')).toBeTruthy()
  expect(asked.filter((call) => call.includes('browse'))).toEqual([])
})

test('a field that was left empty says what it lacks, and takes the focus', async () => {
  renderPage(<ComparePage raw={{ type: 'player' }} />, {})
  const field = await screen.findByLabelText('Second')
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  const about = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(about?.textContent).toBe('Enter a tag or a name.')
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'M' } })
  expect(screen.queryByText('Enter a tag or a name.')).toBeNull()
})

test('who was found for a name goes as soon as the name is another one', async () => {
  const players = [{ player_tag: '#8PQ', player_name: 'Milo' }]
  renderPage(<ComparePage raw={{ type: 'player' }} />, { '/api/browse/entities': { players } })
  const field = await screen.findByLabelText('Second')
  fireEvent.change(field, { target: { value: 'Milo' } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  expect(await screen.findByRole('button', { name: 'Milo #8PQ' })).toBeTruthy()
  fireEvent.change(field, { target: { value: '' } })
  expect(screen.queryByRole('button', { name: 'Milo #8PQ' })).toBeNull()
})

const SEEN = '2026-11-21T09:00:00Z'
const FRESH = { tracked_since: SEEN, last_updated: SEEN, stale: false }
const PLAYER = {
  tag: '#2PYL',
  name: 'Ada',
  trophies: 48_214,
  highestTrophies: 50_000,
  club: null,
  brawlers: [],
  ...FRESH,
}
const YOUNG = {
  ...FRESH,
  analytics_available: false,
  observed_days: 2,
  learning: { observed_days: 2, needed: 7 },
  performance_score: null,
  activity_analysis: { activity_score: null, consistency_rating: null, improvement_trend: null },
}
const LINE = { progression_data: [], summary: { total_gain: 120, span_days: 2, active_days: 2 } }

test('rivals of a player are clubmates, nearest first, with how many trophies are between them', async () => {
  const member = (tag: string, name: string, trophies: number) => ({ tag, name, trophies })
  const members = [member('#2PYL', 'Ada', 48_214), member('#8PQ', 'Far', 60_214), member('#9QQ', 'Near', 48_114)]
  renderPage(<ComparePage raw={{ type: 'player', a: '2PYL' }} />, {
    '/api/browse/player/2PYL': { ...PLAYER, club: { tag: '#2YYY', name: 'Deep Pod' } },
    '/api/browse/club/2YYY': { tag: '#2YYY', name: 'Deep Pod', trophies: 156_542, members },
  })
  const rivals = within(await screen.findByRole('list', { name: 'Rivals' }))
  expect(rivals.getAllByRole('button').map(({ textContent }) => textContent?.replace(/^../, ''))).toEqual([
    'Near48,114 trophies100 fewer',
    'Far60,214 trophies12,000 more',
  ])
})

test('the compare page gives no score to a player who is hardly known, and says why', async () => {
  const of = (tag: string) => ({
    [`/api/browse/player/${tag}`]: PLAYER,
    [`/api/browse/player/${tag}/analytics`]: YOUNG,
    [`/api/analytics/player/${tag}/trophy-progression`]: LINE,
  })
  renderPage(<ComparePage raw={{ type: 'player', a: '2PYL', b: '8PQ' }} />, { ...of('2PYL'), ...of('8PQ') })
  expect(await screen.findAllByText('Learning: 2 of 7 days')).toHaveLength(2)
  const folded = await screen.findByText('3 of 15 figures can be compared')
  const details = folded.closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  for (const figure of ['Active days', 'Performance', 'Activity', 'Consistency', 'Trend']) {
    const row = within(details).getByRole('rowheader', { name: figure }).closest('tr')
    expect(row?.textContent).toBe(`—not known yet${figure}—not known yet`)
  }
})

test.each([
  ['once all calls have answered', YOUNG, 1, ['Trophies', 'Highest', 'Gain', '3v3 wins', 'Solo wins', 'Duo wins']],
  ['but not while one of them has failed', 400, 0, ['Trophies', 'Highest', 'Gain', 'Active days', 'Performance']],
])('the compare page counts what both know and folds the rest, %s', async (_story, analytics, notes, first) => {
  const won = { '3vs3Victories': 900, soloVictories: 30, duoVictories: 20 }
  const of = (tag: string, trophies: number) => ({
    [`/api/browse/player/${tag}`]: { ...PLAYER, ...won, trophies },
    [`/api/browse/player/${tag}/analytics`]: analytics,
    [`/api/analytics/player/${tag}/trophy-progression`]: LINE,
  })
  renderPage(<ComparePage raw={{ type: 'player', a: '2PYL', b: '8PQ' }} />, { ...of('2PYL', 1), ...of('8PQ', 2) })
  await vi.waitFor(() => expect(screen.queryAllByText('Change in 2 days only')).toHaveLength(2))
  await vi.waitFor(() => expect(screen.queryAllByText(/figures can be compared/)).toHaveLength(notes))
  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(notes === 1 ? rows : rows.slice(0, first.length)).toEqual(first)
})

test('the side whose scores failed says so, and another try brings them', async () => {
  const of = (tag: string, analytics: object | number) => ({
    [`/api/browse/player/${tag}`]: PLAYER,
    [`/api/browse/player/${tag}/analytics`]: analytics,
    [`/api/analytics/player/${tag}/trophy-progression`]: LINE,
  })
  renderPage(<ComparePage raw={{ type: 'player', a: '2PYL', b: '8PQ' }} />, { ...of('2PYL', 400), ...of('8PQ', YOUNG) })
  const failure = await screen.findByText(/^Unable to load player analytics/)
  answerCalls({ ...of('2PYL', YOUNG), ...of('8PQ', YOUNG) })
  fireEvent.click(within(failure).getByRole('button', { name: 'Try Again' }))
  await vi.waitFor(() => expect(screen.getAllByText('Learning: 2 of 7 days')).toHaveLength(2))
  expect(screen.queryByText(/^Unable to load player analytics/)).toBeNull()
})

test('two players are compared by tier with its rating, and by prestige; the unranked are behind, the unknown are not', async () => {
  const of = (tag: string, ranked: object | null, prestige: number | null) => ({
    [`/api/browse/player/${tag}`]: { ...PLAYER, ranked, prestige },
  })
  renderPage(<ComparePage raw={{ type: 'player', a: '2PYL', b: '8PQ' }} />, {
    ...of('2PYL', { tier: 'Mythic II', tier_place: 14, rating: 5100 }, 12),
    ...of('8PQ', { tier: 'Unranked', tier_place: 0, rating: null }, null),
  })
  const row = async (figure: string) =>
    (await screen.findByRole('rowheader', { name: figure })).closest('tr')?.textContent?.replaceAll('—', '')
  expect(await row('Ranked')).toBe('ahead: Mythic II\n5,100RankedUnranked')
  // The rating is no second figure: it would count twice in who leads.
  expect(screen.queryByRole('rowheader', { name: 'Rating' })).toBeNull()
  expect(await row('Prestige')).toMatch(/12.*Prestige.*not known yet/)
})

test('of two players of one tier the rating decides, and an unknown tier is called unknown', async () => {
  const compare = async (ranked: object | null) => {
    cleanup()
    renderPage(<ComparePage raw={{ type: 'player', a: '2PYL', b: '8PQ' }} />, {
      '/api/browse/player/2PYL': { ...PLAYER, ranked: { tier: 'Mythic II', tier_place: 14, rating: 5100 } },
      '/api/browse/player/8PQ': { ...PLAYER, ranked },
    })
    return (await screen.findByRole('rowheader', { name: 'Ranked' })).closest('tr')?.textContent
  }
  const same = { tier: 'Mythic II', tier_place: 14, rating: 5230 }
  expect(await compare(same)).toBe('Mythic II\n5,100Rankedahead: Mythic II\n5,230')
  const unheardOf = { tier: 'Titan I', tier_place: null, rating: 12_000 }
  for (const unknown of [unheardOf, null]) expect(await compare(unknown)).toBe('Mythic II\n5,100Rankedunknown')
})

test('a rating of 0 has no bar, and one above it has one', async () => {
  const of = (rating: number) => ({ ...PLAYER, ranked: { tier: 'Bronze I', tier_place: 1, rating } })
  renderPage(<ComparePage raw={{ type: 'player', a: '2PYL', b: '8PQ' }} />, {
    '/api/browse/player/2PYL': of(0),
    '/api/browse/player/8PQ': of(10),
  })
  const row = (await screen.findByRole('rowheader', { name: 'Ranked' })).closest('tr')
  const bars = [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.querySelectorAll('[style]').length)
  expect(bars).toEqual([0, 1])
})

test('the compare page says of when the side is that nobody has looked at for a day', async () => {
  const of = (tag: string, stale: boolean) => ({ [`/api/browse/player/${tag}`]: { ...PLAYER, stale } })
  renderPage(<ComparePage raw={{ type: 'player', a: '2PYL', b: '8PQ' }} />, {
    ...of('2PYL', true),
    ...of('8PQ', false),
  })
  expect(await screen.findAllByText('As of Nov 21, 2026, 09:00 UTC: nobody has looked since.')).toHaveLength(1)
})

test('a rival is one tap away: a similar club beside the first one', async () => {
  const nearest = [{ club_tag: '#8PQ', club_name: 'Near Reef', trophies: 900_000 }]
  renderPage(<ComparePage raw={{ type: 'club', a: '2PYL' }} />, {
    '/api/analytics/club/2PYL/similar': { nearest },
  })
  const rival = await screen.findByRole('button', { name: 'Near Reef 900,000 trophies' })
  fireEvent.click(rival)
  await vi.waitFor(() => expect(window.location.search).toBe('?type=club&a=2PYL&b=8PQ'))
})

test('a side that is not tracked says so, leads to the search, and leaves no figures to compare', async () => {
  renderPage(<ComparePage raw={{ type: 'player', a: '2PYL', b: '2PPPPPPPP' }} />, { '/api/browse/player/2PYL': PLAYER })
  expect(await screen.findByText('#2PPPPPPPP cannot be compared')).toBeTruthy()
  const search = screen.getByRole('link', { name: 'Search for #2PPPPPPPP' })
  expect(search.getAttribute('href')).toBe('/search/2PPPPPPPP')
  expect(screen.queryByText('Key figures')).toBeNull()
})

test('trophy lines that fail offer another try, and the figures stay', async () => {
  const of = (tag: string) => ({
    [`/api/browse/player/${tag}`]: PLAYER,
    [`/api/browse/player/${tag}/analytics`]: YOUNG,
    [`/api/analytics/player/${tag}/trophy-progression`]: 400,
  })
  renderPage(<ComparePage raw={{ type: 'player', a: '2PYL', b: '8PQ' }} />, { ...of('2PYL'), ...of('8PQ') })
  expect((await screen.findAllByText('Failed to fetch trophy progression')).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('button', { name: 'Try Again' }).length).toBeGreaterThan(0)
  expect(screen.getByRole('rowheader', { name: 'Performance' })).toBeTruthy()
})

test('nothing is headed "Rivals" where nobody is kept or alike, and the room for them closes', async () => {
  renderPage(<ComparePage raw={{ type: 'club', a: '2PYL' }} />, {
    '/api/browse/club/2PYL': { tag: '#2PYL', name: 'Deep Pod', trophies: 156_542, members: [] },
    '/api/analytics/club/2PYL/similar': { nearest: [] },
  })
  await screen.findByText(/Choose a club to compare/)
  await waitFor(() => expect(document.querySelector('[class*="min-h-96"]')?.childElementCount).toBe(0))
  expect(screen.queryByText('Rivals')).toBeNull()
})
