import { expect, it } from 'vitest'
import { altering, answering, shows, visitSite } from './visitor.ts'
import { withoutFirstAnswers } from './without-first-answers.ts'

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
