// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FEW_BATTLES, PLAYER_BATTLES } from '#test/battle-answers.ts'
import { PLAYER_RANKED, UNKNOWN_RANKED, UNRANKED_PLAYER } from '#test/ranked-answers.ts'
import { renderPage } from '#test/render-page.tsx'
import { RankedCards } from './RankedCards.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CALL = '/api/browse/player/8PQ/ranked'
const BATTLES = '/api/analytics/player/8PQ/battles'
const show = (answer: object | number, battles: object = PLAYER_BATTLES) =>
  renderPage(<RankedCards tag="#8PQ" days={30} />, { [CALL]: answer, [BATTLES]: battles })
const card = async (name: string) => {
  await screen.findAllByText(/Not known yet|in all$/)
  return screen.getByRole('region', { name })
}
const withRanked = (ranked: Partial<NonNullable<typeof PLAYER_RANKED.ranked>>) => {
  return { ...PLAYER_RANKED, ranked: PLAYER_RANKED.ranked && { ...PLAYER_RANKED.ranked, ...ranked } }
}

test('a player sees the tier, the rating, what is missing to the next tier, and the bests', async () => {
  show(PLAYER_RANKED)
  const ranked = await card('Ranked')
  expect(within(ranked).getByText('Rating 4,750')).toBeTruthy()
  expect(within(ranked).getByText('250 to Mythic II')).toBeTruthy()
  expect(within(ranked).getByText('Best of the season').parentElement?.textContent).toContain('Mythic I4,810')
  expect(within(ranked).getByText('Best of all time').parentElement?.textContent).toBe(
    'Best of all timeLegendary II6,900Nov 12, 2026',
  )
  expect(ranked.textContent).not.toContain('Last told')
})

test('beside the rating stands how much is won in Ranked', async () => {
  const asked = show(PLAYER_RANKED)
  const wins = (await screen.findByText('Wins in 30 days')).parentElement
  expect(wins?.textContent).toBe('Wins in 30 dayslikely 57%102 of 180; 50 to 63%')
  expect(asked).toContain(`${BATTLES}?days=30&family=ranked&lobby=people`)
  cleanup()
  show(PLAYER_RANKED, FEW_BATTLES)
  expect((await screen.findByText('Wins in 30 days')).parentElement?.textContent).toContain('4 wins, 2 losses')
  cleanup()
  show(PLAYER_RANKED, { ...FEW_BATTLES, totals: { ...FEW_BATTLES.totals, battles: 0, wins: 0, losses: 0 } })
  expect((await screen.findByText('Wins in 30 days')).parentElement?.textContent).toContain('no battle seen')
})

test('each day of the rating can be read, and a season start is told as one', async () => {
  show(PLAYER_RANKED)
  const slider = await screen.findByRole('slider', { name: 'Rating in Ranked, day by day' })
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 21: 4,750, Mythic I')
  fireEvent.change(slider, { target: { value: 2 } })
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 19: 4,500, Mythic I, season start')
  expect(screen.getByText(/a new season lowered the rating, Nov 19, 2026/)).toBeTruthy()
})

test('the unranked are no unknown ones: the card says what is missing, and draws no line', async () => {
  show(UNRANKED_PLAYER)
  const ranked = await card('Ranked')
  expect(within(ranked).getAllByText('Unranked').length).toBeGreaterThan(0)
  expect(within(ranked).getByText('No placement match of this season is finished.')).toBeTruthy()
  expect(within(ranked).queryByRole('slider')).toBeNull()
})

test('a tier that nobody knows has its name, no colour, and nothing missing', async () => {
  show(withRanked({ tier: 'Grand Champion', tier_place: null, rating: 12_500, next_tier: null }))
  const ranked = await card('Ranked')
  expect(within(ranked).getAllByText('Grand Champion').length).toBeGreaterThan(0)
  expect(ranked.querySelector('[data-tier="none"] circle')?.getAttribute('stroke-dasharray')).toBe('3 4')
  expect(ranked.textContent).not.toContain(' to ')
})

test('above the highest tier there is none', async () => {
  show(withRanked({ tier: 'Pro', tier_place: 22, rating: 11_900, next_tier: null }))
  expect((await card('Ranked')).textContent).toContain('There is no higher tier.')
})

test('a figure of an earlier profile says from which day it is', async () => {
  show(withRanked({ as_of: '2026-11-12' }))
  expect((await card('Ranked')).textContent).toContain('As of Nov 12, 2026.')
})

test('a player sees which brawlers are near to their next thousand, and which reached one', async () => {
  show(PLAYER_RANKED)
  const prestige = await card('Prestige')
  expect(prestige.textContent).toContain('12 levels in all')
  const rows = within(prestige).getByRole('region', { name: 'Closest to the next prestige' }).querySelectorAll('li')
  expect([...rows].map((row) => row.textContent)).toEqual([
    'POPoco31 to goto prestige 1',
    'SHShelly900 to goto prestige 2',
  ])
  expect(within(prestige).getByRole('region', { name: 'Newly reached' }).textContent).toContain(
    'Spike, prestige 2Nov 18, 2026',
  )
})

test('three brawlers near to their next thousand are shown at first, and the others after a press', async () => {
  const { prestige } = PLAYER_RANKED
  const next = ['Poco', 'Bo', 'Gus', 'Ash', 'Lou'].map((name, place) => {
    return { brawler_id: 16_000_050 + place, name, level: 0, trophies: 900, trophies_missing: 100 }
  })
  show({ ...PLAYER_RANKED, prestige: prestige && { ...prestige, next } })
  const near = within(await card('Prestige')).getByRole('region', { name: 'Closest to the next prestige' })
  expect(within(near).getAllByRole('listitem')).toHaveLength(3)
  fireEvent.click(within(near).getByRole('button', { name: 'All 5' }))
  expect(within(near).getAllByRole('listitem')).toHaveLength(5)
})

test('who has prestige alone has a Ranked card that knows nothing yet', async () => {
  show({ ...UNKNOWN_RANKED, prestige: PLAYER_RANKED.prestige })
  expect((await card('Ranked')).textContent).toContain('Not known yet. We read it from a profile that shows Ranked.')
  expect((await card('Prestige')).textContent).toContain('12 levels in all')
})

test('who is known by bests alone has them, and a tier that is not known', async () => {
  const none = { tier: null, tier_place: null, rating: null, as_of: null, next_tier: null }
  show({ ...withRanked(none), ranked_days: [] })
  const ranked = await card('Ranked')
  expect(within(ranked).getByText('Best of all time').parentElement?.textContent).toContain('Legendary II6,900')
  expect(within(ranked).getAllByText('Not known').length).toBeGreaterThan(0)
})

test('where nothing is known, nothing is shown as 0', async () => {
  show(UNKNOWN_RANKED)
  for (const name of ['Ranked', 'Prestige']) {
    expect((await card(name)).textContent).toMatch(/Not known yet/)
    expect((await card(name)).textContent).not.toMatch(/\d/)
  }
})

test('why both cards failed is told once, with another try', async () => {
  show(404)
  await screen.findByRole('alert')
  for (const name of ['Ranked', 'Prestige'])
    expect(screen.getByRole('region', { name }).textContent).toContain('Failed to fetch Ranked and prestige')
  expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(1)
})
