// What the site does when three times as much is asked of it as it can do: `node bench/overload.ts [seconds of each]`.
// Peak is what a closed loop gets out of it; then half of that and three times that come at a constant rate.
import { closedLoad, openLoad, quantile, type Went } from './mixed-load.ts'
import { withMixedSite } from './mixed-site.ts'
import { createMixedTraffic } from './mixed-traffic.ts'
import { writeResult } from './write-result.ts'

const [seconds = 20] = process.argv.slice(2).map(Number)
const CLIENTS = 24
const GOAL = 0.8
const SETTLE_SECONDS = 4

await withMixedSite({}, async ({ product: { url } }) => {
  const next = await createMixedTraffic(url)
  await closedLoad(url, next, CLIENTS, SETTLE_SECONDS)
  const peak = describe('peak, closed loop', await closedLoad(url, next, CLIENTS, seconds))
  const half = describe('half of peak', await openLoad(url, next, peak.goodput / 2, seconds))
  const three = describe('three times peak', await openLoad(url, next, peak.goodput * 3, seconds))
  const after = describe('half of it again', await openLoad(url, next, peak.goodput / 2, seconds))
  const rows = [peak, half, three, after]
  const ratio = three.goodput / peak.goodput
  console.table(rows)
  console.log(`Goodput at three times peak ÷ peak: ${ratio.toFixed(2)} (goal ${GOAL})`)
  writeResult('overload', { seconds, ratio: Number(ratio.toFixed(3)), met: ratio >= GOAL, rows })
})

/** Rates are per second; times in milliseconds. */
function describe(load: string, went: Went[]) {
  const good = went.filter(({ status }) => status >= 200 && status < 400)
  const shed = went.filter(({ status }) => status === 503)
  const rate = (list: Went[]) => Math.round(list.length / seconds)
  const rateOf = (sort: Went['sort']) => rate(good.filter((one) => one.sort === sort))
  const p99 = (list: Went[]) =>
    Math.round(
      quantile(
        list.map(({ ms }) => ms),
        0.99,
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
    otherwise: went.length - good.length - shed.length,
    withoutRetryAfter: shed.filter((one) => !one.retryAfter).length,
    p99Good: p99(good),
    p99Reads: p99(good.filter(({ sort }) => sort === 'read')),
    p99Shed: p99(shed),
  }
}
