import type { Browser } from 'playwright-core'

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
