import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/prepare/find-program.mjs'

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The sandbox is switched off for root only, for whom Chromium cannot use it. */
export const BROWSER_ARGUMENTS = [...QUIET, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]

/** Starts the Chromium of the machine. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? 'chromium', args: BROWSER_ARGUMENTS })
}

/** A context of the browser at the time and in the time zone of the tests, which are others on other days. */
export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const { TZ, TEST_CLOCK_OFFSET_MS } = process.env
  if (TEST_CLOCK_OFFSET_MS === undefined) return browser.newContext(options)
  const context = await browser.newContext({ ...options, ...(TZ === undefined ? {} : { timezoneId: TZ }) })
  const script = readFileSync(new URL('../moved-clock.cjs', import.meta.url), 'utf8')
  const process_ = `const process = { env: { TEST_CLOCK_OFFSET_MS: ${JSON.stringify(TEST_CLOCK_OFFSET_MS)} } }`
  await context.addInitScript(`{\n${process_}\n${script}\n}`)
  return context
}

export type Visit = {
  page: Page
  /** Errors of the page: uncaught ones, and breaches of its content policy. */
  complaints: string[]
}

type VisitOptions = {
  /** Whether the site's service worker runs. Without it, tests can change any answer. */
  worker?: boolean
  /** Whether the page moves. It does not by default: what moves takes more CPU than all the rest of a test. */
  moves?: boolean
}

/** The size of a phone's or a desk's screen of this width. */
export const viewportOf = (width: number) => ({ width, height: width < 600 ? 844 : 900 })

/** A new visitor with an own storage. */
export async function newVisitor(
  browser: Browser,
  width = 1280,
  { worker = false, moves = false }: VisitOptions = {},
): Promise<Visit> {
  const reducedMotion = moves ? 'no-preference' : 'reduce'
  const context = await newContext(browser, {
    viewport: viewportOf(width),
    reducedMotion,
    serviceWorkers: worker ? 'allow' : 'block',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text())
  })
  return { page, complaints }
}

/** A script that adds up in `window.shifted` how far the page moves by itself. It must run before the page's own. */
export const SHIFTS = `window.shifted = 0
new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
  if (!entry.hadRecentInput) window.shifted += entry.value
})).observe({ type: 'layout-shift', buffered: true })`

/** Counts the bytes that a page loads over the network from now on, with header fields, and without fonts. */
export async function countBytes(page: Page): Promise<() => number> {
  const bytes = new Map<string, number>()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type !== 'Font') bytes.set(requestId, 0)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (bytes.has(requestId)) bytes.set(requestId, encodedDataLength)
  })
  return () => [...bytes.values()].reduce((sum, each) => sum + each, 0)
}

/** The title of a page and the texts of some places in it, without scripts. */
export async function firstPaintOf(
  browser: Browser,
  url: string,
  places: string,
): Promise<{ title: string; figures: string[] }> {
  const context = await newContext(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(url)
  const figures = await page.locator(places).allInnerTexts()
  const title = await page.title()
  await context.close()
  return { title, figures }
}

const ANSWERS = /<script type="application\/json" id="answers">[^<]*<\/script>/

/** Removes the answers that the server writes into pages, so that pages make their calls. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(ANSWERS, '') })
  })
}
