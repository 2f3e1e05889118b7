import { createHash } from 'node:crypto'
import type { Clock } from '#shared/clock.ts'
import { type Budget, createBudget } from './budget.ts'

/** Personal keys whose rate is remembered; the least recently used is forgotten. */
const MOST_KEYS = 500

/** A name for an API key that may stand in a map: not the key itself. */
export function fingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('base64url')
}

/** A budget of its own for every user's own key. */
export function createPersonalBudgets(options: { callsPerSecond: number; clock: Clock }) {
  const budgets = new Map<string, Budget>()

  return {
    of(apiKey: string): Budget {
      const id = fingerprint(apiKey)
      const budget = budgets.get(id) ?? createBudget({ ...options, tokens: [apiKey] })
      budgets.delete(id)
      budgets.set(id, budget)
      const oldest = budgets.keys().next().value
      if (budgets.size > MOST_KEYS && oldest !== undefined) budgets.delete(oldest)
      return budget
    },
    close(): void {
      for (const budget of budgets.values()) budget.close()
    },
  }
}
