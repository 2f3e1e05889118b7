import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Traffic } from '#server/kernel/counters.ts'

/** Kinds of work, in the order in which they are refused when there is too much. */
type Work = 'costly' | 'made' | 'ready'

const REFUSED_FROM: Record<Work, number> = { costly: 0, made: 1, ready: 2 }

/** Costly work of networks that ask for little is refused only together with ready answers of the others. */
const QUIET_REFUSED_LATER = 2

const UNLIMITED = /^\/(?:assets|art|api\/health)\//

/** True for requests that are neither counted nor refused: monitoring must always get an answer, and files cost little. */
export function isUnlimited(url: string): boolean {
  return UNLIMITED.test(url)
}

/** Tables for download, and pictures drawn for links. */
const COSTLY_READ = /[?&]format=csv|^\/og\/|^\/(?:club|player)\/[^/]+\/week\/[^/]+\.png/

/** The kind of work that a request asks for, as far as its first line says. Whether an answer is ready shows later. */
export function workOf(method: string, url: string): Work | null {
  if (isUnlimited(url) || method === 'OPTIONS') return null
  if (method !== 'GET' && method !== 'HEAD') return 'costly'
  return COSTLY_READ.test(url) ? 'costly' : 'ready'
}

/** Whether a request for this kind of work is to be refused. Refuses the share that `Traffic.shedding` says, by chance. */
export function isShed(
  { shedding }: Pick<Traffic, 'shedding'>,
  work: Work,
  { isQuiet = false, random = Math.random }: { isQuiet?: boolean; random?: () => number } = {},
): boolean {
  const share = shedding - REFUSED_FROM[work] - (isQuiet ? QUIET_REFUSED_LATER : 0)
  return share > 0 && random() < share
}

/** The number of latest requests that tell how much is usual. */
const USUAL_OF = 256

/**
 * Tells networks that ask for little from those that ask for much. It is given the count of the network's requests in its
 * minute, with each request: so the average is that of whom most requests come from. True for less than half of it.
 */
export function createQuietness(): (used: number) => boolean {
  let usual = 0
  return (used) => {
    usual += (used - usual) / USUAL_OF
    return 2 * used < usual
  }
}

const MEASURE_EVERY_MS = 100

/** The distance between two samples of the histogram while the loop is idle. */
const RESOLUTION_MS = 10

/** With fewer requests than this within 100 ms, requests do not cause the delay, and refusing them would not end it. */
const CROWD = 16

/** Measurements in a row with a delay after which shedding rises: one short delay is no overload. */
const MEASUREMENTS_IN_A_ROW = 2

/**
 * Measures ten times a second how long the event loop and the store delay their work, and sets `Traffic.shedding`
 * accordingly. Returns a function that ends it.
 */
export function watchLoad(context: Pick<Context, 'db' | 'clock' | 'traffic'>): () => void {
  const traffic = context.traffic
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  const storeDelay = createStoreProbe(context)
  let arrivedBefore = 0
  let delayedInARow = 0
  const measure = () => {
    const crowded = traffic.arrived - arrivedBefore >= CROWD || traffic.inFlight >= CROWD
    arrivedBefore = traffic.arrived
    traffic.loopDelayMs = Math.max(0, (Number.isNaN(loop.mean) ? 0 : loop.mean) / 1e6 - RESOLUTION_MS)
    loop.reset()
    traffic.storeDelayMs = crowded ? storeDelay() : 0
    const next = nextShedding(traffic.shedding, traffic)
    delayedInARow = next > traffic.shedding ? delayedInARow + 1 : 0
    const rises = crowded && delayedInARow >= MEASUREMENTS_IN_A_ROW
    if (next < traffic.shedding || rises) traffic.shedding = next
  }
  const timer = setInterval(measure, MEASURE_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    loop.disable()
  }
}

/** The milliseconds that a statement without work takes, with the wait for a connection. Runs one statement at a time. */
function createStoreProbe({ db, clock }: Pick<Context, 'db' | 'clock'>): () => number {
  let startedAt: number | null = null
  let tookMs = 0
  const ended = () => {
    tookMs = clock.monotonic() - (startedAt ?? 0)
    startedAt = null
  }
  return () => {
    if (startedAt === null) {
      startedAt = clock.monotonic()
      sql`select 1`.execute(db).then(ended, ended)
    }
    return Math.max(tookMs, clock.monotonic() - startedAt)
  }
}

/** How long the event loop and the store delayed their work lately. */
export type Delays = { loopDelayMs: number; storeDelayMs: number }

/** Visitors notice longer delays. */
const LOOP_DELAY_MS = 60
const STORE_DELAY_MS = 200

/** Some ready answers are always given: without any work there would be no sign that the overload is over. */
const MOST = 2.9
/** A slow store is no reason to refuse ready answers, which do not need it. */
const MOST_FOR_THE_STORE = 2

/** A delay of this many times the allowed one: all costly work is refused at once. */
const SEVERE = 3

const LONGEST_STEP = 0.4
const STEP = 0.1
const STEP_BACK = 0.05

/**
 * The value of `Traffic.shedding` (0 to 2.9) after another tenth of a second. It rises faster with a longer delay, and
 * falls slowly while there is none.
 */
export function nextShedding(shedding: number, { loopDelayMs, storeDelayMs }: Delays): number {
  const loop = loopDelayMs / LOOP_DELAY_MS
  const store = storeDelayMs / STORE_DELAY_MS
  const worst = Math.max(loop, store)
  if (worst <= 1) return Math.max(0, shedding - STEP_BACK)
  const raised = Math.max(worst > SEVERE ? 1 : 0, shedding + Math.min(LONGEST_STEP, STEP * worst))
  if (loop > 1) return Math.min(MOST, raised)
  return shedding > MOST_FOR_THE_STORE ? shedding - STEP_BACK : Math.min(MOST_FOR_THE_STORE, raised)
}
