import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { shows, visitSite } from './visitor.ts'

const visitor = visitSite()
const PLAYER = `/player/${EXAMPLE_PLAYER_TAG.slice(1)}`
const CLUB = `/club/${EXAMPLE_CLUB_TAG.slice(1)}`

const isOpen = (page: Page) => page.evaluate<number>(`document.querySelectorAll('dialog[open], :popover-open').length`)
const place = (page: Page) => page.evaluate<string>('location.pathname + location.search')

/** Opens the menu of a phone on one page, which was reached from another one. */
async function atMenu(): Promise<Page> {
  const page = await visitor.stranger('/scores', { width: 390 })
  await page.goto(`${visitor.url}/status`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await expect.poll(() => page.evaluate('history.state?.isLayer')).toBeTruthy()
  return page
}

it('Back closes the menu and stays on the page; the next Back leaves it', async () => {
  const page = await atMenu()
  await page.goBack()
  await expect.poll(() => isOpen(page)).toBe(0)
  expect(await place(page)).toBe('/status')
  await page.goBack()
  await page.waitForURL('**/scores*')
})

it('after the menu was closed by its button, one Back leaves the page', async () => {
  const page = await atMenu()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => isOpen(page)).toBe(0)
  await expect.poll(() => page.evaluate('history.state?.isLayer')).toBeFalsy()
  await page.goBack()
  await page.waitForURL('**/scores*')
})

it('a page that was opened from the menu leads back to the page below the menu, which stays closed', async () => {
  const page = await atMenu()
  await page.getByRole('dialog').getByRole('link', { name: 'Home' }).click()
  await shows(page, 'Platform overview')
  await page.goBack()
  await page.waitForURL('**/status')
  await expect.poll(() => page.evaluate('history.state?.isLayer')).toBeFalsy()
  expect(await isOpen(page)).toBe(0)
  await page.goBack()
  await page.waitForURL('**/scores*')
})

it('one Back closes the login that was opened from the menu', async () => {
  const page = await atMenu()
  await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog', { name: 'Login' }).waitFor()
  await page.goBack()
  await expect.poll(() => isOpen(page)).toBe(0)
  expect(await place(page)).toBe('/status')
})

it('Back closes the filters and keeps what was chosen in them', async () => {
  const page = await visitor.stranger('/browse/players', { width: 390 })
  await page.getByRole('button', { name: /^Filters/ }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByText(/^Europe/).click()
  await page.waitForURL('**/browse/players?region=eu')
  await page.goBack()
  await expect.poll(() => isOpen(page)).toBe(0)
  await expect.poll(() => place(page)).toBe('/browse/players?region=eu')
})

type Rect = { top: number; bottom: number; left: number; right: number }
const RECTS = `[':popover-open', 'button[aria-label="What is Performance score?"]'].map((selector) => {
  const found = document.querySelector(selector)
  const { top, bottom, left, right } = (selector[0] === ':' ? found : found.closest('dl > div')).getBoundingClientRect()
  return { top, bottom, left, right }
})`

it('on a wide screen an explanation stands beside the figures of a club, and covers none of them', async () => {
  const page = await visitor.stranger(CLUB, { width: 1280 })
  await page.getByRole('button', { name: 'What is Ghost members?' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Ghost members' })
  await panel.getByText('How is this computed?').waitFor()
  const figure = page.locator('#overview > div', { hasText: 'Ghost members' }).locator('> dd').first()
  expect(await panel.getByRole('paragraph').nth(1).innerText()).toBe(await figure.innerText())
  const ends = `[document.querySelector(':popover-open').getBoundingClientRect().left,
    document.querySelector('button[aria-label="What is Ghost members?"]').closest('dl').getBoundingClientRect().right]`
  await expect
    .poll(async () => {
      const [panel, figures] = (await page.evaluate(ends)) as [number, number]
      return panel >= figures
    })
    .toBe(true)
})

it.each([390, 1280])('a "?" explains a figure without covering it (%i px), and the focus returns', async (width) => {
  const page = await visitor.stranger(PLAYER, { width })
  const sign = page.getByRole('button', { name: 'What is Performance score?' }).first()
  await sign.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Performance score' })
  await sheet.getByText('How is this computed?').waitFor()
  await expect
    .poll(async () => {
      const [panel, figure] = (await page.evaluate(RECTS)) as [Rect, Rect]
      const beside = panel.left >= figure.right || panel.right <= figure.left
      return beside || panel.top >= figure.bottom || panel.bottom <= figure.top
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => isOpen(page)).toBe(0)
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('What is Performance score?')
  await sign.click()
  await sheet.waitFor()
  await expect.poll(() => page.evaluate('history.state?.isLayer')).toBeTruthy()
  await page.goBack()
  await expect.poll(() => isOpen(page)).toBe(0)
  expect(await place(page)).toBe(PLAYER)
})
