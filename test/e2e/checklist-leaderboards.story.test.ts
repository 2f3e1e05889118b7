import { expect, it } from 'vitest'
import { answering, shows, visitSite } from './visitor.ts'
import { withoutFirstAnswers } from './without-first-answers.ts'

const visitor = visitSite()

it('The leaderboards query string holds type, country and brawler', async () => {
  const page = await visitor.at('/leaderboards?type=brawlers&country=DE&brawler=16000001')
  await expect.poll(() => page.getByRole('tab', { name: 'Brawlers' }).getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => page.getByLabel('Region').inputValue()).toBe('DE')
  await expect.poll(() => page.getByLabel('Brawler', { exact: true }).inputValue()).toBe('16000001')
})

it('On the brawlers tab the first brawler is auto-selected once the list loads', async () => {
  const page = await visitor.at('/leaderboards?type=brawlers')
  await page.waitForURL('**/leaderboards?type=brawlers&brawler=16000000')
})

it('Switching to a non-brawlers tab clears the selected brawler', async () => {
  const page = await visitor.at('/leaderboards?type=brawlers&brawler=16000001')
  await page.getByRole('tab', { name: 'Clubs' }).click()
  await page.waitForURL('**/leaderboards?type=clubs')
})

it('Leaderboard countries: global plus 16', async () => {
  const page = await visitor.at('/leaderboards')
  const values = page.getByLabel('Region').locator('option')
  await expect
    .poll(() => values.evaluateAll((each) => each.map((option) => option.getAttribute('value')).join(' ')))
    .toBe('global US CA GB DE FR ES IT BR MX RU TR IN CN JP KR AU')
})

it('Leaderboard fetch limit 50; refresh collects 200 and is disabled while running', async () => {
  const page = await visitor.at()
  await withoutFirstAnswers(page)
  const asked = page.waitForRequest('**/api/rankings/leaderboards?*')
  await visitor.at('/leaderboards')
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('50')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/rankings/collect/players', async (route) => {
    await held
    await route.fulfill({ status: 418, json: {} })
  })
  const button = page.getByRole('button', { name: 'Refresh' })
  const [request] = await Promise.all([page.waitForRequest('**/api/rankings/collect/*'), button.click()])
  expect(request.postDataJSON()).toMatchObject({ limit: 200 })
  await expect.poll(() => button.isDisabled()).toBe(true)
  answer()
  await shows(page, 'Failed to refresh leaderboard data')
  await expect.poll(() => button.isEnabled()).toBe(true)
})

it.each([
  ['players', '**/player/*'],
  ['clubs', '**/club/*'],
  ['brawlers', '**/player/*'],
])('A row click on the %s leaderboard goes to %s', async (type, address) => {
  const page = await visitor.at(`/leaderboards?type=${type}`)
  await page
    .locator('tbody tr')
    .nth(3)
    .click({ position: { x: 8, y: 8 } })
  await page.waitForURL(address)
})

it('Leaderboard rank styles: top 3, top 10, top 50', async () => {
  const page = await visitor.at('/leaderboards')
  const styles = page.locator('tbody tr')
  await expect
    .poll(() =>
      styles.evaluateAll((rows) => [0, 2, 3, 9, 10, 49].map((row) => rows[row]?.getAttribute('data-rank-style'))),
    )
    .toEqual(['first', 'third', 'top-10', 'top-10', 'top-50', 'top-50'])
})

it.each(['players', 'clubs'])('Failed to load %s leaderboard; a Try Again button reloads', async (type) => {
  const page = await visitor.at()
  await answering(page, '/rankings/leaderboards?*', 418)
  await visitor.at(`/leaderboards?type=${type}`)
  await shows(page, `Failed to load ${type} leaderboard`)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.locator('tbody tr').first().waitFor()
})

it('Failed to load brawlers list; a Try Again button reloads', async () => {
  const page = await visitor.at()
  await answering(page, '/brawler/all', 418)
  await visitor.at('/leaderboards?type=brawlers')
  await shows(page, 'Failed to load brawlers list')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByLabel('Brawler', { exact: true }).waitFor()
})
