import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const [club, player] = [EXAMPLE_CLUB_TAG.slice(1), EXAMPLE_PLAYER_TAG.slice(1)]

async function clubmates(): Promise<{ tag: string; name: string }[]> {
  const answer = await fetch(`${visitor.url}/api/browse/club/${club}`)
  const { members } = (await answer.json()) as { members: { tag: string; name: string }[] }
  return members.filter(({ tag, name }) => tag !== EXAMPLE_PLAYER_TAG && /^[A-Za-z]{4,}$/.test(name))
}

it('a player’s page leads to the comparison, where a second one is chosen by name', async () => {
  const page = await visitor.at(`/player/${player}`)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await page.waitForURL(`**/compare?type=player&a=${player}`)
  const [other] = await clubmates()
  await page.getByLabel('Second').fill(other?.name ?? '')
  await page.getByLabel('Second').press('Enter')
  await page.getByRole('status').getByRole('listitem').getByRole('button').first().click()
  await page.waitForURL(/a=\w+&b=\w+/)
  await shows(page, 'Trophy lines', 'Key figures')
})

it('two players stand side by side, with both trophy lines on one chart and a timeframe in the address', async () => {
  const [other] = await clubmates()
  const page = await visitor.at(`/compare?type=player&a=${player}&b=${other?.tag.slice(1)}`)
  const rows = page.getByRole('table', { name: 'Key figures side by side' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(13)
  const chart = page.getByRole('slider', { name: /Trophies of both/ })
  const shown = await chart.getAttribute('aria-valuetext')
  await page.getByRole('button', { name: 'Show all trophies' }).click()
  await expect.poll(() => chart.getAttribute('aria-valuetext')).not.toBe(shown)
  await page.getByRole('radio', { name: '7 days' }).check()
  await page.waitForURL('**&days=7')
  await page.reload()
  await shows(page, 'Gain in 7 days')
})

it('two clubs stand side by side, and the kind can be changed', async () => {
  const answer = await fetch(`${visitor.url}/api/browse/entities?type=club&limit=3`)
  const { clubs } = (await answer.json()) as { clubs: { club_tag: string }[] }
  const other = clubs.map(({ club_tag }) => club_tag.slice(1)).find((tag) => tag !== club)
  const page = await visitor.at(`/compare?type=club&a=${club}&b=${other}`)
  await shows(page, 'Ghost members', 'Needed to join')
  await page.getByRole('radio', { name: 'Players' }).check()
  await page.waitForURL('**/compare?type=player')
})

it('a side that nobody tracks says so, and can be searched', async () => {
  const page = await visitor.at(`/compare?type=player&a=${player}&b=2PPPPPPPP`)
  await shows(page, '#2PPPPPPPP cannot be compared')
  await page.getByRole('link', { name: 'Search for #2PPPPPPPP' }).waitFor()
  await expect.poll(() => page.getByText('Key figures').count()).toBe(0)
})

it('trophy lines that fail say so and offer another try, while the figures stand', async () => {
  const [other] = await clubmates()
  const page = await visitor.at()
  await answering(page, '/analytics/player/*/trophy-progression*', 503)
  await page.goto(`${visitor.url}/compare?type=player&a=${player}&b=${other?.tag.slice(1)}`)
  await shows(page, 'Failed to fetch trophy progression', 'Performance')
  await page.unroute('**/api/analytics/player/*/trophy-progression*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('slider', { name: /Trophies of both/ }).waitFor()
})
