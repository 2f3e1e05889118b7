import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/prepare/find-program.mjs'

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser's sandbox is left out only for root, who cannot have one. */
export const BROWSER_ARGUMENTS = [...QUIET, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]

/** The machine's Chromium. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? 'chromium', args: BROWSER_ARGUMENTS })
}

export type Visit = {
  page: Page
  /** What the page complained of: thrown errors and breaches of its content policy. */
  complaints: string[]
}

/** A new visitor with storage of their own. */
export async function newVisitor(browser: Browser, width = 1280): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height: width < 600 ? 844 : 900 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text())
  })
  return { page, complaints }
}

/** Adds up in `window.shifted` how far the page moves by itself, from its beginning on. */
export const SHIFTS = `window.shifted = 0
new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
  if (!entry.hadRecentInput) window.shifted += entry.value
})).observe({ type: 'layout-shift', buffered: true })`

/** What a page says before any script runs: its title, and the texts of some places. */
export async function firstPaintOf(
  browser: Browser,
  url: string,
  places: string,
): Promise<{ title: string; figures: string[] }> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(url)
  const figures = await page.locator(places).allInnerTexts()
  const title = await page.title()
  await context.close()
  return { title, figures }
}

const ANSWERS = /<script type="application\/json" id="answers">[^<]*<\/script>/

/** From now on pages come without the answers that the server writes into them, so that each call is made. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(ANSWERS, '') })
  })
}
