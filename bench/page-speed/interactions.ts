import type { Browser, Page } from 'playwright-core'
import type { Seen } from './load-page.ts'
import { openThrottled } from './open-throttled.ts'
import { pageScript } from './page-script.ts'

type Interaction = { name: string; path: string; act(page: Page): Promise<void> }

const SETTLED_MS = 1500
const TABLET = { width: 800, height: 823 }

/** What visitors do most, each on a page that has long been loaded. */
export function interactionsOf(clubPath: string): Interaction[] {
  return [
    {
      name: 'sort',
      path: clubPath,
      // Headers sort on anything wider than a phone, where a choice does.
      async act(page) {
        await page.setViewportSize(TABLET)
        await page.locator('th button').nth(2).click()
      },
    },
    { name: 'tab', path: '/leaderboards', act: (page) => page.getByRole('tab', { name: 'Clubs' }).click() },
    {
      name: 'theme',
      path: clubPath,
      async act(page) {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.getByRole('button', { name: /^Theme/ }).click()
      },
    },
  ]
}

/** Milliseconds from the slowest of its inputs to the next paint. */
export async function slowestPaint(browser: Browser, site: string, { path, act }: Interaction): Promise<number> {
  const page = await openThrottled(browser, pageScript('h1'))
  await page.goto(site + path)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLED_MS)
  await act(page)
  await page.waitForTimeout(SETTLED_MS)
  const { slowest } = (await page.evaluate('window.seen')) as Seen
  await page.context().close()
  return slowest
}
