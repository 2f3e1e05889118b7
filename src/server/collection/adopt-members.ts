import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { TARGET_CLASS } from './target-class.ts'
import { firstInterval } from './target-interval.ts'

/** Members whose battle logs are taken on in one go. */
const AT_ONCE = 500

/** Spare enough to take on more: less than this share of the calls is spent, and nobody waits longer than this. */
const SPENT_SHARE = 0.5
const LATE_MS = 10 * 60_000

/**
 * Members of tracked clubs are current through their club. Where the budget has calls to spare, the battle logs of those
 * who play are read as well: the most recently active first, a few at a time, as long as nothing is late.
 */
export async function adoptMembers(context: Context): Promise<number> {
  const { db, clock, gameApi } = context
  const { callsLastMinute, callsPerSecond } = gameApi.status()
  if (callsLastMinute > callsPerSecond * 60 * SPENT_SHARE || (await isLate(context))) return 0
  const { numAffectedRows } = await sql`
    insert into collection_targets (kind, key, class, due_at, interval_seconds)
    select 'battle-log', tag, ${TARGET_CLASS.member}, ${clock.now()}, ${firstInterval('battle-log')}
    from players
    where club_tag is not null and changed_at > ${new Date(clock.now().getTime() - 86_400_000)}
      and not exists (select from collection_targets where kind = 'battle-log' and key = tag)
      and not exists (select from tombstones where tombstones.tag = players.tag)
    order by changed_at desc limit ${AT_ONCE}
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function isLate({ db, clock }: Context): Promise<boolean> {
  const late = await db
    .selectFrom('collection_targets')
    .select('key')
    .where('class', 'in', Object.values(TARGET_CLASS))
    .where('due_at', '<', new Date(clock.now().getTime() - LATE_MS))
    .limit(1)
    .executeTakeFirst()
  return late !== undefined
}
