// The speed of pages on a slow phone: applied throttling (1.6 Mbps, 150 ms, 4 x CPU), empty cache, 412 x 823, with the
// production build and the demo provider. Goals: largest paint and first figure <= 800 ms, shifts <= 0.02, interactions
// <= 100 ms, no call for data on first load, one round trip on navigation.
import { cpus, loadavg } from 'node:os'
import { openBrowser } from '#test/e2e/open-browser.ts'
import { startSite } from '#test/e2e/start-product.ts'
import { interactionsOf, navigate, slowestPaint } from './page-speed/interactions.ts'
import { type Load, loadPage, pagesOf, type Visited } from './page-speed/load-page.ts'
import { median, writeResult } from './results.ts'

const ROUNDS = 5

const site = await startSite({
  NODE_ENV: 'production',
  DEMO_CLUBS: '60',
  DEMO_HISTORY_DAYS: '60',
  REQUESTS_PER_MINUTE: '100000',
})
const browser = await openBrowser()
const load = { before: loadavg()[0], cores: cpus().length }
try {
  const pages = await pagesOf(site.url)
  const loads = []
  for (const page of pages) loads.push(summed(page, await visits(page)))
  console.log(
    `Milliseconds, median of ${ROUNDS}; load of the machine ${load.before?.toFixed(1)} on ${load.cores} cores`,
  )
  console.table(loads)
  const club = pages.find(({ name }) => name === 'club')?.path ?? '/'
  const interactions: Record<string, number> = {}
  for (const each of interactionsOf(club))
    interactions[each.name] = median(await rounds(() => slowestPaint(browser, site.url, each)))
  console.log('Milliseconds until the next paint, the slowest of each visit')
  console.table(interactions)
  const navigation = await navigate(browser, site.url)
  console.table(navigation)
  writeResult('page-speed', { load: { ...load, after: loadavg()[0] }, loads, interactions, navigation })
} finally {
  await browser.close()
  await site.stop()
}

/** Requests each page once, so that the server has it in its cache, as for most visitors. */
async function visits(page: Visited): Promise<Load[]> {
  await loadPage(browser, site.url, page)
  return rounds(() => loadPage(browser, site.url, page))
}

async function rounds<T>(once: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let round = 0; round < ROUNDS; round += 1) all.push(await once())
  return all
}

function summed({ name }: Visited, all: Load[]) {
  const middle = (figure: (load: Load) => number) => Math.round(median(all.map(figure)))
  return {
    page: name,
    largestPaint: middle((load) => load.lcp),
    firstFigure: middle((load) => load.figure ?? Number.POSITIVE_INFINITY),
    shifts: Number(median(all.map((load) => load.cls)).toFixed(4)),
    kilobytes: middle((load) => load.kilobytes),
    calls: [...new Set(all.flatMap((load) => load.calls))].join(', '),
    complaints: all.flatMap((load) => load.complaints).length,
  }
}
