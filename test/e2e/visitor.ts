import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { newVisitor, withoutFirstAnswers } from './open-browser.ts'

export type Visitor = {
  /** The page of the file's visitor, who stays the same from test to test; told where to go, it goes there. */
  at(path?: string): Promise<Page>
  /** Somebody else, with a storage of their own, until the test ends. */
  stranger(path: string, more?: { width?: number; token?: string }): Promise<Page>
  url: string
}

/** The browser that all files share. A file closes only its own connection to it. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'))
}

/** A visitor of the shared site for the tests of one file. What a test made calls answer is forgotten after it. */
export function visitSite(width = 1280): Visitor {
  const url = inject('siteUrl')
  let browser: Browser
  let page: Page
  let strangers: BrowserContext[] = []
  beforeAll(async () => {
    browser = await connectBrowser()
    page = (await newVisitor(browser, width)).page
  })
  afterEach(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all(strangers.map((each) => each.close()))
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
      const visit = await newVisitor(browser, own)
      strangers.push(visit.page.context())
      if (token) await visit.page.addInitScript({ content: `localStorage.setItem('delphin.token', '${token}')` })
      await open(visit.page, url + path)
      return visit.page
    },
  }
}

const IS_RENDERED =
  "Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__reactFiber'))"

/** Goes there and waits until the page's own code has taken over what the server wrote. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await expect.poll(() => page.evaluate(IS_RENDERED).catch(() => false)).toBe(true)
}

/** Lets a call of the API answer so instead; the page then asks it itself. Without a status, nothing answers at all. */
export async function answering(page: Page, call: string, status: number | null, body: unknown = null): Promise<void> {
  await withoutFirstAnswers(page)
  await page.route(`**/api${call}`, (route) =>
    status === null
      ? route.abort()
      : route.fulfill({ status, json: body ?? { error: 'The store rests.', code: 'busy' } }),
  )
}

/** Waits until the page shows each of these texts. */
export async function shows(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor()
}

type Json = Record<string, unknown>

/** Lets a call answer what it answers, but for what is changed in it. */
export async function altering(page: Page, call: string, change: (answer: Json) => Json): Promise<void> {
  await withoutFirstAnswers(page)
  await page.route(`**/api${call}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Json) })
  })
}
