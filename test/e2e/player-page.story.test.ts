import { beforeAll, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { signUp } from './sign-up.ts'
import { shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const TAG = EXAMPLE_PLAYER_TAG.slice(1)
// A search collects the player's profile. The demo's history has only what lists of club members tell.
beforeAll(async () => {
  const token = await signUp(visitor.url, 'player.seeker')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await fetch(`${visitor.url}/api/search`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ tag: EXAMPLE_PLAYER_TAG }),
  })
})

it('a visitor reads who a player is, how they play, and what they have', async () => {
  const page = await visitor.at(`/player/${TAG}`)
  await shows(page, EXAMPLE_PLAYER_TAG, /^Level \d+/, 'Trophies', 'Performance', 'Days played')
  const section = (name: string) => page.getByRole('region', { name })
  for (const name of ['Victories', 'Performance analytics', 'Trophy chart', 'Club contribution']) {
    await section(name).waitFor()
  }
  await section('Victories')
    .getByRole('button', { name: /^Victories/ })
    .click()
  await shows(page, '3v3', 'Solo', 'Duo')
  await page
    .getByRole('link', { name: /StarHarbour/ })
    .first()
    .waitFor()
  const facts = ['Activity score', 'Active days', 'Average daily change', 'Consistency rating', 'Longest streak']
  await section('Activity analysis')
    .getByRole('button', { name: /^Activity analysis/ })
    .click()
  for (const name of facts) {
    await section('Activity analysis').locator('dt', { hasText: name }).first().waitFor()
  }
  await section('Brawlers')
    .getByRole('button', { name: /^Brawlers/ })
    .click()
  const table = section('Brawlers').getByRole('table', { name: 'Brawlers of the player' })
  for (const name of ['Brawler', 'Power', 'Rank', 'Trophies', 'Highest']) {
    await table.getByRole('columnheader', { name }).waitFor()
  }
  const milestones = section('Milestones')
  await milestones.getByRole('button', { name: /^Milestones/ }).click()
  await milestones.getByText(/^\d+ earlier milestones$/).click()
  await milestones.getByText('1k', { exact: false }).first().waitFor()
  await expect.poll(() => milestones.locator('details[open] li').count()).toBeGreaterThan(1)
})

it('On a phone a player sees what is missing to the next tier, and which brawler is near to its next thousand', async () => {
  const page = await visitor.stranger(`/player/${TAG}`, { width: 390 })
  const answer = await fetch(`${visitor.url}/api/browse/player/${TAG}/ranked`)
  const { ranked, prestige } = (await answer.json()) as {
    ranked: { tier: string; next_tier: { tier: string; rating_missing: number } }
    prestige: { next: { name: string; trophies_missing: number }[] }
  }
  const missing = `${ranked.next_tier.rating_missing.toLocaleString('en-US')} to ${ranked.next_tier.tier}`
  const [nearest] = prestige.next
  // Folded, the cards say it already; opened, they show the way.
  await shows(page, `${ranked.tier}, ${missing}`, new RegExp(`${nearest?.name} ${nearest?.trophies_missing} to go`))
  await page.getByRole('button', { name: /^Ranked/ }).click()
  const card = page.getByRole('region', { name: 'Ranked', exact: true })
  await card.getByText(missing, { exact: true }).waitFor()
  const slider = card.getByRole('slider', { name: 'Rating in Ranked, day by day' })
  await slider.press('Home')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^\w+ \d+: [\d,]+, \w+/)
})

it('A printed page of a player has what is folded, each part below its title', async () => {
  const page = await visitor.stranger(`/player/${TAG}`, { width: 718 })
  const folded = ['Performance analytics', 'Victories', 'Activity analysis', 'Club contribution', 'Brawlers']
  const title = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('heading', { name })
  await page.getByRole('region', { name: 'Brawlers', exact: true }).waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const name of folded) await title(name).filter({ visible: true }).waitFor()
  await page.getByText(/^[\d,]+ victories in all$/).waitFor()
})

const club = EXAMPLE_CLUB_TAG.slice(1)

async function clubmates(): Promise<{ tag: string; name: string }[]> {
  const answer = await fetch(`${visitor.url}/api/browse/club/${club}`)
  const { members } = (await answer.json()) as { members: { tag: string; name: string }[] }
  return members.filter(({ tag, name }) => tag !== EXAMPLE_PLAYER_TAG && /^[A-Za-z]{4,}$/.test(name))
}

it('The player page leads to the comparison, where the second player is chosen by name', async () => {
  const page = await visitor.at(`/player/${TAG}`)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await page.waitForURL(`**/compare?type=player&a=${TAG}`)
  const [other] = await clubmates()
  await page.getByLabel('Second').fill(other?.name ?? '')
  await page.getByLabel('Second').press('Enter')
  await page.getByRole('status').getByRole('listitem').getByRole('button').first().click()
  await page.waitForURL(/a=\w+&b=\w+/)
  await shows(page, 'Trophy lines', 'Key figures')
})

it('Two players stand side by side, with both trophy lines in one chart and the timeframe in the address', async () => {
  const [other] = await clubmates()
  const page = await visitor.at(`/compare?type=player&a=${TAG}&b=${other?.tag.slice(1)}`)
  const rows = page.getByRole('table', { name: 'Key figures side by side' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(15)
  const chart = page.getByRole('slider', { name: /Trophies of both/ })
  const shown = await chart.getAttribute('aria-valuetext')
  await page.getByRole('button', { name: 'Show all trophies' }).click()
  await expect.poll(() => chart.getAttribute('aria-valuetext')).not.toBe(shown)
  await page.getByRole('radio', { name: '7 days' }).first().check()
  await page.waitForURL('**&days=7')
  await page.reload()
  await shows(page, 'Gain')
})

it('Two clubs stand side by side, and a choice leads to players', async () => {
  const answer = await fetch(`${visitor.url}/api/browse/entities?type=club&limit=3`)
  const { clubs } = (await answer.json()) as { clubs: { club_tag: string }[] }
  const other = clubs.map(({ club_tag }) => club_tag.slice(1)).find((tag) => tag !== club)
  const page = await visitor.at(`/compare?type=club&a=${club}&b=${other}`)
  await shows(page, 'Ghost members', 'Minimum trophies', /leads in/)
  await page
    .getByRole('button', { name: /^Change/ })
    .last()
    .click()
  await expect
    .poll(() => page.getByLabel('Second').evaluate((each) => each.ownerDocument.activeElement === each))
    .toBe(true)
  await page.getByRole('radio', { name: 'Players' }).check()
  await page.waitForURL('**/compare?type=player')
})
