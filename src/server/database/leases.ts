import { type RawBuilder, sql } from 'kysely'

/**
 * How long a row belongs to the process that claimed it. A process that has not finished by then, because it crashed for
 * example, has lost the row. Another one may claim it, and what the first one brings late changes nothing.
 */
const LEASE_MS = 120_000

/** A lease that ends later than this was made before the clock was put back. */
const IMPOSSIBLE_MS = 3 * LEASE_MS

/** When a claim ends that is made now. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

/** A condition for rows that no process has claimed, by their column `leased_until`. */
export function isUnclaimed(now: Date): RawBuilder<boolean> {
  const impossible = new Date(now.getTime() + IMPOSSIBLE_MS)
  return sql`(leased_until is null or leased_until <= ${now} or leased_until > ${impossible})`
}
