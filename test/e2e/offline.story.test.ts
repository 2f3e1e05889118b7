import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG } from '#demo/world/landmarks.ts'
import { newVisitor } from './open-browser.ts'
import { connectBrowser } from './visitor.ts'

const CLUB = `/club/${EXAMPLE_CLUB_TAG.slice(1)}`
const site = inject('siteUrl')
let browser: Browser
beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser?.close())

/** The page starts the worker after it has loaded. */
async function workerRuns(page: Page): Promise<void> {
  const state = 'navigator.serviceWorker.getRegistration().then((found) => found?.active?.state)'
  await expect.poll(() => page.evaluate(state)).toBe('activated')
}

it('in flight mode a visitor sees a club as it was seen last, and is told since when', async () => {
  const { page, complaints } = await newVisitor(browser, 390, { worker: true })
  const context = page.context()
  await page.goto(site)
  await workerRuns(page)
  // The worker takes part from the next page on.
  await page.goto(site + CLUB)
  expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('region', { name: 'Members' }).waitFor()
  const kept = `(async () => (await (await caches.open('delphin-pages-1')).match('${site}${CLUB}')) !== undefined)()`
  await expect.poll(() => page.evaluate(kept)).toBe(true)
  await page.evaluate('sessionStorage.clear()')
  await context.setOffline(true)
  await page.getByText('You are offline. Pages show what you saw last.').waitFor()
  await page.reload()
  await page.getByText(/^This page is as of .+: there was no answer from Delphin just now\.$/).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
  await page.getByRole('region', { name: 'Members' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByText('Failed to create session').count()).toBe(0)
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(await page.getByText('This page is as of').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

it('the worker keeps nothing of an account', async () => {
  const { page } = await newVisitor(browser, 1280, { worker: true })
  await page.goto(site)
  await workerRuns(page)
  await page.goto(site + CLUB)
  await page.evaluate(`(async () => {
    const headers = { authorization: 'Bearer none' }
    await fetch('/api/auth/me', { headers })
    await fetch('/api/browse${CLUB}', { headers })
    await fetch('/api/auth/logout', { method: 'POST', headers })
  })()`)
  const addresses = (await page.evaluate(`(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })()`)) as string[]
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter((path) => /auth|account|desk/.test(path) && !path.startsWith('/assets/'))).toEqual([])
  await page.context().close()
})
