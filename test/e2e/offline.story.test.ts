import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EXAMPLE_CLUB_TAG } from '#demo/world/landmarks.ts'
import { newVisitor } from './open-browser.ts'
import { signUp } from './sign-up.ts'
import { connectBrowser, shows } from './visitor.ts'

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
  await keptPage(page, CLUB)
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

it('in flight mode a page that was never seen leads to what can be seen', async () => {
  const { page, complaints } = await newVisitor(browser, 390, { worker: true })
  await page.goto(site)
  await workerRuns(page)
  await page.goto(site + CLUB)
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await keptPage(page, CLUB)
  await page.context().setOffline(true)
  await page.goto(`${site}/player/2PPPPPPPP`)
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  expect(await page.title()).toBe('You are offline')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await shows(page, /as of \w+ \d+, \d{4}/)
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await shows(page, /^This page is as of /)
  await page.goto(`${site}/desk`)
  await shows(page, 'You are offline', 'Try Again')
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await page.context().close()
})

it('a new version asks before it reloads the page', async () => {
  const proxy = await startReleases(site)
  const { page } = await newVisitor(browser, 1280, { worker: true })
  await page.goto(proxy.url)
  await workerRuns(page)
  await page.goto(proxy.url + CLUB)
  await page.evaluate('window.opened = true')
  proxy.release()
  await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found.update())')
  await shows(page, 'A new version of Delphin is ready.')
  expect(await page.evaluate('window.opened')).toBe(true)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.evaluate('window.opened ?? null').catch(() => true)).toBe(null)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const waiting = 'navigator.serviceWorker.getRegistration().then((found) => found.waiting)'
  expect(await page.evaluate(waiting)).toBe(null)
  expect(await page.getByText('A new version of Delphin is ready.').count()).toBe(0)
  await page.context().close()
  await proxy.close()
})

it('after a logout neither the worker nor the cache of the browser has what was looked at', async () => {
  const token = await signUp(site, 'logs.out')
  const { page } = await newVisitor(browser, 1280, { worker: true })
  await page.goto(site)
  await workerRuns(page)
  await page.goto(site + CLUB)
  await keptPage(page, CLUB)
  // The browser's own cache keeps this file for a day.
  const bytesSent = () =>
    page.evaluate(`(async () => {
      performance.clearResourceTimings()
      await (await fetch('/robots.txt')).text()
      return performance.getEntriesByName(location.origin + '/robots.txt').at(-1).transferSize
    })()`)
  await bytesSent()
  expect(await bytesSent()).toBe(0)
  // What is still asked for afterwards is seen by whoever comes next.
  await page.waitForLoadState('networkidle')
  const cleared = await page.evaluate(`fetch('/api/auth/logout', {
    method: 'POST', headers: { authorization: 'Bearer ${token}' },
  }).then(({ status }) => status)`)
  expect(cleared).toBe(200)
  await expect
    .poll(() => page.evaluate('caches.keys().then((names) => names.sort())'))
    .toEqual(['delphin-files-1', 'delphin-words-1'])
  expect(await bytesSent()).toBeGreaterThan(0)
  await page.context().close()
})

/** Waits until the worker has kept a page. */
async function keptPage(page: Page, path: string): Promise<void> {
  const kept = `(async () => (await (await caches.open('delphin-pages-1')).match('${site}${path}')) !== undefined)()`
  await expect.poll(() => page.evaluate(kept)).toBe(true)
}

/** A proxy before the site that can give out another service worker, as after a release. */
async function startReleases(upstream: string) {
  let releases = 0
  const server = createServer((asked, answer) => {
    const isWorker = asked.url === '/service-worker.js'
    const { 'if-none-match': _etag, 'if-modified-since': _date, ...plain } = asked.headers
    const headers = isWorker ? { ...plain, 'accept-encoding': 'identity' } : asked.headers
    const sent = request(upstream + asked.url, { method: asked.method, headers }, (received) => {
      const { 'content-length': length, connection: _hop, 'transfer-encoding': _coding, ...kept } = received.headers
      answer.writeHead(received.statusCode ?? 502, {
        ...kept,
        ...(!isWorker && length && { 'content-length': length }),
      })
      if (!isWorker) return void received.pipe(answer)
      received.on('data', (part) => answer.write(part))
      received.on('end', () => answer.end(`\n// Release ${releases}`))
    })
    sent.on('error', () => answer.destroy())
    asked.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => releases++,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
