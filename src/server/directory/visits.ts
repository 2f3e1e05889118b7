import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { readSetting, writeSetting } from '#server/database/settings.ts'
import { addDays, type CalendarDay, DAY_MS, dayOf } from '#shared/days.ts'
import { VISIT_DAYS } from '#shared/limits.ts'
import { getKnown } from '#shared/records.ts'
import type { EntityType } from '#shared/tag.ts'
import type { Interest } from './noted-visits.ts'

/**
 * Writes the noted visits and renews the popularity of their entities (docs/formulas.md#popularity). To be called twice a
 * minute, and at the end. Returns how many interests were written.
 */
export async function flushVisits(context: Pick<Context, 'db' | 'clock' | 'visits'>): Promise<number> {
  const { pending } = context.visits
  const interests = [...pending.values()]
  pending.clear()
  if (interests.length > 0) await writeVisits(context, interests)
  return interests.length
}

/** Enough to tell the visitors of a day apart. */
const HASH_BYTES = 8

/** Stores each interest once for its visitor, day and entity, and renews the popularity of the entities. */
async function writeVisits({ db, clock }: Pick<Context, 'db' | 'clock'>, interests: Interest[]): Promise<void> {
  const keys = new Map<string, Buffer>()
  for (const { day } of interests) if (!keys.has(day)) keys.set(day, await dayKey(db, day, dayOf(clock.now())))
  const rows = interests.map(({ visitor, ...interest }) => ({
    ...interest,
    visitor: createHmac('sha256', getKnown(keys, interest.day))
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

/** The UTC days whose visits make the popularity, today included. */
const DAYS = 7

/** Rows that one statement deletes. */
const AT_ONCE = 5000

/**
 * Forgets visits older than 7 days, and the popularity that they gave. Of users it forgets which pages they last looked at
 * more than 90 days ago. To be called once a day. Returns how many of the former.
 */
export async function forgetVisits({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = addDays(dayOf(clock.now()), 1 - DAYS)
  const oldest = new Date(clock.now().getTime() - VISIT_DAYS * DAY_MS)
  await db.deleteFrom('user_visits').where('at', '<', oldest).execute()
  for (let forgotten = 0; ; ) {
    const rows = await queryRows(
      db,
      { type: z.enum(['club', 'player']), tag: z.string() },
      sql`
      delete from visits where ctid = any(array(select ctid from visits where day < ${before}::date limit ${AT_ONCE}))
      returning type, tag`,
    )
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
    await db.transaction().execute(async (transaction) => {
      // Rows are locked in the order of tags, as by whoever writes summaries. The renewal then sees all visits so far.
      await sql`select from ${table} where tag = any(${tags}) order by tag for update`.execute(transaction)
      await renewal.execute(transaction)
    })
  }
}

/**
 * The random key of a day's hashes, shared by all processes that use this store. Today's key replaces the one before:
 * from then on nobody can tell whose a hash was, or that the hashes of two days were of one visitor.
 */
async function dayKey(db: Database, day: string, today: CalendarDay): Promise<Buffer> {
  const offered = { day: today, key: randomBytes(32).toString('base64') }
  await writeSetting(db, 'visitor_key', offered, sql`stored.value ->> 'day' < ${today}`)
  const stored = await readSetting(db, 'visitor_key')
  // Visits that were noted before midnight are hashed with a key that nobody keeps.
  return day === stored?.day ? Buffer.from(stored.key, 'base64') : randomBytes(32)
}
