import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { signUp } from './sign-up.ts'
import { shows, visitSite } from './visitor.ts'

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
