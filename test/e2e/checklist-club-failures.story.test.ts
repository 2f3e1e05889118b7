import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG } from '#demo/landmarks.ts'
import { altering, answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const TAG = EXAMPLE_CLUB_TAG.slice(1)

it('Club page: Unable to load club analytics, with a link to browse other clubs', async () => {
  const page = await visitor.at()
  await answering(page, `/browse/club/${TAG}`, 418)
  await page.route(`**/api/browse/club/${TAG}/analytics`, (route) => route.fulfill({ status: 418, json: {} }))
  await visitor.at(`/club/${TAG}`)
  await shows(page, 'Unable to load club analytics')
  await page.getByRole('link', { name: 'Browse other clubs' }).click()
  await page.waitForURL('**/browse/clubs')
})

it('Club page: Club data not found, with a link to browse other clubs', async () => {
  const page = await visitor.at('/club/2PPPPPPPP')
  await shows(page, 'Club data not found', 'Browse other clubs')
})

it.each([
  ['Failed to fetch member scores', 'member-scores'],
  ['Failed to fetch activity data', 'activity-heatmap'],
  ['Failed to fetch trophy progression', 'trophy-progression'],
])('Analytics sub-calls: %s, or the response error field; the rest of the page stands', async (text, call) => {
  const page = await visitor.at()
  await answering(page, `/analytics/club/${TAG}/${call}?*`, 418)
  await visitor.at(`/club/${TAG}`)
  await shows(page, text, 'The store rests.', 'Club trophies')
  await page.unrouteAll()
  await page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => page.getByText(text).count()).toBe(0)
})

it('Empty state: No member data available', async () => {
  const page = await visitor.at()
  await altering(page, `/browse/club/${TAG}`, (answer) => ({ ...answer, members: [] }))
  await altering(page, `/analytics/club/${TAG}/member-scores?*`, (answer) => ({ ...answer, member_scores: [] }))
  await altering(page, `/analytics/club/${TAG}/activity-heatmap?*`, (answer) => ({ ...answer, member_activity: {} }))
  await visitor.at(`/club/${TAG}`)
  await expect.poll(() => page.getByText('No member data available').count()).toBe(3)
})
