import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { withoutFirstAnswers } from './open-browser.ts'
import { shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const shownTotal = async (page: Page) =>
  Number(/^[\d,]+/.exec((await page.getByText(/^[\d,]+ (matching|tracked) /).textContent()) ?? '')?.[0])

describe('browse pages', () => {
  it('Filters, order and page are in the address, and back and forward move through them', async () => {
    const page = await visitor.stranger('/browse/players')
    await page.getByLabel('Sort by').selectOption('trophies')
    await page.waitForURL('**/*?sort=trophies', { waitUntil: 'commit' })
    await page.getByLabel('Low (below 50%)').check()
    await page.waitForURL('**/*?sort=trophies&activity=low', { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Page 2' }).click()
    await page.waitForURL('**/*?sort=trophies&activity=low&page=2', { waitUntil: 'commit' })
    await page.getByText(/, 25 to 48$/).waitFor()
    await page.goBack()
    await page.getByText(/, 1 to 24$/).waitFor()
    await page.goBack()
    await page.getByText(/^\d+ tracked players/).waitFor()
    await expect.poll(() => page.getByLabel('Any').first().isChecked()).toBe(true)
    await page.goForward()
    await page.getByText(/^\d+ matching players/).waitFor()
    expect(new URL(page.url()).search).toBe('?sort=trophies&activity=low')
  })

  it('More and Less show and hide filters, and Clear all takes every filter away', async () => {
    const page = await visitor.at('/browse/players?region=eu&trophyMin=0&trophyMax=5000')
    const few = await shownTotal(page)
    await page.getByRole('button', { name: 'Less filters' }).click()
    await page.getByText('Membership').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('In a club').check()
    await page.getByLabel('25k-50k').check()
    const chosen = { region: 'eu', membership: 'member', trophyMin: '25000', trophyMax: '50000' }
    await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(chosen)
    await page.getByRole('button', { name: 'Clear all (3)' }).first().click()
    await page.waitForURL(`${visitor.url}/browse/players`)
    await page.getByText(/^\d+ tracked players/).waitFor()
    expect(await shownTotal(page)).toBeGreaterThan(few)
  })

  it('A name is found while it is typed; a name that nobody has is not found', async () => {
    const page = await visitor.at('/browse/clubs')
    await page.getByLabel('Club name').fill('star harbour')
    await page.getByText('1 matching club').or(page.getByText('matching clubs')).waitFor()
    await page.getByLabel('Club name').fill('nobody is called this')
    await shows(page, 'No clubs found matching your criteria')
  })

  it('On a phone the filters open in a dialog, which gives the focus back', async () => {
    const page = await visitor.stranger('/browse/clubs', { width: 390 })
    const button = page.getByRole('button', { name: 'Filters' })
    await button.click()
    await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Low (below 50%)').check()
    await page.getByRole('button', { name: 'Show results' }).click()
    await page.getByText('Filters (1)').waitFor()
    await expect.poll(() => button.evaluate((each) => each.ownerDocument.activeElement === each)).toBe(true)
  })
})

describe('leaderboards page', () => {
  const rowsOf = (page: Page) => page.locator('tbody tr')

  it('Arrow keys change tabs; the first brawler is selected once the list loads, and another tab clears it', async () => {
    const page = await visitor.at('/leaderboards')
    await page.getByRole('tab', { name: 'Players' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL('**/leaderboards?type=clubs', { waitUntil: 'commit' })
    await page.keyboard.press('ArrowRight')
    await page.waitForURL('**/leaderboards?type=brawlers&brawler=16000000', { waitUntil: 'commit' })
    await page.getByLabel('Brawler', { exact: true }).selectOption('Colt')
    await page.waitForURL('**/leaderboards?type=brawlers&brawler=16000001', { waitUntil: 'commit' })
    await page.getByLabel('Region').selectOption('Germany')
    await page.waitForURL('**/leaderboards?type=brawlers&country=DE&brawler=16000001', { waitUntil: 'commit' })
    await page.getByRole('tab', { name: 'Players' }).click()
    await page.waitForURL('**/leaderboards?country=DE', { waitUntil: 'commit' })
    await expect.poll(() => page.getByRole('tab', { name: 'Players' }).getAttribute('aria-selected')).toBe('true')
  })

  it('A ranking asks for 50 places; Refresh collects 200, is disabled meanwhile and says when it fails', async () => {
    const page = await visitor.at()
    await withoutFirstAnswers(page)
    const asked = page.waitForRequest('**/api/rankings/leaderboards?*')
    await visitor.at('/leaderboards')
    expect(new URL((await asked).url()).searchParams.get('limit')).toBe('50')
    await page
      .getByText(/^Updated/)
      .first()
      .waitFor()
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
    expect(request.postDataJSON()).toEqual({ country: 'global', limit: 200 })
    await expect.poll(() => button.isDisabled()).toBe(true)
    answer()
    await shows(page, 'Failed to refresh leaderboard data')
    await expect.poll(() => button.isEnabled()).toBe(true)
  })

  it('A click on a row goes to its club', async () => {
    const page = await visitor.at('/leaderboards?type=clubs')
    await rowsOf(page)
      .nth(3)
      .click({ position: { x: 8, y: 8 } })
    await page.waitForURL('**/club/*')
  })
})

describe('going back to a list', () => {
  /** How far down the page is, and the address of the link that has the focus. */
  const placeOf = (page: Page) =>
    page.evaluate<[number, string | null]>('[Math.round(scrollY), document.activeElement.getAttribute("href")]')

  const isInSight = (link: Locator) =>
    link.evaluate((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return top >= 0 && bottom <= each.ownerDocument.documentElement.clientHeight
    })

  /** Follows a link far down the page, and returns where it was. */
  async function follow(page: Page, links: Locator, position: number): Promise<[number, string | null]> {
    const link = links.nth(position)
    await link.scrollIntoViewIfNeeded()
    await link.focus()
    const place = await placeOf(page)
    expect([place[0] > 844, place[1]]).toEqual([true, await link.getAttribute('href')])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${place[1]}`)
    await page.getByRole('button', { name: 'Refresh' }).waitFor()
    return place
  }

  /** Loads the page anew, with nothing in memory, and waits until its scripts run. */
  async function loadAgain(page: Page): Promise<void> {
    await page.reload()
    await page.getByTitle(/^Free searches left/).waitFor()
  }

  const cardsOf = (page: Page) => page.getByRole('main').locator('li a.block')
  const rowsOf = (page: Page) => page.locator('tbody a')

  it.each([
    ['the page was in memory', false],
    ['the page has to load again', true],
  ])('Back leads to the same card of page 2 of a filtered list: %s', async (_story, cold) => {
    const page = await visitor.stranger('/browse/players?sort=trophies&membership=member', { width: 390 })
    const next = page.getByRole('link', { name: 'Next' })
    await next.scrollIntoViewIfNeeded()
    await next.click()
    await page.getByText(/, 25 to 48$/).waitFor()
    await expect.poll(async () => (await placeOf(page))[0]).toBe(0)
    const place = await follow(page, cardsOf(page), 17)
    if (cold) await loadAgain(page)
    await page.goBack()
    await expect.poll(() => placeOf(page)).toEqual(place)
    await page.goBack()
    await page.getByText(/, 1 to 24$/).waitFor()
    await expect.poll(() => isInSight(next)).toBe(true)
  })

  it.each([
    ['the ranking was in memory', false],
    ['the ranking has to load again', true],
  ])('Back leads to the same rank: %s', async (_story, cold) => {
    const page = await visitor.stranger('/leaderboards', { width: 390 })
    const place = await follow(page, rowsOf(page), 41)
    if (cold) await loadAgain(page)
    await page.goBack()
    await expect.poll(() => placeOf(page)).toEqual(place)
  })

  it('Who scrolls meanwhile is not brought back', async () => {
    const page = await visitor.stranger('/leaderboards', { width: 390 })
    await follow(page, rowsOf(page), 41)
    await loadAgain(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/rankings/leaderboards?*', async (route) => {
      await held
      await route.continue()
    })
    await page.goBack()
    await page.getByRole('status', { name: 'Loading the leaderboard' }).waitFor()
    await page.keyboard.press('Home')
    await expect.poll(async () => (await placeOf(page))[0]).toBe(0)
    answer()
    await rowsOf(page).nth(49).waitFor()
    expect((await placeOf(page))[0]).toBe(0)
  })
})
