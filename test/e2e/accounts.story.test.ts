import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import type { getClub } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { newVisitor } from './open-browser.ts'
import { connectBrowser, dialogLeft } from './visitor.ts'

const PASSWORD = 'dolphins'
let signUps = 0
/** The account of the tests. A second try of the first test signs up another one. */
let ada = { username: '', email: '' }

const site = inject('siteUrl')
let browser: Browser

beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser?.close())

const dialogOf = (page: Page) => page.getByRole('dialog')

async function openMenu(page: Page, entry: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(menu|more)$/i })
    .first()
    .click()
  await dialogOf(page).getByRole('button', { name: entry, exact: true }).click()
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await dialogOf(page).getByLabel(label).fill(text)
}

const press = (page: Page, button: string) =>
  dialogOf(page).locator('form').getByRole('button', { name: button, exact: true }).click()

async function logIn(page: Page, password: string): Promise<void> {
  await openMenu(page, 'Login')
  await fill(page, { 'Email or username': ada.username, Password: password })
  await press(page, 'Login')
}

async function search(page: Page, tag: string): Promise<void> {
  const box = page.getByPlaceholder('Enter player or club tag...').first()
  await box.fill(tag)
  await box.press('Enter')
}

/** Members of the example club other than the example player. */
async function memberTags(count: number): Promise<string[]> {
  const answer = await fetch(`${site}/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`)
  const { members } = (await answer.json()) as Output<typeof getClub>
  const tags = members.map((member) => member.tag).filter((tag) => tag !== EXAMPLE_PLAYER_TAG)
  return tags.slice(0, count)
}

/** The header counts the searches of guests only. */
const isGuest = (page: Page) => page.getByText('5 of 5 searches').waitFor()

it('a guest signs up, logs in, stays after a reload, sees the profile, and leaves', async () => {
  signUps += 1
  ada = { username: `ada.${signUps}`, email: `ada.${signUps}@example.org` }
  const { page, complaints } = await newVisitor(browser)
  await page.goto(site)
  await isGuest(page)

  await openMenu(page, 'Sign Up')
  await fill(page, { Username: 'ada lovelace', Email: ada.email, Password: PASSWORD })
  await press(page, 'Sign Up')
  await page.getByText('Username can only contain letters, numbers, dots, underscores, and hyphens').waitFor()
  await fill(page, { Username: ada.username })
  await press(page, 'Sign Up')
  await page.getByText('Your account was created.').waitFor()
  await expect.poll(() => dialogOf(page).getByLabel('Email or username').inputValue()).toBe(ada.username)
  expect(await dialogOf(page).getByLabel('Password').inputValue()).toBe(PASSWORD)

  await fill(page, { Password: 'a wrong guess' })
  await press(page, 'Login')
  await page.getByText('Invalid email, username or password').waitFor()
  await fill(page, { Password: PASSWORD })
  await press(page, 'Login')
  await page.getByText('5 of 5 searches').waitFor({ state: 'detached' })

  await dialogLeft(page)
  await page.reload()
  await openMenu(page, 'Profile')
  await page.getByText(ada.email).waitFor()
  await expect.poll(() => page.title()).toBe('Profile | Delphin')
  await dialogOf(page).getByText('Not Set').waitFor()
  await dialogOf(page).locator('summary', { hasText: 'API key' }).click()
  await fill(page, { 'API key': 'nonsense' })
  await press(page, 'Update API Key')
  await page.getByText('Failed to update API key. Please try again.').waitFor()
  await fill(page, { 'API key': 'strange.personal.key' })
  await press(page, 'Update API Key')
  await page.getByText('Active, but refused by the game').waitFor()

  await dialogOf(page).getByRole('button', { name: 'Logout' }).click()
  await isGuest(page)
  expect(complaints).toEqual([])
})

