import type { Browser, Page } from 'playwright-core'

export type Navigation = { to: string; calls: number; roundTrips: number }

const SETTLED_MS = 1500

/** From page to page as a visitor goes: how many calls each makes, and how many waves of them wait for one another. */
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

/** A call that starts after another has ended belongs to the next round. */
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
