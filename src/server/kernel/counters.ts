/** What is counted since the start, each with a word that tells its sorts apart. */
export type CounterName = 'collections' | 'job_failures' | 'requests_shed' | 'connections_dropped'

export type Counters = {
  add(counted: CounterName, sort: string): void
  /** By sort; empty until the first is counted. */
  of(counted: CounterName): ReadonlyMap<string, number>
}

const kept = new WeakMap<object, Counters>()

/** The counts of a context: made when first asked for, gone with it. */
export function countersOf(context: object): Counters {
  const counts = kept.get(context) ?? createCounts()
  kept.set(context, counts)
  return counts
}

function createCounts(): Counters {
  const all = new Map<CounterName, Map<string, number>>()
  const of = (counted: CounterName) => {
    const sorts = all.get(counted) ?? new Map<string, number>()
    all.set(counted, sorts)
    return sorts
  }
  return {
    of,
    add(counted, sort) {
      const sorts = of(counted)
      sorts.set(sort, (sorts.get(sort) ?? 0) + 1)
    },
  }
}

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

const keptOfTraffic = new WeakMap<object, Traffic>()

/** The traffic of a context: made when first asked for, gone with it. */
export function trafficOf(context: object): Traffic {
  const traffic = keptOfTraffic.get(context) ?? createTraffic()
  keptOfTraffic.set(context, traffic)
  return traffic
}

function createTraffic(): Traffic {
  return { arrived: 0, inFlight: 0, shedding: 0, loopDelayMs: 0, storeDelayMs: 0, stopping: false }
}
