import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/connection.ts'
import { createRateLimit, networkOf, type RateLimit } from '#server/kernel/limits.ts'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { type EntityType, normaliseTag } from '#shared/tag.ts'
import { withCountersLocked } from './counters.ts'

/** A visitor looked at or searched for a club or player. `visitor` is the address; only a hash of it is ever stored. */
export type Visit = { tag: string; type: EntityType; visitor: string; kind: 'view' | 'search' }

/** A visitor's interest in one entity on one day. */
type Interest = Pick<Visit, 'tag' | 'type' | 'visitor'> & { day: string; viewed: boolean; searched: boolean }

/** What is waiting to be written at most; what comes beyond is not counted. */
const PENDING_MAX = 10_000

/** Entities that one network may make popular per day: a crawler is not the public. */
const ENTITIES_PER_DAY = 300
const DAY_MS = 86_400_000

type Book = { pending: Map<string, Interest>; throttle: RateLimit }
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
    throttle: createRateLimit({ clock, limit: ENTITIES_PER_DAY, windowMs: DAY_MS }),
  }
  books.set(context, book)
  return book
}

/** Popularity looks at so many UTC days, today included. */
const DAYS = 7

/** Rows that one statement deletes. */
const AT_ONCE = 5000

/** 8 bytes tell the visitors of a day apart. */
const HASH_BYTES = 8

/** Stores the interests, a visitor once a day and entity, and renews the popularity of what they are of. */
async function writeVisits({ db, clock }: Context, interests: Interest[]): Promise<void> {
  const keys = new Map<string, Buffer>()
  for (const { day } of interests) if (!keys.has(day)) keys.set(day, await dayKey(db, day, dayOf(clock.now())))
  const rows = interests.map(({ visitor, ...interest }) => ({
    ...interest,
    visitor: createHmac('sha256', keys.get(interest.day) as Buffer)
      .update(visitor)
      .digest()
      .subarray(0, HASH_BYTES)
      .toString('hex'),
  }))
  await sql`
    insert into visits as stored (type, tag, day, visitor, viewed, searched)
    select type, tag, day, decode(visitor, 'hex'), bool_or(viewed), bool_or(searched)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(type text, tag text, day date, visitor text, viewed boolean, searched boolean)
    group by type, tag, day, visitor
    order by type, tag, day, visitor
    on conflict (type, tag, day, visitor) do update set viewed = stored.viewed or excluded.viewed,
      searched = stored.searched or excluded.searched`.execute(db)
  await renewPopularity(db, interests)
}

/** Forgets visits older than 7 days, and the popularity that came from them. Once a day; in small steps. */
export async function forgetVisits({ db, clock }: Context): Promise<number> {
  const before = addDays(dayOf(clock.now()), 1 - DAYS)
  for (let forgotten = 0; ; ) {
    const { rows } = await sql<{ type: EntityType; tag: string }>`
      delete from visits where ctid = any(array(select ctid from visits where day < ${before}::date limit ${AT_ONCE}))
      returning type, tag`.execute(db)
    await renewPopularity(db, rows)
    forgotten += rows.length
    if (rows.length < AT_ONCE) return forgotten
  }
}

async function renewPopularity(db: Database, entities: { type: EntityType; tag: string }[]): Promise<void> {
  for (const type of ['club', 'player'] as const) {
    const tags = [...new Set(entities.flatMap((entity) => (entity.type === type ? entity.tag : [])))].sort()
    if (tags.length === 0) continue
    const table = sql.table(`${type}_summaries`)
    const renewal = sql`
      update ${table} s set popularity_weight = seen.weight
      from (
        select wanted.tag, coalesce(sum(viewed::integer + 3 * searched::integer), 0) as weight
        from unnest(${tags}::text[]) wanted(tag) left join visits v on v.type = ${type} and v.tag = wanted.tag
        group by wanted.tag
      ) seen
      where s.tag = seen.tag collate "C" and s.popularity_weight <> seen.weight`
    await withCountersLocked(db, (transaction) => renewal.execute(transaction))
  }
}

/**
 * The key of a day's hashes, random, shared by all servers of this store. Today's replaces those before: from then on
 * nobody can tell who a hash was, or that two days' hashes were one visitor.
 */
async function dayKey(db: Database, day: string, today: CalendarDay): Promise<Buffer> {
  const offered = JSON.stringify({ day: today, key: randomBytes(32).toString('base64') })
  await sql`
    insert into settings as stored (key, value) values ('visitor_key', ${offered}::jsonb)
    on conflict (key) do update set value = excluded.value where stored.value ->> 'day' < ${today}`.execute(db)
  const { rows } = await sql<{ value: { day: string; key: string } }>`
    select value from settings where key = 'visitor_key'`.execute(db)
  // Yesterday's last visits are hashed with a key that nobody keeps.
  return day === rows[0]?.value.day ? Buffer.from(rows[0].value.key, 'base64') : randomBytes(32)
}
