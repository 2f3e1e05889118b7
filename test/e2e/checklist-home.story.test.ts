import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
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
