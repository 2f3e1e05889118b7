import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { withoutFirstAnswers } from './open-browser.ts'
import { altering, answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const shownTotal = async (page: Page) =>
  Number(/^[\d,]+/.exec((await page.getByText(/^[\d,]+ (matching|tracked) /).textContent()) ?? '')?.[0])

describe('browse pages', () => {
  const optionsOf = async (path: string) => {
    const page = await visitor.at(path)
    await page.getByLabel('Sort by').waitFor()
    return page.getByLabel('Sort by').locator('option')
  }

  it('Club sorts: popularity, member_count, activity_score, name ascending, created_date, and after them two more', async () => {
    const options = await optionsOf('/browse/clubs')
    await expect
      .poll(() => options.evaluateAll((each) => each.map((option) => option.getAttribute('value'))))
      .toEqual(['popularity', 'member_count', 'activity_score', 'name', 'created_date', 'trophies', 'growth'])
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

  it('Filters, order and page are in the address, and back and forward move through them', async () => {
    const page = await visitor.stranger('/browse/players')
    await page.getByLabel('Sort by').selectOption('trophies')
    await page.waitForURL('**/*?sort=trophies', { waitUntil: 'commit' })
    await page.getByLabel('Low (below 50%)').check()
    await page.waitForURL('**/*?sort=trophies&activity=low', { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Page 2' }).click()
    await page.waitForURL('**/*?sort=trophies&activity=low&page=2', { waitUntil: 'commit' })
    await page.getByText('25 to 48 shown').waitFor()
    await page.goBack()
    await page.getByText('1 to 24 shown').waitFor()
    await page.goBack()
    await page.getByText(/^\d+ tracked players/).waitFor()
    await expect.poll(() => page.getByLabel('Any').first().isChecked()).toBe(true)
    await page.goForward()
    await page.getByText(/^\d+ matching players/).waitFor()
    expect(new URL(page.url()).search).toBe('?sort=trophies&activity=low')
  })

  it('The filter panel expands (More/Less), and Clear all takes every filter away', async () => {
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

  it('The trophy range filter applies only when both min and max are present in the URL', async () => {
    const page = await visitor.at('/browse/players?trophyMin=5000')
    await shows(page, /tracked players/)
    await expect.poll(() => page.getByRole('list', { name: 'Active filters' }).count()).toBe(0)
    await visitor.at('/browse/players?trophyMin=0&trophyMax=5000')
    await shows(page, /matching player/, '0-5k trophies')
  })

  it('Values in the address that are not valid are ignored', async () => {
    const page = await visitor.at('/browse/players?sort=magic&region=mars&page=-3&trophyMin=9&trophyMax=2')
    await page.getByText(/^\d+ tracked players/).waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Active filters' }).count()).toBe(0)
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

  it.each(['clubs', 'players'])(
    'Browse: Failed to fetch %s: {status}; the grid shows Unable to load data, and Try Again loads it',
    async (kind) => {
      const page = await visitor.at()
      await answering(page, '/browse/entities?*', 418)
      await visitor.at(`/browse/${kind}`)
      await shows(page, 'Unable to load data', `Failed to fetch ${kind}: 418`, 'Back to Home')
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try Again' }).click()
      await page.getByText(new RegExp(`^\\d+ tracked ${kind}`)).waitFor()
    },
  )

  it('Browse response may be wrapped in data', async () => {
    const page = await visitor.at()
    await altering(page, '/browse/entities?*', (answer) => ({ data: { ...answer, total_entities: 987 } }))
    await visitor.at('/browse/clubs')
    await shows(page, /^987 tracked clubs/)
  })
})

describe('leaderboards page', () => {
  const rowsOf = (page: Page) => page.locator('tbody tr')

  it('The query string holds type, country and brawler', async () => {
    const page = await visitor.at('/leaderboards?type=brawlers&country=DE&brawler=16000001')
    await expect.poll(() => page.getByRole('tab', { name: 'Brawlers' }).getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => page.getByLabel('Region').inputValue()).toBe('DE')
    await expect.poll(() => page.getByLabel('Brawler', { exact: true }).inputValue()).toBe('16000001')
  })

  it('A brawler that the game does not have is not taken for another one', async () => {
    const page = await visitor.at()
    const asked: string[] = []
    await page.route('**/api/rankings/leaderboards?*', (route) => {
      asked.push(route.request().url())
      return route.continue()
    })
    await visitor.at('/leaderboards?type=brawlers&brawler=999')
    await shows(page, 'There is no such brawler')
    const chosen = page.getByLabel('Brawler', { exact: true }).locator('option:checked')
    expect([await chosen.textContent(), asked]).toEqual(['Choose a brawler', []])
    await page.getByLabel('Brawler', { exact: true }).selectOption('Colt')
    await rowsOf(page).first().waitFor()
  })

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

  it('Countries: global plus 16', async () => {
    const page = await visitor.at('/leaderboards')
    const values = page.getByLabel('Region').locator('option')
    await expect
      .poll(() => values.evaluateAll((each) => each.map((option) => option.getAttribute('value')).join(' ')))
      .toBe('global US CA GB DE FR ES IT BR MX RU TR IN CN JP KR AU')
  })

  it('Fetch limit 50; Refresh collects 200, is disabled while running and says when it fails', async () => {
    const page = await visitor.at()
    await withoutFirstAnswers(page)
    const asked = page.waitForRequest('**/api/rankings/leaderboards?*')
    await visitor.at('/leaderboards')
    expect(new URL((await asked).url()).searchParams.get('limit')).toBe('50')
    await page.getByText('Collected').first().waitFor()
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

  it.each([
    ['players', '**/player/*'],
    ['clubs', '**/club/*'],
    ['brawlers', '**/player/*'],
  ])('A row click on the %s leaderboard goes to %s', async (type, address) => {
    const page = await visitor.at(`/leaderboards?type=${type}`)
    await rowsOf(page)
      .nth(3)
      .click({ position: { x: 8, y: 8 } })
    await page.waitForURL(address)
  })

  it('Rank styles: top 3, top 10, top 50', async () => {
    const page = await visitor.at('/leaderboards')
    await expect
      .poll(() => rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-rank-style'))))
      .toEqual(['first', 'second', 'third', ...Array(7).fill('top-10'), ...Array(40).fill('top-50')])
  })

  it.each(['players', 'clubs'])('Failed to load %s leaderboard; a Try Again button reloads', async (type) => {
    const page = await visitor.at()
    await answering(page, '/rankings/leaderboards?*', 418)
    await visitor.at(`/leaderboards?type=${type}`)
    await shows(page, `Failed to load ${type} leaderboard`)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await rowsOf(page).first().waitFor()
  })

  it('Failed to load brawlers list; a Try Again button reloads it, and then the leaderboard may fail', async () => {
    const page = await visitor.at()
    await answering(page, '/rankings/leaderboards?*', 418)
    await answering(page, '/brawler/all', 418)
    await visitor.at('/leaderboards?type=brawlers')
    await shows(page, 'Failed to load brawlers list')
    await page.unroute('**/api/brawler/all')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByLabel('Brawler', { exact: true }).waitFor()
    await shows(page, 'Failed to load brawlers leaderboard')
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
    await page.getByText('25 to 48 shown').waitFor()
    await expect.poll(async () => (await placeOf(page))[0]).toBe(0)
    const place = await follow(page, cardsOf(page), 17)
    if (cold) await loadAgain(page)
    await page.goBack()
    await expect.poll(() => placeOf(page)).toEqual(place)
    await page.goBack()
    await page.getByText('1 to 24 shown').waitFor()
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

describe('with text of 200 % on a phone', () => {
  it.each([
    '/',
    '/browse/clubs',
    '/browse/players',
    '/analytics',
    '/leaderboards',
    '/dashboard',
    '/status',
    '/privacy',
  ])('%s does not scroll sideways, and no text ends outside of the screen', async (path) => {
    const page = await visitor.stranger(path, { width: 390 })
    await page.evaluate('document.documentElement.style.fontSize = "200%"')
    const sizes = () => page.evaluate<[number, number]>(`[document.documentElement.scrollWidth, ${RIGHTMOST}]`)
    await expect.poll(sizes).toEqual([390, 0])
  })
})

/** How many cells and figures, which must not be cut, end beyond the right edge of the screen. */
const RIGHTMOST = `[...document.querySelectorAll('main td, main dd, main h1, main h2, main select, main input')]
  .filter((each) => each.getBoundingClientRect().right > 390).length`
