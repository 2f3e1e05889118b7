import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { newVisitor, viewportOf, withoutFirstAnswers } from './open-browser.ts'

export type Visitor = {
  /** The page of the file's visitor, which all tests of the file share. With a path, it goes there first. */
  at(path?: string): Promise<Page>
  /** The page of another visitor with an empty storage of their own. It is closed after the test. */
  stranger(path: string, more?: { width?: number; token?: string }): Promise<Page>
  url: string
}

/** Connects to the browser that most files share. Closing it closes only the connection. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'))
}

/**
 * Waits until a closed dialog has left the history too. Closing one steps back, and a page that is loaded during the step
 * fails with net::ERR_ABORTED.
 */
export async function dialogLeft(page: Page): Promise<void> {
  // Not `waitForFunction`: it evaluates a string in the page again and again, which the site's security policy refuses.
  await expect.poll(() => page.evaluate('!history.state?.isLayer')).toBe(true)
}

/** A visitor of the shared site for the tests of one file. Each test starts without the changed answers of the last. */
export function visitSite(width = 1280): Visitor {
  const url = inject('siteUrl')
  let browser: Browser
  let page: Page
  let stranger: BrowserContext | undefined
  let strangers: Page[] = []
  beforeAll(async () => {
    browser = await connectBrowser()
    page = (await newVisitor(browser, width)).page
  })
  afterEach(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all(strangers.filter((each) => each.context() !== stranger).map((each) => each.context().close()))
    await Promise.all((stranger?.pages() ?? []).map((each) => each.close()))
    strangers = []
  })
  afterAll(() => browser?.close())
  return {
    url,
    async at(path) {
      if (path !== undefined) await open(page, url + path)
      return page
    },
    async stranger(path, { width: own = width, token } = {}) {
      const isFirst = strangers.length === 0
      const next = isFirst && stranger ? await newPageIn(stranger, url, own) : (await newVisitor(browser, own)).page
      if (isFirst) stranger = next.context()
      strangers.push(next)
      if (token) await next.addInitScript({ content: `localStorage.setItem('delphin.token', '${token}')` })
      await open(next, url + path)
      return next
    },
  }
}

/**
 * The page of a visitor who comes after another one of the same context. The site finds nothing of the other one. The
 * browser has its scripts, ready to run: loading them is half of what a new context costs.
 */
async function newPageIn(context: BrowserContext, origin: string, width: number): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.detach()
  await page.setViewportSize(viewportOf(width))
  return page
}

/** The visitor does something, so that all sections get their code; then nothing of the page waits for it. */
const IS_RENDERED = `(() => {
  if (document.querySelector('#root')?.hasAttribute('data-waits') !== false) return false
  dispatchEvent(new Event('keydown'))
  return document.querySelector('[data-waits]') === null
})()`

/** Goes to an address and waits until the page's scripts have taken over what the server rendered. */
async function open(page: Page, address: string): Promise<void> {
  const go = () => page.goto(address, { waitUntil: 'domcontentloaded' })
  // A dialog that was closed just before may still step back in the history, which ends another navigation.
  await go().catch(go)
  await expect.poll(() => page.evaluate(IS_RENDERED).catch(() => false)).toBe(true)
}

/** Replaces the answer of a call, which the page then makes itself. Status null breaks the connection. */
export async function answering(page: Page, call: string, status: number | null, body: unknown = null): Promise<void> {
  await withoutFirstAnswers(page)
  await page.route(`**/api${call}`, (route) =>
    status === null
      ? route.abort()
      : route.fulfill({
          status,
          json: body ?? { error: 'Our figures cannot be read right now. Please try again in a minute.', code: 'busy' },
        }),
  )
}

/** Waits until the page shows each of the texts. */
export async function shows(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor()
}

type Json = Record<string, unknown>

/** Changes the real answer of a call. */
export async function altering(page: Page, call: string, change: (answer: Json) => Json): Promise<void> {
  await withoutFirstAnswers(page)
  await page.route(`**/api${call}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Json) })
  })
}
