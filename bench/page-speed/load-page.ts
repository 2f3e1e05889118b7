import type { Browser, Page } from 'playwright-core'
import { openThrottled } from './open-throttled.ts'
import { pageScript } from './page-script.ts'

export type Visited = { name: string; path: string; figure: string }

export type Seen = {
  lcp: number
  lcpOf: string
  cls: number
  slowest: number
  figure: number | null
  shifted: string[][]
}

export type Load = Seen & {
  /** Calls of the API on first load. */
  calls: string[]
  /** What came over the network, heads included. */
  kilobytes: number
  complaints: string[]
}

/** After this long without requests nothing comes by itself any more. */
const SETTLED_MS = 2000

/** One cold visit of a page. */
export async function loadPage(browser: Browser, site: string, { path, figure }: Visited): Promise<Load> {
  const page = await openThrottled(browser, pageScript(figure))
  const calls: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/api/')) calls.push(`${request.method()} ${url.pathname}${url.search}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const bytes = await countBytes(page)
  await page.goto(site + path, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLED_MS)
  const seen = (await page.evaluate('window.seen')) as Seen
  await page.context().close()
  return { ...seen, calls, complaints, kilobytes: bytes() / 1000 }
}

async function countBytes(page: Page): Promise<() => number> {
  let bytes = 0
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return () => bytes
}
