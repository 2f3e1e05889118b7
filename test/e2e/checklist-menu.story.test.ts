import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signUp } from './sign-up.ts'
import { shows, visitSite } from './visitor.ts'

const visitor = visitSite()
let token: string

beforeAll(async () => {
  token = await signUp(visitor.url, 'menu.reader')
})

async function menuOf(path = '/scores'): Promise<Locator> {
  const page = await visitor.at(path)
  await page.getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

it('Items: Home, Browse Clubs, Browse Players, Analytics', async () => {
  const menu = await menuOf()
  await menu.getByRole('link').first().waitFor()
  await expect
    .poll(() => menu.getByRole('link').allInnerTexts())
    .toEqual(['Home', 'Browse Clubs', 'Browse Players', 'Analytics'])
})

it('Guests see a Login and Sign Up pair', async () => {
  const menu = await menuOf()
  await menu.getByRole('button', { name: 'Login', exact: true }).waitFor()
  await menu.getByRole('button', { name: 'Sign Up', exact: true }).waitFor()
})

it('Signed-in users see the email, an Authenticated status and a Profile button', async () => {
  const page = await visitor.stranger('/scores', { token })
  await page.getByRole('button', { name: 'Menu' }).click()
  await shows(page, 'menu.reader@example.org', 'Authenticated')
  await page.getByRole('dialog').getByRole('button', { name: 'Profile' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Login' }).count()).toBe(0)
})

it('It has a theme toggle: cycles default, light, dark, default, and is persisted', async () => {
  const menu = await menuOf()
  const page = await visitor.at()
  const theme = () => page.evaluate('document.documentElement.dataset.theme')
  for (const [name, next] of [
    ['Beluga', 'light'],
    ['Light', 'dark'],
    ['Dark', 'default'],
    ['Beluga', 'light'],
  ] as const) {
    await menu.getByRole('button', { name: `Theme: ${name}` }).click()
    await expect.poll(theme).toBe(next)
  }
  await page.reload()
  await expect.poll(theme).toBe('light')
  await page.evaluate("localStorage.removeItem('delphin.theme')")
})

it('It has a tagline about diving into analytics', async () => {
  await (await menuOf()).getByText('Dive into analytics').waitFor()
})

it('While open it locks page scroll; Esc closes it and gives the focus back', async () => {
  const menu = await menuOf()
  const page = await visitor.at()
  await menu.waitFor()
  const overflow = () => page.evaluate('getComputedStyle(document.documentElement).overflowY')
  await expect.poll(overflow).toBe('hidden')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await expect.poll(overflow).not.toBe('hidden')
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Menu')
})
