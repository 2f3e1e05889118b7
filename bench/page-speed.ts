// The speed of pages on a slow phone: applied throttling (1.6 Mbps, 150 ms, 4 x CPU), empty cache, 412 x 823, with the
// production build and the demo provider. An empty page, loaded in turn with the others, tells what of the times is the
// machine's: paints are also given as multiples of its own. Goals: largest paint <= 2.0 x the empty page,
// largest paint and first figure <= 800 ms, blocked <= 250 ms, shifts <= 0.02, interactions <= 100 ms,
// 190 KB, no call for data on first load, one round trip on navigation.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
const EMPTY: Visited = { name: 'empty', path: '/', figure: 'p' }
const emptyPage = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><html lang="en"><title>Empty</title><p>Empty page, 1 line</p></html>')
})
await new Promise<void>((resolve) => emptyPage.listen(0, '127.0.0.1', resolve))
const emptySite = `http://127.0.0.1:${(emptyPage.address() as AddressInfo).port}`
const browser = await openBrowser()
const load = { before: loadavg()[0], cores: cpus().length }
try {
  const pages = await pagesOf(site.url)
  const all = [EMPTY, ...pages]
  const visits = new Map<Visited, Load[]>(all.map((page) => [page, []]))
  // Once before, so that the server has the page in its cache, as for most visitors.
  for (const page of all) await visit(page)
  for (let round = 0; round < ROUNDS; round += 1) for (const page of all) visits.get(page)?.push(await visit(page))
  const empty = summed(EMPTY, visits.get(EMPTY) ?? [])
  const loads = all.map((page) => comparedWith(empty, summed(page, visits.get(page) ?? [])))
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
  emptyPage.close()
  await site.stop()
}

function visit(page: Visited): Promise<Load> {
  return loadPage(browser, page === EMPTY ? emptySite : site.url, page)
}

async function rounds<T>(once: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let round = 0; round < ROUNDS; round += 1) all.push(await once())
  return all
}

type Summed = ReturnType<typeof summed>

function summed({ name }: Visited, all: Load[]) {
  const middle = (figure: (load: Load) => number) => Math.round(median(all.map(figure)))
  return {
    page: name,
    firstPaint: middle((load) => load.fcp),
    largestPaint: middle((load) => load.lcp),
    firstFigure: middle((load) => load.figure ?? Number.POSITIVE_INFINITY),
    blocked: middle((load) => load.blocked),
    longestTask: middle((load) => load.longest),
    shifts: Number(median(all.map((load) => load.cls)).toFixed(4)),
    kilobytes: middle((load) => load.kilobytes),
    calls: [...new Set(all.flatMap((load) => load.calls))].join(', '),
    complaints: all.flatMap((load) => load.complaints).length,
  }
}

/** The figures with the paints as multiples of those of the empty page. */
function comparedWith(empty: Summed, { page, ...figures }: Summed) {
  const ratio = (one: number, other: number) => Number((one / other).toFixed(2))
  return {
    page,
    firstPaintRatio: ratio(figures.firstPaint, empty.firstPaint),
    largestPaintRatio: ratio(figures.largestPaint, empty.largestPaint),
    ...figures,
  }
}
