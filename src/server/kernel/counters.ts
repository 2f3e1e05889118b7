/** What is counted since the process started. Each counter counts its events by a word. */
export type CounterName = 'collections' | 'job_failures' | 'requests_shed' | 'connections_dropped' | 'deliveries'

export type Counters = {
  add(name: CounterName, word: string): void
  /** The counts by word; empty until the first event. */
  of(name: CounterName): ReadonlyMap<string, number>
}

export function createCounters(): Counters {
  const all = new Map<CounterName, Map<string, number>>()
  const of = (name: CounterName) => {
    const counts = all.get(name) ?? new Map<string, number>()
    all.set(name, counts)
    return counts
  }
  return {
    of,
    add(name, word) {
      const counts = of(name)
      counts.set(word, (counts.get(word) ?? 0) + 1)
    },
  }
}

/** How busy the site is at this moment. */
export type Traffic = {
  /** Requests since the process started. */
  arrived: number
  /** Requests whose answers are not sent to the end. */
  inFlight: number
  /** How much is refused: 0 nothing, 1 all costly work, 2 also answers that are not ready, 3 everything. */
  shedding: number
  /** How long the event loop lately kept its work waiting, in milliseconds. */
  loopDelayMs: number
  /** How long a statement that does nothing lately waited for the store, in milliseconds. */
  storeDelayMs: number
  /** The process was told to stop: it still answers, and asks for requests to be sent to another one. */
  stopping: boolean
}

export function createTraffic(): Traffic {
  return { arrived: 0, inFlight: 0, shedding: 0, loopDelayMs: 0, storeDelayMs: 0, stopping: false }
}
