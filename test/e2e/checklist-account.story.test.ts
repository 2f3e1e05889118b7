import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { signUp } from './sign-up.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()

it('The dashboard route depends on signed-in status: a splash for guests, with Login and Sign Up', async () => {
  const page = await visitor.at('/dashboard')
  await shows(page, 'Welcome aboard')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).waitFor()
})

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

it('Search history: default is one seeded fixed player tag', async () => {
  const page = await visitor.stranger('/scores')
  await expect
    .poll(() => page.evaluate("localStorage.getItem('delphin.history')"))
    .toMatch(/^\["#[0289PYLQGRJCUV]+"\]$/)
})

it('Token and history live in local storage; guest data in session storage', async () => {
  const page = await visitor.stranger(`/search/${EXAMPLE_PLAYER_TAG.slice(1)}`)
  await shows(page, '4 of 5 searches')
  await expect.poll(() => page.evaluate('Object.keys(sessionStorage)')).toContain('delphin.guest')
  await expect
    .poll(() => page.evaluate("localStorage.getItem('delphin.history')"))
    .toMatch(new RegExp(`^\\["${EXAMPLE_PLAYER_TAG}"`))
})

it('On start, a stored token is tried against the profile call; success means logged in', async () => {
  const token = await signUp(visitor.url, 'storage.owner')
  const page = await visitor.stranger('/dashboard', { token })
  await shows(page, 'Welcome back, storage.owner')
})

