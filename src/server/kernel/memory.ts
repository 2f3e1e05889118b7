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
