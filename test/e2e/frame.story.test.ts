import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { HEADER_PAGES, MENU_PAGES, pageName } from '#shared/pages.ts'
import { t } from '#shared/texts.ts'
import { altering, dialogLeft, shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const FIELD = 'Enter player or club tag...'
const FIRST_OF_MENU = ['Home', 'Browse Clubs', 'Browse Players', 'Analytics']

/** Name and length of the animation that a click on the logo starts. */
async function swirlOf(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`document.addEventListener('animationstart', ({ target }) => {
    const { animationName, animationDuration } = getComputedStyle(target)
    if (target.matches('.logo')) window.swirl = animationName + ' ' + animationDuration
  })`)
  await page.locator('.logo').click()
  return () => page.evaluate('window.swirl')
}

it('a click on the logo lets it swirl for 1.2 seconds; with reduced motion it fades in 150 ms', async () => {
  const page = await visitor.at('/scores')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(await swirlOf(page)).toBe('swirl 1.2s')
  await page.waitForURL(`${visitor.url}/`)
  await expect.poll(() => page.locator('.logo').getAttribute('data-swirl')).toBeNull()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(await swirlOf(page)).toBe('surface 0.15s')
})

it('on a phone the search opens from a button', async () => {
  const page = await visitor.stranger('/scores', { width: 390 })
  const field = page.getByRole('banner').getByPlaceholder(FIELD)
  await field.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Search' }).click()
  await field.waitFor()
  await expect.poll(() => field.evaluate((each) => each.ownerDocument.activeElement === each)).toBe(true)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
})

it('a guest sees in a ring how many of 5 searches are left, and is warned at two', async () => {
  const page = await visitor.stranger('/scores', { width: 390 })
  const counter = page.getByTitle('Free searches left in this session')
  await counter.getByText('5 of 5 searches').waitFor()
  expect((await counter.boundingBox())?.width).toBeLessThan(45)
  const colour = () => counter.evaluate((each) => each.ownerDocument.defaultView?.getComputedStyle(each).color)
  const calm = await colour()
  await page.route('**/api/auth/guest-status/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), searches_remaining: 2 } })
  })
  await page.reload()
  await counter.getByText('2 of 5 searches').waitFor()
  expect(await colour()).not.toBe(calm)
})

it('At 200 % text nothing in the header covers the logo or lies outside of the screen', async () => {
  const page = await visitor.stranger('/scores', { width: 390 })
  await page.getByText('5 of 5 searches').waitFor()
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  const parts = await page.getByRole('banner').locator('a, button, p').all()
  const boxes = (await Promise.all(parts.map((part) => part.boundingBox()))).filter((box) => box !== null)
  const shown = boxes.map(({ x, width }) => ({ left: x, right: x + width })).sort((a, b) => a.left - b.left)
  for (const [place, box] of shown.slice(1).entries()) expect(box.left).toBeGreaterThanOrEqual(shown[place]?.right ?? 0)
  expect(shown.at(-1)?.right).toBeLessThanOrEqual(390)
})

it('The / key focuses the search; Esc closes suggested names, clears it, then leaves it', async () => {
  const page = await visitor.at('/scores')
  const field = page.getByRole('banner').getByPlaceholder(FIELD)
  await page.getByRole('heading', { level: 1 }).click()
  await expect
    .poll(async () => {
      await page.keyboard.press('/')
      return field.evaluate((each) => each.ownerDocument.activeElement === each)
    })
    .toBe(true)
  await page.keyboard.type('2PP')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => field.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await expect.poll(() => field.evaluate((each) => each.ownerDocument.activeElement === each)).toBe(false)
})

