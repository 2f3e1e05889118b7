/** What is counted since the process started, and the words by which. A job is counted by its name. */
export const COUNTED = {
  collections: ['collected', 'failed', 'gone', 'given_back', 'late'],
  requests_shed: ['costly', 'made', 'ready'],
  connections_dropped: ['network', 'crowded', 'pipelined', 'unread'],
  deliveries: ['sent', 'failed', 'unsure', 'later', 'refused'],
  art: ['fetched', 'missing', 'refused', 'failed'],
  job_failures: [],
} as const satisfies Record<string, readonly string[]>

export type CounterName = keyof typeof COUNTED

export type CountedWord<Name extends CounterName> = Name extends 'job_failures'
  ? string
  : (typeof COUNTED)[Name][number]

export type Counters = {
  /** Adds 1, or another number: 0 for what is to be shown before its first event. */
  add<Name extends CounterName>(name: Name, word: CountedWord<Name>, more?: number): void
  /** The counts by word, without those of which nothing has happened. */
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
    add(name, word, more = 1) {
      const counts = of(name)
      counts.set(word, (counts.get(word) ?? 0) + more)
    },
  }
}

/** How busy the site is at this moment. */
export type Traffic = {
  /** Requests since the process started. */
  arrived: number
  /** Requests whose answers are not sent to the end. */
  inFlight: number
  /**
   * How much is refused: 0 nothing, 1 all costly work, 2 also answers that are not ready, 3 everything. Of networks that ask
   * for little, costly work alone is refused, from 2 on.
   */
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
