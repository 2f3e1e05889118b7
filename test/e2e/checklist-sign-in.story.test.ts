import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signUp } from './sign-up.ts'
import { answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()

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
})

describe('signed in', () => {
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
