import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { newVisitor, openBrowser } from './open-browser.ts'
import { type Site, startSite } from './start-product.ts'
import { withoutFirstAnswers } from './visitor.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  site = await startSite({}, inject('filledSite'))
  browser = await openBrowser()
})
beforeEach(async () => {
  page = (await newVisitor(browser)).page
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const query = () => new URL(page.url()).search
const waitForQuery = (search: string) => page.waitForURL(`**/*${search}`, { waitUntil: 'commit' })
const total = async () =>
  Number(/^[\d,]+/.exec((await page.getByText(/^[\d,]+ (matching|tracked) /).textContent()) ?? '')?.[0])
const refuse = async (path: string, status = 503) => {
  await withoutFirstAnswers(page)
  await page.route(`**${path}*`, (route) =>
    route.fulfill({ status, json: { error: 'The store rests.', code: 'busy' } }),
  )
}

describe('browsing', () => {
  it('filters, order and page stand in the address, and back and forward move through them', async () => {
    await page.goto(`${site.url}/browse/players`)
    await page.getByLabel('Sort by').selectOption('trophies')
    await waitForQuery('?sort=trophies')
    await page.getByLabel('Low (below 50%)').check()
    await waitForQuery('?sort=trophies&activity=low')
    await page.getByRole('link', { name: 'Page 2' }).click()
    await waitForQuery('?sort=trophies&activity=low&page=2')
    await page.getByText('25 to 48 shown').waitFor()
    await page.goBack()
    await page.getByText('1 to 24 shown').waitFor()
    await page.goBack()
    await page.getByText(/^\d+ tracked players/).waitFor()
    await expect.poll(() => page.getByLabel('Any').first().isChecked()).toBe(true)
    await page.goForward()
    await page.getByText(/^\d+ matching players/).waitFor()
    expect(query()).toBe('?sort=trophies&activity=low')
  })

  it('More shows the other filters, and Clear all takes every filter away', async () => {
    await page.goto(`${site.url}/browse/players`)
    const all = await total()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('In a club').check()
    await page.getByLabel('25k-50k').check()
    await waitForQuery('?membership=member&trophyMin=25000&trophyMax=50000')
    await page.getByRole('button', { name: 'Clear all (2)' }).first().click()
    await page.getByText(/^\d+ tracked players/).waitFor()
    expect([query(), await total()]).toEqual(['', all])
  })

  it('a name is found as it is typed, and one that nobody has is said so', async () => {
    await page.goto(`${site.url}/browse/clubs`)
    await page.getByLabel('Club name').fill('star harbour')
    await page.getByText('1 matching club').or(page.getByText('matching clubs')).waitFor()
    await page.getByLabel('Club name').fill('nobody is called this')
    await page.getByText('No clubs found matching your criteria').waitFor()
    await page.goto(`${site.url}/browse/players?search=nobody+is+called+this`)
    await page.getByText('No players found matching your criteria').waitFor()
  })

  it('what is not valid in the address falls back', async () => {
    await page.goto(`${site.url}/browse/players?sort=magic&region=mars&page=-3&trophyMin=9&trophyMax=2`)
    await page.getByText(/^\d+ tracked players/).waitFor()
    await page.goto(`${site.url}/browse/players?trophyMin=5000`)
    await page.getByText(/^\d+ tracked players/).waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Active filters' }).count()).toBe(0)
  })

  it('a server in trouble is named with its status, and asked again', async () => {
    await refuse('/api/browse/entities', 418)
    await page.goto(`${site.url}/browse/clubs`)
    await page.getByText('Unable to load data').waitFor()
    await page.getByText('Failed to fetch clubs: 418').waitFor()
    await page.goto(`${site.url}/browse/players`)
    await page.getByText('Failed to fetch players: 418').waitFor()
    await page.unroute('**/api/browse/entities*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText(/^\d+ tracked players/).waitFor()
  })

  it('on a phone the filters come up in a sheet, which gives the focus back', async () => {
    page = (await newVisitor(browser, 390)).page
    await page.goto(`${site.url}/browse/clubs`)
    const button = page.getByRole('button', { name: 'Filters' })
    await button.click()
    await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Low (below 50%)').check()
    await page.getByRole('button', { name: 'Show results' }).click()
    await page.getByText('Filters (1)').waitFor()
    await expect.poll(() => button.evaluate((each) => each.ownerDocument.activeElement === each)).toBe(true)
  })
})

describe('leaderboards', () => {
  it('tabs, region and brawler stand in the address; another tab lets the brawler go', async () => {
    await page.goto(`${site.url}/leaderboards`)
    await page.getByRole('tab', { name: 'Players' }).focus()
    await page.keyboard.press('ArrowRight')
    await waitForQuery('?type=clubs')
    await page.keyboard.press('ArrowRight')
    await waitForQuery('?type=brawlers&brawler=16000000')
    await page.getByLabel('Brawler', { exact: true }).selectOption('Colt')
    await waitForQuery('?type=brawlers&brawler=16000001')
    await page.getByLabel('Region').selectOption('Germany')
    await waitForQuery('?type=brawlers&country=DE&brawler=16000001')
    await page.getByRole('tab', { name: 'Players' }).click()
    await waitForQuery('?country=DE')
    await expect.poll(() => page.getByRole('tab', { name: 'Players' }).getAttribute('aria-selected')).toBe('true')
  })

  it('shows 50 ranks of which the first stand out, and a row leads to its player', async () => {
    await page.goto(`${site.url}/leaderboards`)
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    const styles = await rows.evaluateAll((each) => each.map((row) => row.getAttribute('data-rank-style')))
    expect(styles.slice(0, 4)).toEqual(['first', 'second', 'third', 'top-10'])
    expect([styles.length, styles[10]]).toEqual([50, 'top-50'])
    await rows.nth(1).click({ position: { x: 8, y: 8 } })
    await page.waitForURL('**/player/*')
  })

  it('Refresh is not to be pressed twice, and says when it fails', async () => {
    await page.goto(`${site.url}/leaderboards`)
    await page.getByText('Collected').first().waitFor()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/rankings/collect/players', async (route) => {
      await held
      await route.fulfill({ status: 418, json: { error: 'The game is away.', code: 'away' } })
    })
    const button = page.getByRole('button', { name: 'Refresh' })
    const [request] = await Promise.all([page.waitForRequest('**/api/rankings/collect/players'), button.click()])
    expect(request.postDataJSON()).toEqual({ country: 'global', limit: 200 })
    await expect.poll(() => button.isDisabled()).toBe(true)
    answer()
    await page.getByText('Failed to refresh leaderboard data').waitFor()
    await expect.poll(() => button.isDisabled()).toBe(false)
  })

  it('says what could not be loaded, and tries again', async () => {
    await refuse('/api/rankings/leaderboards', 418)
    await refuse('/api/brawler/all', 418)
    await page.goto(`${site.url}/leaderboards?type=clubs`)
    await page.getByText('Failed to load clubs leaderboard').waitFor()
    await page.getByRole('tab', { name: 'Brawlers' }).click()
    await page.getByText('Failed to load brawlers list').waitFor()
    await page.unroute('**/api/brawler/all*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText('Failed to load brawlers leaderboard').waitFor()
  })
})

describe('the dashboard of the platform', () => {
  it('says what it cannot load, with a way home', async () => {
    await refuse('/api/browse/dashboard', 418)
    await page.goto(`${site.url}/analytics`)
    await page.getByText('Unable to load analytics dashboard').waitFor()
    await page.getByRole('link', { name: 'Return Home' }).click()
    await page.getByRole('heading', { name: 'Platform Overview' }).waitFor()
  })
})
