import type { Browser, Page } from 'playwright-core'
import { openThrottled, pageScript, type Seen } from './load-page.ts'

type Interaction = { name: string; path: string; act(page: Page): Promise<void> }

const SETTLED_MS = 1500
const TABLET = { width: 800, height: 823 }

/** Frequent actions of visitors, each on a fully loaded page. */
export function interactionsOf(clubPath: string): Interaction[] {
  return [
    {
      name: 'sort',
      // The anchor unfolds the table. Column headers sort on wide screens; on a phone a select element does.
      path: `${clubPath}#members`,
      async act(page) {
        await page.setViewportSize(TABLET)
        await page.locator('#members th button').nth(2).click()
      },
    },
    { name: 'tab', path: '/leaderboards', act: (page) => page.getByRole('tab', { name: 'Clubs' }).click() },
    {
      name: 'theme',
      path: clubPath,
      async act(page) {
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('button', { name: /^Theme/ }).click()
      },
    },
  ]
}

/** Milliseconds from an input to the next paint, of the slowest input. */
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

export type Navigation = { to: string; calls: number; roundTrips: number }

/** Navigation between pages: the calls of each page, and the number of round trips that wait for one another. */
export async function navigate(browser: Browser, site: string): Promise<Navigation[]> {
  const page = await (await browser.newContext()).newPage()
  const rounds = countRounds(page)
  await page.goto(site)
  await page.waitForLoadState('networkidle')
  const ways: [to: string, link: string][] = [
    ['leaderboards', 'header a[href="/leaderboards"]'],
    ['player', 'tbody a[href^="/player/"]'],
    ['club', 'main a[href^="/club/"]'],
  ]
  const seen: Navigation[] = []
  for (const [to, link] of ways) {
    rounds.begin()
    await page.locator(link).first().click()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(SETTLED_MS)
    seen.push({ to, ...rounds.counted() })
  }
  await page.context().close()
  return seen
}

/** A call that starts after another has ended belongs to the next round trip. */
function countRounds(page: Page): { begin(): void; counted(): { calls: number; roundTrips: number } } {
  let calls = 0
  let roundTrips = 0
  let ended = true
  const isCall = (url: string) => new URL(url).pathname.startsWith('/api/')
  page.on('request', (request) => {
    if (!isCall(request.url())) return
    calls += 1
    if (ended) roundTrips += 1
    ended = false
  })
  page.on('requestfinished', (request) => {
    if (isCall(request.url())) ended = true
  })
  return {
    begin() {
      calls = 0
      roundTrips = 0
      ended = true
    },
    counted: () => ({ calls, roundTrips }),
  }
}
