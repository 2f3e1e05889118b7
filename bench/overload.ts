// The site under three times the load that it can serve: `node bench/overload.ts [seconds of each]`. The peak is the
// highest constant rate of which nearly all requests are answered. (A closed loop would find less, since its clients
// wait for slow answers.) Then the site gets half the peak, and three times the peak.
import { closedLoad, createMixedTraffic, openLoad, quantile, type Went, withMixedSite } from './mixed-load.ts'
import { writeResult } from './results.ts'

const [seconds = 20] = process.argv.slice(2).map(Number)
const CLIENTS = 24
const GOAL = 0.8
const SETTLE_SECONDS = 4
const STEP = 1.4
const STEP_SECONDS = 6
const STEPS_MAX = 12
const NEARLY_ALL = 0.99

await withMixedSite({}, async ({ product: { url } }) => {
  const next = await createMixedTraffic(url)
  const settled = await closedLoad(url, next, CLIENTS, SETTLE_SECONDS)
  const rate = await peakRate(url, next, settled.length / SETTLE_SECONDS / 2)
  const peak = describe('peak', await openLoad(url, next, rate, seconds))
  const half = describe('half of peak', await openLoad(url, next, rate / 2, seconds))
  const three = describe('three times peak', await openLoad(url, next, rate * 3, seconds))
  const after = describe('half of it again', await openLoad(url, next, rate / 2, seconds))
  const rows = [peak, half, three, after]
  const ratio = three.goodput / peak.goodput
  console.table(rows)
  console.log(`Goodput at three times peak ÷ peak: ${ratio.toFixed(2)} (goal ${GOAL})`)
  writeResult('overload', { seconds, ratio: Number(ratio.toFixed(3)), met: ratio >= GOAL, rows })
})

/** Raises a low rate until fewer than nearly all requests are answered. Returns the last rate before that. */
async function peakRate(url: string, next: Parameters<typeof openLoad>[1], from: number): Promise<number> {
  let rate = from
  for (let step = 0; step < STEPS_MAX; step++) {
    const higher = rate * STEP
    const went = await openLoad(url, next, higher, STEP_SECONDS)
    if (went.filter(isGood).length < NEARLY_ALL * went.length) break
    rate = higher
  }
  return rate
}

/** Counts by kind and status. Status 0 means no answer within ten seconds, or too many requests waiting here. */
function countBy(went: Went[]): Record<string, number> {
  const groups = Map.groupBy(went, ({ sort, status }) => `${sort} ${status}`)
  return Object.fromEntries([...groups].map(([group, members]) => [group, members.length]))
}

function isGood({ status }: Went): boolean {
  return status >= 200 && status < 400
}

/** Rates are per second, times in milliseconds. */
function describe(load: string, went: Went[]) {
  const good = went.filter(isGood)
  const shed = went.filter(({ status }) => status === 503)
  const rate = (list: Went[]) => Math.round(list.length / seconds)
  const rateOf = (sort: Went['sort']) => rate(good.filter((one) => one.sort === sort))
  const time = (list: Went[], share: number) =>
    Math.round(
      quantile(
        list.map(({ ms }) => ms),
        share,
      ),
    )
  return {
    load,
    offered: rate(went),
    goodput: rate(good),
    reads: rateOf('read'),
    searches: rateOf('search'),
    logins: rateOf('account'),
    shedShare: Number((shed.length / went.length).toFixed(3)),
    otherwise: JSON.stringify(countBy(went.filter((one) => !isGood(one) && one.status !== 503))),
    withoutRetryAfter: shed.filter((one) => !one.retryAfter).length,
    p99Good: time(good, 0.99),
    p99Reads: time(
      good.filter(({ sort }) => sort === 'read'),
      0.99,
    ),
    medianShed: time(shed, 0.5),
    p99Shed: time(shed, 0.99),
  }
}
