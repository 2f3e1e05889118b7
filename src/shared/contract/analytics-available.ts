import * as z from 'zod/mini'
import { day, freshness, maybeText, time } from './fields.ts'

/** Common to club and player analytics: whether there is enough history, why not, and since when it is kept. */
export const analyticsAvailable = {
  analytics_available: z.boolean(),
  /** Why not yet, as a sentence; null when available. */
  unavailable_reason: maybeText,
  /** The day when it will be, if scans go on; null when available. */
  available_on: z.nullable(day),
  observed_days: z.int(),
  tracked_since: time,
  ...freshness,
  /** What the figures say, in one plain sentence. */
  summary: maybeText,
}
