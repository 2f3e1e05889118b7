import type { Clock } from './clock.ts'

/**
 * Something that a process keeps in memory, so that it is not read for every answer; `begin` makes it when it is first
 * used.
 */
export type Keeping<Value> = { readonly begin: () => Value }

/** What one process keeps. Each part of the server declares its own, and knows when what it kept is too old. */
export type Memory = <Value>(keeping: Keeping<Value>) => Value

export function createMemory(): Memory {
  const kept = new Map<unknown, unknown>()
  return <Value>(keeping: Keeping<Value>) => {
    if (!kept.has(keeping)) kept.set(keeping, keeping.begin())
    return kept.get(keeping) as Value
  }
}

type Asked<Value> = {
  /** Which of several values it is. */
  key?: unknown
  /** False for a value that lacks what is asked for: it is read again. */
  suffices?: ((value: Value) => boolean) | undefined
}

/** The value in memory, or what `read` answers. */
type ReadKept<Value> = (clock: Clock, read: () => Promise<Value>, asked?: Asked<Value>) => Promise<Value>

/**
 * Values that are read for many answers, and are not read again for `ms` milliseconds. A failed read is not kept: what was
 * known before is answered, where something was.
 */
export function keptFor<Value>(ms: number): Keeping<ReadKept<Value>> {
  return {
    begin() {
      const kept = new Map<unknown, { until: number; value: Promise<Value> }>()
      return async (clock, read, { key, suffices = () => true } = {}) => {
        const known = kept.get(key)
        if (known !== undefined && clock.monotonic() < known.until) {
          const value = await known.value
          if (suffices(value)) return value
        }
        const fresh = read()
        const value = known === undefined ? fresh : fresh.catch(() => known.value)
        const next = { until: clock.monotonic() + ms, value }
        kept.set(key, next)
        fresh.catch(() => {
          if (kept.get(key) !== next) return
          if (known === undefined) kept.delete(key)
          else kept.set(key, known)
        })
        return value
      }
    },
  }
}
