import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { signUp } from './sign-up.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()

it('The guest splash and the dashboard offer example tags for one club and one player', async () => {
  const token = await signUp(visitor.url, 'dashboard.tags')
  for (const page of [await visitor.at('/dashboard'), await visitor.stranger('/dashboard', { token })]) {
    for (const tag of [EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG]) {
      await page.getByRole('main').getByRole('link', { name: tag }).first().waitFor()
    }
  }
})

it('Dashboard shows 3 recent searches, newest first', async () => {
  const token = await signUp(visitor.url, 'dashboard.owner')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const club = await fetch(`${visitor.url}/api/browse/club/${EXAMPLE_CLUB_TAG.slice(1)}`)
  const { members } = (await club.json()) as { members: { tag: string }[] }
  const tags = members.slice(0, 4).map(({ tag }) => tag)
  for (const tag of tags) {
    await fetch(`${visitor.url}/api/search`, { method: 'POST', headers, body: JSON.stringify({ tag }) })
  }
  const page = await visitor.stranger('/dashboard', { token })
  const latest = page.getByRole('region', { name: 'Latest searches' }).getByRole('listitem')
  await expect.poll(() => latest.allInnerTexts()).toHaveLength(3)
  const shown = await latest.locator('span').allInnerTexts()
  expect(shown).toEqual(tags.slice(1).reverse())
})

it('A server that cannot tell whether the token is valid keeps the user logged in', async () => {
  const token = await signUp(visitor.url, 'patient.owner')
  const page = await visitor.stranger('/dashboard', { token })
  await shows(page, 'Welcome back, patient.owner')
  await page.route('**/api/auth/profile', (route) =>
    route.fulfill({ status: 503, json: { error: 'Busy.', code: 'busy' } }),
  )
  await page.reload()
  await shows(page, 'We cannot tell at the moment whether you are logged in.')
  expect(await page.evaluate("localStorage.getItem('delphin.token')")).toBe(token)
  await page.unrouteAll()
  await shows(page, 'Welcome back, patient.owner')
})

it('Logging out and the theme reach the other tabs', async () => {
  const token = await signUp(visitor.url, 'tabs.owner')
  const page = await visitor.stranger('/dashboard')
  await page.evaluate(`localStorage.setItem('delphin.token', '${token}')`)
  const other = await page.context().newPage()
  await other.goto(`${visitor.url}/dashboard`)
  await shows(other, 'Welcome back, tabs.owner')
  await page.reload()
  await shows(page, 'Welcome back, tabs.owner')
  await page.keyboard.press('t')
  await expect.poll(() => other.evaluate('document.documentElement.dataset.theme')).toBe('light')
  await page.getByRole('main').getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await shows(other, 'Your login has ended.', 'Welcome aboard')
  await other.getByRole('button', { name: 'Log in again' }).click()
  await other.getByRole('dialog', { name: 'Login' }).waitFor()
})

it('a user sees the account in the profile, and saves an API key', async () => {
  const token = await signUp(visitor.url, 'profile.owner')
  const page = await visitor.stranger('/dashboard', { token })
  await page.getByRole('main').getByRole('button', { name: 'Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Profile' })
  const lines = [
    /^Email\s+profile\.owner@example\.org$/,
    /^Total searches\s+0$/,
    /^API key\s+Not Set$/,
    /^Member since\s+\w+/,
  ]
  await expect
    .poll(() => dialog.locator('dl > div').allInnerTexts())
    .toEqual(lines.map((line) => expect.stringMatching(line)))
  await expect.poll(() => page.title()).toBe('Profile | Delphin')
  const saved = { has_api_key: true, api_key_status: 'active', message: 'Good.' }
  await answering(page, '/auth/update-api-key', 200, saved)
  await page.getByLabel('API key').fill('  my.key  ')
  const [request] = await Promise.all([
    page.waitForRequest('**/api/auth/update-api-key'),
    page.getByRole('button', { name: 'Update API Key' }).click(),
  ])
  expect(request.postDataJSON()).toEqual({ api_key: 'my.key' })
  await shows(page, 'API key updated successfully!', 'Active')
})

it('a guest switches between login and registration', async () => {
  const page = await visitor.at('/dashboard')
  await page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect.poll(() => page.title()).toBe('Login or Register | Delphin')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await dialog.getByLabel('Username').waitFor()
  await dialog.getByRole('button', { name: 'Login' }).click()
  await dialog.getByLabel('Email or username').waitFor()
})
