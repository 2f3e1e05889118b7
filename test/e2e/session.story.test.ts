import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { signUp } from './sign-up.ts'
import { shows, visitSite } from './visitor.ts'

const visitor = visitSite()

it('the dashboard offers example tags to guests, and to users their 3 last searches, newest first', async () => {
  for (const tag of [EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG]) {
    const splash = (await visitor.at('/dashboard')).getByRole('main')
    await splash.getByRole('link', { name: tag }).first().waitFor()
  }
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

it('Logging out and the theme reach the other tabs', async () => {
  const token = await signUp(visitor.url, 'tabs.owner')
  const page = await visitor.stranger('/dashboard')
  await page.evaluate(`localStorage.setItem('delphin.token', '${token}')`)
  const other = await page.context().newPage()
  await other.goto(`${visitor.url}/dashboard`)
  await shows(other, 'Welcome, tabs.owner')
  await page.reload()
  await shows(page, 'Welcome, tabs.owner')
  await page.keyboard.press('t')
  await expect.poll(() => other.evaluate('document.documentElement.dataset.theme')).toBe('light')
  await page.getByRole('main').getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await shows(other, 'Your login has ended.', 'Welcome aboard')
  await other.getByRole('button', { name: 'Log in again' }).click()
  await other.getByRole('dialog', { name: 'Login' }).waitFor()
})
