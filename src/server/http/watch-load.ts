import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { nextShedding } from './next-shedding.ts'
import { trafficOf } from './traffic.ts'

const LOOK_EVERY_MS = 100

/** The histogram's samples are this far apart on a loop that is idle. */
const RESOLUTION_MS = 10

/** Fewer requests than this within a look are not what a delay comes from, and refusing them would not end it. */
const CROWD = 16

/** A single hiccup is no overload: things must wait for so many looks in a row. */
const PATIENCE_LOOKS = 2

/**
 * Looks ten times a second how long the event loop and the store keep work waiting, and says how much of it is to be
 * refused. Returns what ends the watching.
 */
export function watchLoad(context: Pick<Context, 'db' | 'clock'>): () => void {
  const traffic = trafficOf(context)
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  const askStore = createStoreProbe(context)
  let arrivedBefore = 0
  let strained = 0
  const look = () => {
    const crowded = traffic.arrived - arrivedBefore >= CROWD || traffic.inFlight >= CROWD
    arrivedBefore = traffic.arrived
    traffic.loopDelayMs = Math.max(0, (Number.isNaN(loop.mean) ? 0 : loop.mean) / 1e6 - RESOLUTION_MS)
    loop.reset()
    traffic.storeDelayMs = crowded ? askStore() : 0
    const next = nextShedding(traffic.shedding, traffic)
    strained = next > traffic.shedding ? strained + 1 : 0
    if (next < traffic.shedding || (crowded && strained >= PATIENCE_LOOKS)) traffic.shedding = next
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    loop.disable()
  }
}

/** How long a statement that does nothing lasts, wait for a connection included; one is always under way. */
function createStoreProbe({ db, clock }: Pick<Context, 'db' | 'clock'>): () => number {
  let asked: number | null = null
  let took = 0
  const ended = () => {
    took = clock.monotonic() - (asked ?? 0)
    asked = null
  }
  return () => {
    if (asked === null) {
      asked = clock.monotonic()
      sql`select 1`.execute(db).then(ended, ended)
    }
    return Math.max(took, clock.monotonic() - asked)
  }
}
