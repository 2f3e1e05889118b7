import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signUp } from './sign-up.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()
let token: string

beforeAll(async () => {
  token = await signUp(visitor.url, 'profile.owner')
})

async function profile(): Promise<Page> {
  const page = await visitor.stranger('/dashboard', { token })
  await page.getByRole('main').getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('dialog', { name: 'Profile' }).waitFor()
  return page
}

it('Profile modal: email, total searches, API key status (Not Set), member-since date', async () => {
  const page = await profile()
  const facts = page.getByRole('dialog').locator('dl > div')
  await expect
    .poll(() => facts.allInnerTexts())
    .toEqual(
      [
        /^Email\s+profile\.owner@example\.org$/,
        /^Total searches\s+0$/,
        /^API key\s+Not Set$/,
        /^Member since\s+\w+/,
      ].map((line) => expect.stringMatching(line)),
    )
  await expect.poll(() => page.title()).toBe('Profile | Delphin')
})

it('API key update: button disabled when the trimmed value is empty', async () => {
  const page = await profile()
  const button = page.getByRole('button', { name: 'Update API Key' })
  await page.getByLabel('API key').fill('   ')
  await expect.poll(() => button.isDisabled()).toBe(true)
  await page.getByLabel('API key').fill(' k ')
  await expect.poll(() => button.isEnabled()).toBe(true)
})

it('API key update: the value is trimmed before sending; API key updated successfully!', async () => {
  const page = await profile()
  await answering(page, '/auth/update-api-key', 200, { has_api_key: true, api_key_status: 'active', message: 'Good.' })
  await page.getByLabel('API key').fill('  my.key  ')
  const [request] = await Promise.all([
    page.waitForRequest('**/api/auth/update-api-key'),
    page.getByRole('button', { name: 'Update API Key' }).click(),
  ])
  expect(request.postDataJSON()).toEqual({ api_key: 'my.key' })
  await shows(page, 'API key updated successfully!', 'Active')
})

it.each([
  [418, 'Failed to update API key. Please try again.'],
  [null, 'Error updating API key.'],
])('API key: an answer of %s is %s', async (status, text) => {
  const page = await profile()
  await answering(page, '/auth/update-api-key', status)
  await page.getByLabel('API key').fill('my.key')
  await page.getByRole('button', { name: 'Update API Key' }).click()
  await shows(page, text)
})

it('Logout: clears token and history, and creates a new guest session', async () => {
  const own = await signUp(visitor.url, 'profile.leaver')
  const page = await visitor.stranger('/dashboard')
  await page.evaluate(`localStorage.setItem('delphin.token', '${own}')`)
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await shows(page, 'Welcome aboard', '5 of 5 searches')
  await expect.poll(() => page.evaluate("localStorage.getItem('delphin.token')")).toBeNull()
})
