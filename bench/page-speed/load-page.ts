import type { Browser, Page } from 'playwright-core'
import { countBytes } from '#test/e2e/open-browser.ts'

export type Visited = { name: string; path: string; figure: string }

export type Seen = {
  /** The first paint of anything, and the largest one. */
  fcp: number
  lcp: number
  lcpOf: string
  cls: number
  slowest: number
  figure: number | null
  /** The long tasks of the page's thread: how much of each is over 50 ms, summed, and the longest one. */
  blocked: number
  longest: number
  shifted: string[][]
}

export type Load = Seen & {
  /** Calls of the API on first load. */
  calls: string[]
  /** Bytes over the network, headers included. */
  kilobytes: number
  complaints: string[]
}

/** After this long without requests a page is loaded. */
const SETTLED_MS = 2000

/** A visit of a page with an empty cache. */
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

type Tags = { example_club_tag: string | null; example_player_tag: string | null }

/** The pages that have a target, each with the place of one of its figures. */
export async function pagesOf(site: string): Promise<Visited[]> {
  const answer = await fetch(`${site}/api/site`)
  const { example_club_tag: club, example_player_tag: player } = (await answer.json()) as Tags
  return [
    { name: 'home', path: '/', figure: 'section[aria-labelledby=overview] p' },
    { name: 'club', path: `/club/${club?.slice(1)}`, figure: 'dl[aria-label=Overview] dd' },
    { name: 'player', path: `/player/${player?.slice(1)}`, figure: 'dl[aria-label=Overview] dd' },
    { name: 'browse clubs', path: '/browse/clubs', figure: 'main ul li dd' },
    { name: 'leaderboards', path: '/leaderboards', figure: 'tbody td:last-child' },
    { name: 'home in Russian', path: '/ru/', figure: 'section[aria-labelledby=overview] p' },
    { name: 'club in Russian', path: `/ru/club/${club?.slice(1)}`, figure: 'dl dd' },
    { name: 'player in Russian', path: `/ru/player/${player?.slice(1)}`, figure: 'dl dd' },
  ]
}

/** A phone on a slow network, as in Lighthouse: 1.6 Mbps, 150 ms round trip, a quarter of the CPU speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU_SLOWER = 4
const SCREEN = { width: 412, height: 823 }

/** A new visitor with an empty cache and throttling, whose pages run a script before their own. */
export async function openThrottled(browser: Browser, script: string): Promise<Page> {
  const context = await browser.newContext({ viewport: SCREEN, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  await page.addInitScript({ content: script })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  return page
}

/**
 * A script that runs before the page's own and writes to `window.seen`: paints, layout shifts, the slowest interaction,
 * long tasks, and the time of the first figure in the page, in milliseconds.
 */
export function pageScript(figure: string): string {
  return `(() => {
    const seen = { fcp: 0, lcp: 0, lcpOf: '', cls: 0, slowest: 0, figure: null, blocked: 0, longest: 0, shifted: [] }
    window.seen = seen
    const watch = (type, note, more) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
    watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime })
    watch('longtask', ({ duration }) => {
      seen.blocked += duration - 50
      seen.longest = Math.max(seen.longest, duration)
    })
    watch('largest-contentful-paint', (entry) => {
      seen.lcp = entry.startTime
      seen.lcpOf = entry.element ? entry.element.tagName + ' ' + (entry.element.textContent || '').slice(0, 40) : ''
    })
    watch('layout-shift', (entry) => {
      if (entry.hadRecentInput) return
      seen.cls += entry.value
      const markup = ({ node }) => (node && (node.outerHTML || node.textContent) || '').slice(0, 120)
      seen.shifted.push(entry.sources.map(markup))
    })
    watch('event', (entry) => {
      if (entry.interactionId) seen.slowest = Math.max(seen.slowest, entry.duration)
    }, { durationThreshold: 16 })
    const look = () => {
      const place = document.querySelector(${JSON.stringify(figure)})
      if (place && /\\d/.test(place.textContent)) requestAnimationFrame((now) => { seen.figure = now })
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })()`
}