it('A stored token that the profile call refuses is removed, and a new guest session is created', async () => {
  const page = await visitor.stranger('/scores', {})
  await page.evaluate("localStorage.setItem('delphin.token', 'forged')")
  await page.reload()
  await shows(page, '5 of 5 searches')
  await expect.poll(() => page.evaluate("localStorage.getItem('delphin.token')")).toBeNull()
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

it('A guest session that is over is replaced when the visitor refreshes a leaderboard', async () => {
  const page = await visitor.stranger('/leaderboards')
  await shows(page, '5 of 5 searches')
  let refused = 0
  await page.route('**/api/rankings/collect/**', (route) => {
    refused += 1
    return refused > 1
      ? route.fallback()
      : route.fulfill({ status: 401, json: { error: 'Start a session first', code: 'no_session' } })
  })
  const before = await page.evaluate("sessionStorage.getItem('delphin.guest')")
  const collected = page.waitForResponse((answer) => answer.url().includes('/rankings/collect') && answer.ok())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await collected
  expect(await page.evaluate("sessionStorage.getItem('delphin.guest')")).not.toBe(before)
  expect(await page.getByText('Start a session first').count()).toBe(0)
})

it('A stored guest session id is checked via guest status; if invalid it is cleared', async () => {
  const page = await visitor.stranger('/scores')
  await shows(page, '5 of 5 searches')
  await page.evaluate("sessionStorage.setItem('delphin.guest', 'nobody')")
  const checked = page.waitForRequest('**/api/auth/guest-status/nobody')
  await page.reload()
  await checked
  await expect.poll(() => page.evaluate("sessionStorage.getItem('delphin.guest')")).not.toBe('nobody')
  await shows(page, '5 of 5 searches')
})

describe('profile dialog', () => {
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

  it('Shows email, total searches, API key status (Not Set), member-since date', async () => {
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
    await answering(page, '/auth/update-api-key', 200, {
      has_api_key: true,
      api_key_status: 'active',
      message: 'Good.',
    })
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
  ])('API key update: status %s shows "%s"', async (status, text) => {
    const page = await profile()
    await answering(page, '/auth/update-api-key', status)
    await page.getByLabel('API key').fill('my.key')
    await page.getByRole('button', { name: 'Update API Key' }).click()
    await shows(page, text)
  })

  it('Logout clears token and history, and creates a new guest session', async () => {
    const own = await signUp(visitor.url, 'profile.leaver')
    const page = await visitor.stranger('/dashboard')
    await page.evaluate(`localStorage.setItem('delphin.token', '${own}')`)
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await shows(page, 'Welcome aboard', '5 of 5 searches')
    await expect.poll(() => page.evaluate("localStorage.getItem('delphin.token')")).toBeNull()
  })
})

async function formOf(mode: 'Login' | 'Sign Up', fields: Record<string, string> = {}): Promise<Page> {
  const page = await visitor.at('/dashboard')
  await page.getByRole('main').getByRole('button', { name: mode, exact: true }).click()
  for (const [label, text] of Object.entries(fields)) await page.getByRole('dialog').getByLabel(label).fill(text)
  return page
}

async function send(page: Page): Promise<void> {
  await page.getByRole('dialog').locator('form button[type=submit]').click()
}

const ADA = { Username: 'ada.checks', Email: 'ada.checks@example.org', Password: 'dolphins' }

describe('login/register modal', () => {
  it('Switches between login and register mode; its title is Login or Register', async () => {
    const page = await formOf('Login')
    await expect.poll(() => page.title()).toBe('Login or Register | Delphin')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign Up' }).click()
    await dialog.getByLabel('Username').waitFor()
    await dialog.getByRole('button', { name: 'Login' }).click()
    await dialog.getByLabel('Email or username').waitFor()
  })

  it.each([
    ['username required', { ...ADA, Username: '' }, 'Username is required'],
    ['3 characters', { ...ADA, Username: 'ad' }, 'Username must have 3 to 50 characters'],
    ['to 50', { ...ADA, Username: 'a'.repeat(51) }, 'Username must have 3 to 50 characters'],
    ['only letters, digits, dots, underscores and hyphens', { ...ADA, Username: 'a da' }, /^Username can only contain/],
    ['email required', { ...ADA, Email: '' }, 'Email is required'],
    ['password minimum 6 characters', { ...ADA, Password: '12345' }, 'Password must have at least 6 characters'],
  ])('Register form: %s', async (_line, fields, problem) => {
    const page = await formOf('Sign Up', fields)
    await send(page)
    await shows(page, problem)
  })

  it.each([
    ['identifier required', { Password: 'dolphins' }, 'Email or username is required'],
    ['password minimum 6', { 'Email or username': 'ada', Password: '12345' }, 'at least 6 characters'],
  ])('Login form: %s', async (_line, fields, problem) => {
    const page = await formOf('Login', fields)
    await send(page)
    await shows(page, problem)
  })

  it.each([
    ['server error', '/auth/login', 401, { error: 'Not today.', code: 'no' }, 'Not today.'],
    ['or Login failed', '/auth/login', 418, {}, 'Login failed'],
    ['network failure', '/auth/login', null, null, 'Network error during login'],
  ])('Login: %s', async (_line, call, status, body, text) => {
    const page = await formOf('Login', { 'Email or username': 'ada', Password: 'dolphins' })
    await answering(page, call, status, body)
    await send(page)
    await shows(page, text)
  })

  it.each([
    ['server error', 409, { error: 'Taken.', code: 'taken' }, 'Taken.'],
    ['or Registration failed', 418, {}, 'Registration failed'],
    ['network failure', null, null, 'Network error during registration'],
  ])('Registration: %s', async (_line, status, body, text) => {
    const page = await formOf('Sign Up', ADA)
    await answering(page, '/auth/register', status, body)
    await send(page)
    await shows(page, text)
  })

  it('Login success: logged in, guest session cleared, guest storage removed', async () => {
    await signUp(visitor.url, 'grace.checks')
    const page = await formOf('Login', { 'Email or username': 'grace.checks', Password: 'under the sea' })
    await send(page)
    await shows(page, 'Welcome back, grace.checks')
    await expect.poll(() => page.evaluate("sessionStorage.getItem('delphin.guest')")).toBeNull()
    await expect.poll(() => page.evaluate("localStorage.getItem('delphin.token') !== null")).toBe(true)
    await expect.poll(() => page.getByText(/of 5/).count()).toBe(0)
  })
})
