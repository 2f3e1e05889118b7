import { expect, it } from 'vitest'
import { altering, answering, shows, visitSite, withoutFirstAnswers } from './visitor.ts'

const visitor = visitSite()
const optionsOf = async (path: string) => {
  const page = await visitor.at(path)
  await page.getByLabel('Sort by').waitFor()
  return page.getByLabel('Sort by').locator('option')
}

it('Club sorts: popularity, member_count, activity_score, name ascending, created_date', async () => {
  const options = await optionsOf('/browse/clubs')
  await expect
    .poll(() => options.evaluateAll((each) => each.map((option) => option.getAttribute('value'))))
    .toEqual(['popularity', 'member_count', 'activity_score', 'name', 'created_date'])
})

it('Player sorts add trophies and performance_score', async () => {
  const options = await optionsOf('/browse/players')
  await expect
    .poll(() => options.evaluateAll((each) => each.map((option) => option.getAttribute('value'))))
    .toEqual(['popularity', 'trophies', 'performance_score', 'activity_score', 'name', 'created_date'])
})

it.each([
  ['Regions: global, na, eu, asia', ['global', 'na', 'eu', 'asia']],
  ['Activity filter: high 80%+, medium 50-79%, low below 50%', ['High (80%+)', 'Medium (50-79%)', 'Low (below 50%)']],
  ['Membership: member or independent', ['member', 'independent']],
  ['Trophy ranges: 0-5k, 5k-15k, 15k-25k, 25k+', ['0-5k', '5k-15k', '15k-25k', '25k+']],
])('%s', async (_line, choices) => {
  const page = await visitor.at('/browse/players')
  await page.getByRole('button', { name: 'More filters' }).click()
  for (const choice of choices) {
    const byLabel = page.getByLabel(choice, { exact: true })
    await byLabel
      .or(page.locator(`input[type=radio][value="${choice}"]`))
      .first()
      .waitFor({ state: 'attached' })
  }
})

it('The filter panel expands (More/Less) and can clear all', async () => {
  const page = await visitor.at('/browse/players?region=eu&trophyMin=0&trophyMax=5000')
  await page.getByRole('button', { name: 'Less filters' }).click()
  await page.getByText('Membership').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More filters' }).click()
  await shows(page, 'Membership')
  await page.getByRole('button', { name: 'Clear all (2)' }).first().click()
  await page.waitForURL(`${visitor.url}/browse/players`)
})

it('The trophy range filter applies only when both min and max are present in the URL', async () => {
  const page = await visitor.at('/browse/players?trophyMin=5000')
  await shows(page, /tracked players/)
  await visitor.at('/browse/players?trophyMin=0&trophyMax=5000')
  await shows(page, /matching player/, '0-5k trophies')
})

it('Browse page size 24', async () => {
  const page = await visitor.at('/browse/players')
  await expect.poll(() => page.getByRole('main').locator('li a.block').count()).toBe(24)
})

it('Skeleton count 12', async () => {
  const page = await visitor.at()
  await withoutFirstAnswers(page)
  await page.route('**/api/browse/entities?*', () => {})
  await visitor.at('/browse/clubs')
  await expect.poll(() => page.getByRole('status', { name: 'Loading clubs' }).locator('> *').count()).toBe(12)
})

it.each([
  ['clubs', 'No clubs found matching your criteria'],
  ['players', 'No players found matching your criteria'],
])('Empty states: of %s, %s', async (kind, text) => {
  await shows(await visitor.at(`/browse/${kind}?search=nobody+is+called+this`), text)
})

it.each(['clubs', 'players'])('Browse: Failed to fetch %s: {status}; grid shows Unable to load data', async (kind) => {
  const page = await visitor.at()
  await answering(page, '/browse/entities?*', 418)
  await visitor.at(`/browse/${kind}`)
  await shows(page, 'Unable to load data', `Failed to fetch ${kind}: 418`, 'Back to Home')
})

it('Browse response may be wrapped in data', async () => {
  const page = await visitor.at()
  await altering(page, '/browse/entities?*', (answer) => ({ data: { ...answer, total_entities: 987 } }))
  await visitor.at('/browse/clubs')
  await shows(page, /^987 tracked clubs/)
})

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
