import { expect, it } from 'vitest'
import { EXAMPLE_PLAYER_TAG } from '#demo/landmarks.ts'
import { signUp } from './sign-up.ts'
import { shows, visitSite } from './visitor.ts'

const visitor = visitSite()

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

it('Failure removes the token, and a new guest session is created', async () => {
  const page = await visitor.stranger('/scores', {})
  await page.evaluate("localStorage.setItem('delphin.token', 'forged')")
  await page.reload()
  await shows(page, '5 of 5 searches')
  await expect.poll(() => page.evaluate("localStorage.getItem('delphin.token')")).toBeNull()
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
