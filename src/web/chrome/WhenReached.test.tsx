// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { WhenReached } from './Forecast.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const day = (days: number) => ({ days, date: '2026-12-01' })
const FORECAST = {
  ...{ tag: '#8PQ', last_updated: '2026-11-26T09:00:00Z', stale: false, trophies: 41_000, target: 45_000 },
  ...{
    unavailable_reason: null,
    unavailable_code: null,
    basis: { days: 28, active_days: 20, gain_a_day: 50 },
    fan: [],
    futures_of_100: 100,
  },
  ...{ widening: [], accuracy: null, brawler: null, arrival: { earliest: day(3), median: day(5), latest: null } },
}
const POCO = {
  ...FORECAST,
  ...{ trophies: 1969, target: 2000, brawler: { brawler_id: 16_000_013, name: 'Poco', level: 1 } },
}
const BRAWLERS = [
  { id: 16_000_000, name: 'SHELLY' },
  { id: 16_000_013, name: 'POCO' },
].map((brawler) => ({ ...brawler, power: 11, rank: null, trophies: 900, highestTrophies: 1000 }))

function show(poco: object) {
  renderPage(<WhenReached tag="#8PQ" />, {
    // What is asked stands in the address of the page.
    get '/api/analytics/player/8PQ/forecast'() {
      return window.location.search === '?brawler=16000013' ? poco : FORECAST
    },
    '/api/browse/player/8PQ': { brawlers: BRAWLERS },
  })
}

test('a player chooses a brawler, and is told around which day it has its next thousand', async () => {
  show(POCO)
  expect(await screen.findByRole('textbox', { name: 'Trophies' })).toBeTruthy()
  const choice = screen.getByRole('combobox', { name: 'Of' })
  await waitFor(() =>
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All trophies', 'Poco', 'Shelly']),
  )
  fireEvent.change(choice, { target: { value: '16000013' } })
  expect((await screen.findByText(/^Poco at 2,000/)).textContent).toContain('Poco at 2,000 (prestige 2): likely after')
  // The next thousand is no number to enter.
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.change(choice, { target: { value: '' } })
  expect(await screen.findByText(/^45,000: likely after/)).toBeTruthy()
})

test('of a brawler of which too little is known the reason is said', async () => {
  const reason = 'A brawler’s forecast needs profiles from 14 of the last 28 days.'
  const basis = { days: 0, active_days: 0, gain_a_day: null }
  show({ ...POCO, basis, arrival: null, futures_of_100: null, unavailable_code: 'needs_profiles' })
  await screen.findByRole('option', { name: 'Poco' })
  fireEvent.change(screen.getByRole('combobox', { name: 'Of' }), { target: { value: '16000013' } })
  expect(await screen.findByText(reason)).toBeTruthy()
})