it('The t key changes to the next theme and announces it, but not while typing, with a modifier, or when shortcuts are off', async () => {
  const page = await visitor.stranger('/scores')
  const theme = () => page.evaluate('document.documentElement.dataset.theme')
  for (const [next, name] of [
    ['light', 'Light'],
    ['dark', 'Dark'],
    ['default', 'Beluga'],
  ] as const) {
    await page.keyboard.press('t')
    await page.locator('[aria-live=polite]', { hasText: `Theme: ${name}` }).waitFor()
    await expect.poll(theme).toBe(next)
  }
  await page.keyboard.press('Alt+t')
  await page.keyboard.press('Shift+T')
  await page.getByRole('banner').getByPlaceholder(FIELD).press('t')
  await expect.poll(() => page.getByRole('banner').getByPlaceholder(FIELD).inputValue()).toBe('t')
  expect(await theme()).toBe('default')

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('switch', { name: 'Keys / search, t theme' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  for (const key of ['t', '/']) await page.keyboard.press(key)
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Menu')
  expect(await theme()).toBe('default')
})

it('the search of the header goes to /search/{tag} without the #; an empty one goes nowhere', async () => {
  const page = await visitor.stranger('/scores')
  const field = page.getByRole('banner').getByPlaceholder(FIELD)
  await field.fill('   ')
  await field.press('Enter')
  await field.fill(' #pqv80lygr ')
  await field.press('Enter')
  await page.waitForURL('**/search/PQV80LYGR')
  await page.goBack()
  await page.waitForURL('**/scores')
})

const namesOn = (side: string) =>
  HEADER_PAGES.filter(({ header }) => header.side === side).map(({ header }) => t(header.name))

it('a wide header names the main pages; Ctrl+K finds a page by a word of its name, without the mouse', async () => {
  const page = await visitor.stranger('/scores')
  const names = await page.getByRole('banner').getByRole('navigation').getByRole('link').allInnerTexts()
  expect(names).toEqual([...namesOn('left'), ...namesOn('right')])
  const links = await page.getByRole('banner').getByRole('navigation').getByRole('link').all()
  const boxes = await Promise.all(links.map((link) => link.boundingBox()))
  expect(boxes.map((box) => box?.height)).toEqual(links.map(() => 44))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('maps')
  await page.getByRole('option', { name: 'Brawlers & Maps' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/meta')
  await page.getByRole('heading', { level: 1, name: 'Brawlers & Maps' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('option', { name: 'Brawlers & Maps' }).waitFor()
})

it('on a phone the bar at the foot leads to the main pages and the desk, and gives way to the keyboard', async () => {
  const page = await visitor.stranger('/scores', { width: 390 })
  const bar = page.getByRole('navigation', { name: 'Places' })
  await bar.getByRole('link', { name: 'Brawlers' }).click()
  await page.waitForURL('**/meta')
  expect(await bar.getByRole('link', { name: 'Brawlers' }).getAttribute('aria-current')).toBe('page')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await bar.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Close search' }).click()
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: "Leader's desk" }).click()
  await page.waitForURL('**/desk')
})

describe('menu', () => {
  it('leads to the pages, locks the page below it, changes the theme, and closes with Esc, Back and its button', async () => {
    const page = await visitor.at('/scores')
    const button = page.getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const inPage = (script: string) => expect.poll(() => page.evaluate(script))
    const [overflow, theme] = [
      'getComputedStyle(document.documentElement).overflowY',
      'document.documentElement.dataset.theme',
    ]
    await button.click()
    await menu.getByRole('link').first().waitFor()
    const names = MENU_PAGES.map(pageName)
    expect(names.slice(0, FIRST_OF_MENU.length)).toEqual(FIRST_OF_MENU)
    const main = menu.getByRole('navigation', { name: 'Main' })
    await expect.poll(() => main.getByRole('link').allInnerTexts()).toEqual(names)
    await menu.getByRole('button', { name: 'Login', exact: true }).waitFor()
    await menu.getByRole('button', { name: 'Sign Up', exact: true }).waitFor()
    await menu.getByText('Dive into analytics').waitFor()
    await inPage(overflow).toBe('hidden')
    for (const [name, next] of [
      ['Beluga', 'light'],
      ['Light', 'dark'],
      ['Dark', 'default'],
      ['Beluga', 'light'],
    ] as const) {
      await menu.getByRole('button', { name: `Theme: ${name}` }).click()
      await inPage(theme).toBe(next)
    }
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await inPage(overflow).not.toBe('hidden')
    await inPage('document.activeElement.getAttribute("aria-label")').toBe('Menu')
    await dialogLeft(page)
    await page.reload()
    await inPage(theme).toBe('light')
    await page.evaluate("localStorage.removeItem('delphin.theme')")

    await button.click()
    await menu.waitFor()
    const animation = menu.evaluate((each) => each.ownerDocument.defaultView?.getComputedStyle(each).animationName)
    expect(await animation).toBe('surface')
    await page.goBack()
    await menu.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/scores')
    await page.getByRole('banner').getByRole('link', { name: 'Leaderboards' }).click()
    await page.waitForURL('**/leaderboards')
  })
})

it('a guest at a school, whose network has begun all its sessions, reads on and learns when to come back', async () => {
  const page = await visitor.stranger('/scores')
  await shows(page, '5 of 5 searches')
  await page.evaluate('sessionStorage.clear()')
  const error = 'Many new guests came from your network. You can read on; to search, log in, or come back in 9 minutes.'
  await page.route('**/auth/guest-session', (route) =>
    route.fulfill({ status: 429, json: { error, code: 'too_many' }, headers: { 'retry-after': '540' } }),
  )
  await page.goto(new URL('/browse/clubs', page.url()).href)
  await shows(page, error)
  // A line, not a card: the page below needs no session.
  const notice = page.getByRole('alert').filter({ hasText: error })
  expect(await notice.innerText()).toMatch(/^Many new guests/)
  expect((await notice.boundingBox())?.height).toBeLessThan(48)
  expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(5)
  await notice.getByText(error).click()
  await shows(page, 'Failed to create session.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await shows(page, '5 of 5 searches')
})

it('who gets no session is told once that searching is off', async () => {
  const page = await visitor.stranger('/scores')
  await page.evaluate('sessionStorage.clear()')
  await page.route('**/auth/guest-session', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  const notice = page.getByRole('alert')
  await notice.getByText('Searching is off for the moment.').waitFor()
  expect(await notice.innerText()).not.toContain('Failed to create session.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await notice.waitFor({ state: 'detached' })
})

describe('code that does not arrive', () => {
  it('leaves the page as it is when the menu lacks it, and another try opens the menu', async () => {
    const page = await visitor.stranger('/scores')
    await page.route('**/NavMenu*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Menu' }).click()
    await shows(page, 'This did not load.', 'How scores work')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('This did not load.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  })

  it('leaves the header when a page lacks it, and another try shows the page', async () => {
    const page = await visitor.stranger('/scores')
    await page.route('**/LeaderboardsPage*.js', (route) => route.abort())
    await page.getByRole('banner').getByRole('link', { name: 'Leaderboards' }).click()
    await shows(page, 'This part did not load')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Leaderboards' }).waitFor()
  })

  it('after a deploy reloads the page once; where it is gone for good, the page alone fails', async () => {
    const page = await visitor.stranger('/scores')
    await page.route('**/NavMenu*.js', (route) => route.fulfill({ status: 404 }))
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Menu' }).click()
    await reloaded
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    const asked = page.waitForResponse((answer) => answer.request().method() === 'HEAD')
    await page.getByRole('button', { name: 'Menu' }).click()
    await asked
    await shows(page, 'This did not load.', 'How scores work')
    expect(loads).toBe(0)
  })
})

it('a page that cannot be drawn says so, with details and Reload Page, and is titled Error', async () => {
  const page = await visitor.at()
  await altering(page, '/browse/dashboard', (answer) => ({ ...answer, trending_this_week: 'not a list' }))
  await visitor.at('/analytics')
  await shows(page, 'Something went wrong.', 'Details')
  await expect.poll(() => page.title()).toBe('Error | Delphin')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload Page' }).click()
  await shows(page, 'Trending this week')
})
