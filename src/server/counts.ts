/** What is counted since the start, each with a word that tells its sorts apart. */
export type Counted = 'collections' | 'job_failures' | 'requests_shed' | 'connections_dropped'

export type Counts = {
  add(counted: Counted, sort: string): void
  /** By sort; empty until the first is counted. */
  of(counted: Counted): ReadonlyMap<string, number>
}

const kept = new WeakMap<object, Counts>()

/** The counts of a context: made when first asked for, gone with it. */
export function countsOf(context: object): Counts {
  const counts = kept.get(context) ?? createCounts()
  kept.set(context, counts)
  return counts
}

function createCounts(): Counts {
  const all = new Map<Counted, Map<string, number>>()
  const of = (counted: Counted) => {
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
