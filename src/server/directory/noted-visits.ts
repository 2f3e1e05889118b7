import type { Clock } from '#server/kernel/clock.ts'
import { createRateLimit, networkOf, type RateLimit } from '#server/kernel/limits.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { type EntityType, normaliseTag } from '#shared/tag.ts'

/** A visitor looked at or searched for a club or player. `visitor` is the address; only a hash of it is ever stored. */
export type Visit = { tag: string; type: EntityType; visitor: string; kind: 'view' | 'search' }

/** The interest of one network in one entity on one day. */
export type Interest = Pick<Visit, 'tag' | 'type' | 'visitor'> & { day: string; viewed: boolean; searched: boolean }

/** Visits that wait in memory until `flushVisits` writes them. */
export type NotedVisits = { clock: Clock; pending: Map<string, Interest>; perNetwork: RateLimit }

/** At most this many interests wait to be written. Those beyond are not counted. */
const PENDING_MAX = 10_000

/** Entities that one network may make popular in a day, so that a crawler does not decide what is popular. */
const ENTITIES_PER_DAY = 300

export function createNotedVisits(clock: Clock): NotedVisits {
  return {
    clock,
    pending: new Map(),
    perNetwork: createRateLimit({ clock, limit: ENTITIES_PER_DAY, windowMs: DAY_MS }),
  }
}

/** Notes a visit in memory. It counts from the next `flushVisits` on. */
export function noteVisit({ clock, pending, perNetwork }: NotedVisits, { tag, type, visitor, kind }: Visit): void {
  const network = networkOf(visitor)
  const day = dayOf(clock.now())
  const key = `${day} ${type} ${tag} ${network}`
  const known = pending.get(key)
  if (known !== undefined && (kind === 'view' ? known.viewed : known.searched)) return
  if (known === undefined && (pending.size >= PENDING_MAX || perNetwork.take(network) > 0)) return
  const interest = known ?? { tag, type, visitor: network, day, viewed: false, searched: false }
  pending.set(key, {
    ...interest,
    viewed: interest.viewed || kind === 'view',
    searched: interest.searched || kind === 'search',
  })
}

/** Notes a view of the club or player that a path names. The path's parameters are given as they came. */
export function viewNoter(visits: NotedVisits, type: EntityType): (params: unknown, address: string) => void {
  return (params, visitor) => {
    const { tag: given } = params as { tag?: string }
    const tag = normaliseTag(given ?? '')
    if (tag !== null) noteVisit(visits, { tag, type, visitor, kind: 'view' })
  }
}
