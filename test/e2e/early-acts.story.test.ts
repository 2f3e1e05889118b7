import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { newVisitor, openBrowser } from './open-browser.ts'
import { type Site, startSite } from './start-site.ts'

let site: Site
let browser: Browser
let page: Page
let letCodeCome: () => void

beforeAll(async () => {
  site = await startSite({}, inject('filledSite'))
  browser = await openBrowser()
})
beforeEach(async () => {
  page = (await newVisitor(browser)).page
  const held = new Promise<void>((resolve) => {
    letCodeCome = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** Shows the first screen while the page's code is still on its way. */
const arrive = (path: string) => page.goto(site.url + path, { waitUntil: 'commit' })

it('a tag typed and sent before the code has come is searched once it is there', async () => {
  await arrive('/')
  await page.getByLabel('Player or club tag').last().fill('#2PYY')
  await page.keyboard.press('Enter')
  letCodeCome()
  await page.waitForURL('**/search/2PYY')
})

it('what is chosen and pressed before the code has come is done once it is there', async () => {
  await arrive('/browse/players')
  await page.getByLabel('Sort by').selectOption('trophies')
  await page.getByRole('button', { name: 'Menu' }).click()
  letCodeCome()
  await page.waitForURL('**/browse/players?sort=trophies')
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
})

it('half a tag stays in its field, which keeps the focus', async () => {
  await arrive('/')
  const field = page.getByLabel('Player or club tag').last()
  await field.pressSequentially('#2P')
  letCodeCome()
  await page.getByText(/ of \d+ searches$/).waitFor()
  await page.keyboard.type('YY')
  expect(await field.inputValue()).toBe('#2PYY')
})
