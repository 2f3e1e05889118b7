import { expect, it } from 'vitest'
import { altering, answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()
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

it('Trending shows 8', async () => {
  const page = await visitor.at('/analytics')
  const trending = page.getByRole('region', { name: 'Trending this week' })
  await expect.poll(() => trending.getByRole('listitem').count()).toBe(8)
})

it('A view container with a refresh button and a last-updated relative time', async () => {
  const page = await visitor.at('/analytics')
  await page.getByText('Just now', { exact: true }).first().waitFor()
  expect(await page.locator('time', { hasText: 'Just now' }).first().innerText()).toBe('Just now')
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
