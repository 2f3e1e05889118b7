/** How busy the site is at this moment. */
export type Traffic = {
  /** Requests that came since the start, and those of them that are not answered to the end. */
  arrived: number
  inFlight: number
  /** How much is refused: 0 nothing, 1 all costly work, 2 also answers that are not ready, 3 everything. */
  shedding: number
  /** How long the event loop, and a statement that does nothing, were lately kept waiting. */
  loopDelayMs: number
  storeDelayMs: number
  /** The process was told to stop: what comes is still answered, and asked to go elsewhere from now on. */
  stopping: boolean
}

const kept = new WeakMap<object, Traffic>()

/** The traffic of a context: made when first asked for, gone with it. */
export function trafficOf(context: object): Traffic {
  const traffic = kept.get(context) ?? createTraffic()
  kept.set(context, traffic)
  return traffic
}

function createTraffic(): Traffic {
  return { arrived: 0, inFlight: 0, shedding: 0, loopDelayMs: 0, storeDelayMs: 0, stopping: false }
}
