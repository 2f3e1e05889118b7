import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { visitSite } from './visitor.ts'

const visitor = visitSite()

it('a visitor sees that this is the demo, the search, and example tags for one club and one player', async () => {
  const page = await visitor.at('/')
  const demo = page.getByRole('complementary', { name: 'Demo' })
  await demo.getByText(/come from a simulated world/).waitFor()
  await page.getByRole('main').getByPlaceholder('Enter player or club tag...').waitFor()
  for (const tag of [EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG]) {
    await page.getByRole('main').getByRole('link', { name: tag }).waitFor()
  }
})

it('a visitor sees on the home page how a club does now, and goes on to what they want to know of it', async () => {
  const page = await visitor.stranger('/')
  const club = page.getByRole('region', { name: 'What you can find out' }).getByRole('article')
  expect(await club.getByRole('radio').count()).toBeGreaterThan(5)
  await club.getByText(/^Last 7 days:/).waitFor()
  await club.getByRole('link', { name: 'Scorecards' }).click()
  await page.waitForURL('**/club/*#scorecards')
  await page.getByRole('region', { name: /Member scorecards/ }).waitFor()
})

it('a visitor sees the eight who grew most, how old the figures are, and asks for them again', async () => {
  const page = await visitor.at('/analytics')
  const trending = page.getByRole('region', { name: 'Trending this week' })
  await expect.poll(() => trending.getByRole('listitem').count()).toBe(8)
  await page.getByText('just now', { exact: true }).first().waitFor()
  expect(await page.locator('time', { hasText: 'just now' }).first().innerText()).toBe('just now')
  const again = page.waitForRequest('**/api/browse/dashboard')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await again
})
