import { expect, it } from 'vitest'
import { altering, answering, shows, visitSite } from './visitor.ts'

const visitor = visitSite()

it('The not-found page counts down 5 seconds, then redirects home', async () => {
  const page = await visitor.stranger('/scores')
  await page.clock.install()
  await page.goto(`${visitor.url}/no-such-page`)
  await shows(page, 'Going home in 5 seconds')
  await page.clock.runFor(4000)
  await shows(page, 'Going home in 1 second')
  await page.clock.runFor(1000)
  await page.waitForURL(`${visitor.url}/`)
})

it('It has a Go Home Now button', async () => {
  const page = await visitor.at('/no-such-page')
  await page.getByRole('link', { name: 'Go Home Now' }).click()
  await page.waitForURL(`${visitor.url}/`)
})

it('The countdown of the not-found page can be stopped', async () => {
  const page = await visitor.at('/no-such-page')
  await page.getByRole('button', { name: 'Stay Here' }).click()
  await shows(page, 'Take your time.')
})

it('Guest session: Failed to create session', async () => {
  const page = await visitor.stranger('/scores')
  await shows(page, '5 of 5 searches')
  await page.evaluate('sessionStorage.clear()')
  await answering(page, '/auth/guest-session', 418)
  await page.reload()
  await shows(page, 'Failed to create session')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await shows(page, '5 of 5 searches')
})

it('Render fallback: Something went wrong. with details and Reload Page; its title is Error', async () => {
  const page = await visitor.at()
  await altering(page, '/browse/dashboard', (answer) => ({ ...answer, trending_this_week: 'not a list' }))
  await visitor.at('/analytics')
  await shows(page, 'Something went wrong.', 'Details')
  await expect.poll(() => page.title()).toBe('Error | Delphin')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload Page' }).click()
  await shows(page, 'Trending this week')
})
