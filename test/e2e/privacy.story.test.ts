import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { requestPrivacy } from '#shared/contract/proofs.ts'
import { newVisitor } from './open-browser.ts'
import { type SiteAndGame, startSiteAndGame } from './start-product.ts'
import { connectBrowser } from './visitor.ts'

let site: SiteAndGame
let browser: Browser

const OTHER_ICON = 28_000_777

beforeAll(async () => {
  site = await startSiteAndGame(inject('emptyStore'))
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const rows = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true })

it('a player proves who they are, is hidden everywhere, and stays hidden after further collections', {
  timeout: 600_000,
}, async () => {
  const { page } = await newVisitor(browser, 390)
  await page.goto(`${site.url}/search/${EXAMPLE_PLAYER_TAG.slice(1)}`)
  await page.waitForURL('**/player/*')
  const name = await page.getByRole('heading', { level: 1 }).filter({ visible: true }).innerText()
  await page.goto(`${site.url}/leaderboards`)
  await rows(page, name).first().waitFor()

  await page.goto(`${site.url}/privacy`)
  await page.getByLabel('Player tag').fill(EXAMPLE_PLAYER_TAG)
  const asked = page.waitForResponse('**/api/privacy/requests')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const { steps } = (await (await asked).json()) as Output<typeof requestPrivacy>
  for (const { icon, instruction } of steps) {
    await site.wear(EXAMPLE_PLAYER_TAG, icon ?? OTHER_ICON)
    // The page looks by itself, every 30 seconds.
    await page
      .getByRole('listitem')
      .filter({ hasText: `${instruction} Done` })
      .waitFor({ timeout: 200_000 })
  }
  await page.getByText('The player is hidden.').waitFor()

  for (const path of ['player', 'search']) {
    await page.goto(`${site.url}/${path}/${EXAMPLE_PLAYER_TAG.slice(1)}`)
    await page.getByText('This player asked not to be shown').waitFor()
  }
  await page.goto(`${site.url}/search/${EXAMPLE_CLUB_TAG.slice(1)}`)
  await page.waitForURL('**/club/*')
  const members = page.getByRole('button', { name: /^Members/ })
  await members.click()
  await members.and(page.locator('[aria-expanded="true"]')).waitFor()
  await rows(page, 'Hidden player').filter({ visible: true }).first().waitFor()
  expect(await rows(page, name).count()).toBe(0)
  await page.goto(`${site.url}/leaderboards`)
  await page.getByRole('row').nth(5).waitFor()
  expect(await rows(page, name).count()).toBe(0)
  await page.goto(`${site.url}/browse/players?search=${encodeURIComponent(name)}`)
  await page.getByText('No players found matching your criteria').waitFor()
})
