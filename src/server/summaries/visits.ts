import { dayOf } from '#shared/calendar-day.ts'
import { type EntityType, normaliseTag } from '#shared/tag.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../http/network-of.ts'
import { createThrottle, type Throttle } from '../http/throttle.ts'
import { writeVisits } from './write-visits.ts'

/** A visitor looked at or searched for a club or player. `visitor` is the address; only a hash of it is ever stored. */
export type Visit = { tag: string; type: EntityType; visitor: string; kind: 'view' | 'search' }

/** A visitor's interest in one entity on one day. */
export type Interest = Pick<Visit, 'tag' | 'type' | 'visitor'> & { day: string; viewed: boolean; searched: boolean }

/** What is waiting to be written at most; what comes beyond is not counted. */
const PENDING_MAX = 10_000

/** Entities that one network may make popular per day: a crawler is not the public. */
const ENTITIES_PER_DAY = 300
const DAY_MS = 86_400_000

type Book = { pending: Map<string, Interest>; throttle: Throttle }
const books = new WeakMap<Context, Book>()

/** Notes a visit in memory: costs no statement. It counts from the next `flushVisits` on. */
export function noteVisit(context: Context, { tag, type, visitor, kind }: Visit): void {
  const { pending, throttle } = bookOf(context)
  const network = networkOf(visitor)
  const day = dayOf(context.clock.now())
  const key = `${day} ${type} ${tag} ${network}`
  const known = pending.get(key)
  if (known === undefined && (pending.size >= PENDING_MAX || throttle.take(network) > 0)) return
  const interest = known ?? { tag, type, visitor: network, day, viewed: false, searched: false }
  pending.set(key, {
    ...interest,
    viewed: interest.viewed || kind === 'view',
    searched: interest.searched || kind === 'search',
  })
}

/** Notes whoever got the answer about the club or player of a path. To be told the path's parameters as they came. */
export function viewNoter(context: Context, type: EntityType): (params: unknown, address: string) => void {
  return (params, visitor) => {
    const { tag: given } = params as { tag?: string }
    const tag = normaliseTag(given ?? '')
    if (tag !== null) noteVisit(context, { tag, type, visitor, kind: 'view' })
  }
}

/** Writes the noted visits and renews the popularity of what they are of. To be called twice a minute, and at the end. */
export async function flushVisits(context: Context): Promise<number> {
  const { pending } = bookOf(context)
  const interests = [...pending.values()]
  pending.clear()
  if (interests.length > 0) await writeVisits(context, interests)
  return interests.length
}

function bookOf(context: Context): Book {
  const { clock } = context
  const book = books.get(context) ?? {
    pending: new Map(),
    throttle: createThrottle({ clock, limit: ENTITIES_PER_DAY, windowMs: DAY_MS }),
  }
  books.set(context, book)
  return book
}
