import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG } from '#demo/world/landmarks.ts'
import { tagInPath } from '#shared/tag.ts'
import { linkIn, type MailServer, openMailServer } from '../mail-server.ts'
import { newVisitor } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { freePort, type Site, startSite } from './start-product.ts'
import { connectBrowser } from './visitor.ts'

const NEW_PASSWORD = 'above the sea'

let browser: Browser
let mail: MailServer
let site: Site

beforeAll(async () => {
  browser = await connectBrowser()
  mail = await openMailServer()
  const port = await freePort()
  const ours = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
  const sending = { SMTP_URL: mail.url, MAIL_FROM: 'Delphin <delphin@example.org>' }
  site = await startSite({ ...ours, ...sending }, inject('filledSite'))
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await mail?.close()
})

const dialogOf = (page: Page) => page.getByRole('dialog')

async function openMenu(page: Page, entry: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(menu|more)$/i })
    .first()
    .click()
  await dialogOf(page).getByRole('button', { name: entry, exact: true }).click()
}

let users = 0

/** A name that no try of a story has taken before. */
function newName(): string {
  users += 1
  return `reader.${users}`
}

/** The link to a page in the newest mail with this subject. */
async function mailedLink(subject: string, page: string): Promise<string> {
  const arrived = () => mail.mails.findLast(({ headers }) => headers.get('subject')?.startsWith(subject))
  await expect.poll(arrived).toBeDefined()
  return `${site.url}${page}#${linkIn(arrived() ?? { text: '' }, page)}`
}

it('a forgotten password is reset through the mail that arrived', async () => {
  const name = newName()
  await signUp(site.url, name)
  const { page, complaints } = await newVisitor(browser, 390)
  await page.goto(site.url)
  await openMenu(page, 'Login')
  await dialogOf(page).getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('Email or username').fill(`${name}@example.org`)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText('If there is such an account, a mail is on its way').waitFor()

  const link = await mailedLink('A new password', '/password')
  await page.goto(link)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('Your new password is set.').waitFor()
  expect(await page.getByLabel('Email or username').inputValue()).toBe(name)
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText('You are logged in.').waitFor()
  await page.getByText(/of 5 searches/).waitFor({ state: 'detached' })

  // The link is spent, and the page leads to a new one.
  const other = await newVisitor(browser, 390)
  await other.page.goto(link)
  await other.page.getByLabel('New password').fill(NEW_PASSWORD)
  await other.page.getByRole('button', { name: 'Set new password' }).click()
  await other.page.getByText('This link was used already. It works once.').waitFor()
  await other.page.getByRole('link', { name: 'Ask for a new link' }).click()
  await other.page.getByRole('button', { name: 'Send me a link' }).waitFor()
  expect([...complaints, ...other.complaints]).toEqual([])
})

it('a user confirms the address; the demo sends no week of a club, and says so', async () => {
  const token = await signUp(site.url, newName())
  const { page, complaints } = await newVisitor(browser)
  await page.addInitScript({ content: `localStorage.setItem('delphin.token', '${token}')` })
  const my = { method: 'PUT', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }
  await fetch(`${site.url}/api/desk/my-club`, { ...my, body: JSON.stringify({ tag: EXAMPLE_CLUB_TAG }) })
  await page.goto(`${site.url}/club/${tagInPath(EXAMPLE_CLUB_TAG)}`)
  await openMenu(page, 'Profile')
  await dialogOf(page).getByText('Not confirmed').waitFor()

  await page.goto(await mailedLink('Confirm your address', '/confirm'))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('Your address is confirmed').waitFor()
  await openMenu(page, 'Profile')
  await dialogOf(page).getByText('Confirmed', { exact: true }).waitFor()
  await dialogOf(page).getByText('Mail', { exact: true }).click()
  expect(complaints).toEqual([])
  await dialogOf(page)
    .getByRole('button', { name: /^Send me the week of / })
    .click()
  await dialogOf(page).getByText('The demo sends nothing').waitFor()
})

it('a site without a mail server says before signing up that only its operator resets passwords', async () => {
  const { page, complaints } = await newVisitor(browser, 390)
  await page.goto(inject('siteUrl'))
  await openMenu(page, 'Sign Up')
  await dialogOf(page).getByText('This site sends no mail').waitFor()
  await page.goto(`${inject('siteUrl')}/password`)
  await page.getByText(/^This site sends no mail, so you cannot reset/).waitFor()
  await page.goto(`${inject('siteUrl')}/unsubscribe#${'A'.repeat(43)}`)
  await page.getByRole('button', { name: 'Stop the report' }).click()
  await page.getByText('This link does not work', { exact: true }).waitFor()
  await page.getByText('This site sends no mail, so there is nothing to stop.').waitFor()
  await page.goto(`${inject('siteUrl')}/absence#${'A'.repeat(43)}`)
  await page.getByText('This link does not work', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})
