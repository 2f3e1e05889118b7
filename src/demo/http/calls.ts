import type { Route } from './route.ts'

/** How often the API was called since the last reset, by kind of path and in all; refused and spoiled calls count too. */
export type Calls = { total: number; kinds: Partial<Record<Route['kind'], number>> }

export function noCalls(): Calls {
  return { total: 0, kinds: {} }
}

export function countCall(calls: Calls, kind: Route['kind']): void {
  calls.total += 1
  calls.kinds[kind] = (calls.kinds[kind] ?? 0) + 1
}