it('a user searches without a limit', async () => {
  const { page } = await newVisitor(browser)
  await page.goto(site)
  await logIn(page, PASSWORD)
  await page.getByText(/of 5 searches/).waitFor({ state: 'detached' })
  await dialogLeft(page)
  const [first = '', ...others] = await memberTags(6)
  await page.goto(`${site}/search/${first.slice(1)}`)
  await page.waitForURL(`**/player/${first.slice(1)}`)
  const authorization = `Bearer ${await page.evaluate<string>("localStorage.getItem('delphin.token')")}`
  for (const tag of others) {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${site}/api/search`, { method: 'POST', headers, body: JSON.stringify({ tag }) })
    expect(answer.status).toBe(200)
  }
  await page.reload()
  await openMenu(page, 'Profile')
  const total = dialogOf(page).locator('dl > div').filter({ hasText: 'Total searches' })
  await total.getByText('6', { exact: true }).waitFor()
})

it('a user ends a session in another browser, changes the password and deletes the account', async () => {
  const { page } = await newVisitor(browser, 390)
  const other = await newVisitor(browser)
  for (const visitor of [other.page, page]) {
    await visitor.goto(site)
    await logIn(visitor, PASSWORD)
    await visitor.getByText(/of 5 searches/).waitFor({ state: 'detached' })
    await dialogLeft(visitor)
  }
  await openMenu(page, 'Profile')
  await dialogOf(page).getByText('Sessions', { exact: true }).click()
  await dialogOf(page).getByText('This browser').waitFor()
  const others = dialogOf(page).getByRole('button', { name: /End session/ })
  const before = await others.count()
  await others.first().click()
  await expect.poll(() => others.count()).toBe(before - 1)
  await other.page.reload()
  await isGuest(other.page)

  await dialogOf(page).getByText('Change password', { exact: true }).first().click()
  await fill(page, { 'Old password': 'a wrong guess', 'New password': 'other dolphins' })
  await press(page, 'Change password')
  await page.getByText('This is not your password').first().waitFor()
  await fill(page, { 'Old password': PASSWORD })
  await press(page, 'Change password')
  await page.getByText('Your password was changed.').waitFor()

  await dialogOf(page).getByText('Delete account', { exact: true }).click()
  await fill(page, { 'Your password': 'other dolphins' })
  await press(page, 'Delete account for good')
  await isGuest(page)
  await logIn(page, 'other dolphins')
  await page.getByText('Invalid email, username or password').waitFor()
})

it('a visitor of the demo tries to be hidden, step by step, which changes nothing for others', async () => {
  const { page, complaints } = await newVisitor(browser, 390)
  await page.goto(site)
  await page.getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
  await page.getByLabel('Player tag').fill('nonsense')
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await page.getByText('Invalid search tag').waitFor()
  await page.getByLabel('Player tag').fill(EXAMPLE_PLAYER_TAG.toLowerCase())
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  const open = page.getByRole('listitem').filter({ hasText: 'Not done yet' })
  await open.filter({ hasText: 'Change your profile icon to any other one.' }).waitFor()
  await expect.poll(() => open.count()).toBe(2)
  await page.getByRole('button', { name: 'Demo: do this step for me' }).click()
  await expect.poll(() => open.count()).toBe(1)
  await page.getByRole('button', { name: 'Demo: do this step for me' }).click()
  await page.getByText('it counts for you alone, and for 24 hours').waitFor()
  expect(complaints).toEqual([])
})

it('a guest opens the examples, searches, uses up the searches and is offered an account', async () => {
  const { page, complaints } = await newVisitor(browser)
  await page.goto(site)
  await page.getByText('5 of 5 searches').waitFor()

  await page
    .getByRole('link', { name: new RegExp(EXAMPLE_CLUB_TAG) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Star' }).waitFor()
  await page.getByText('5 of 5 searches').waitFor()
  await page.getByRole('heading', { name: 'Trophy progression' }).waitFor()
  const roster = page.getByRole('table', { name: /members/i })
  await expect.poll(() => roster.getByRole('row').count()).toBeGreaterThan(25)

  await search(page, EXAMPLE_PLAYER_TAG.toLowerCase())
  await page.getByRole('region', { name: 'Brawlers', exact: true }).waitFor()
  await page.getByText('4 of 5 searches').waitFor()
  await page.getByRole('slider').first().waitFor()

  await search(page, 'nonsense')
  await page.getByText('Invalid search tag').first().waitFor()
  await page.getByText('4 of 5 searches').waitFor()

  await page.reload()
  await page.getByText('4 of 5 searches').waitFor()

  for (const [used, tag] of (await memberTags(4)).entries()) {
    await search(page, tag)
    await page.getByText(`${3 - used} of 5 searches`).waitFor()
    await page.getByRole('region', { name: 'Brawlers', exact: true }).waitFor()
  }
  const [last = ''] = (await memberTags(5)).slice(4)
  await search(page, last)
  await page.getByText('You have used all 5 free searches').waitFor()
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/username/i)
    .first()
    .waitFor()
  expect(complaints).toEqual([])
})

it('an unknown address answers 404, and the page leads home', async () => {
  const { page } = await newVisitor(browser, 390)
  const answer = await page.goto(`${site}/no-such-page`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await page
    .getByRole('link', { name: 'Go Home Now' })
    .or(page.getByRole('button', { name: 'Go Home Now' }))
    .click()
  await page.waitForURL(`${site}/`)
})

it('an address with a tag in lower case redirects to the one in upper case', async () => {
  const answer = await fetch(`${site}/club/${EXAMPLE_CLUB_TAG.slice(1).toLowerCase()}`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([301, `/club/${EXAMPLE_CLUB_TAG.slice(1)}`])
})
