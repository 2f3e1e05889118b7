import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { TARGET_CLASS, type Target } from './target-class.ts'
import { firstInterval } from './target-interval.ts'

export type TrackOptions = {
  /** The first collections are spread over this time instead of being due at once. */
  spreadSeconds?: number
}

/**
 * Has targets collected from now on. A target that is tracked already keeps its turn, and rises to the better of the
 * two classes. `wanted`, or the class `searched`, notes that a visitor asked. Hidden players are not collected.
 */
export async function track(
  { db, clock }: Context,
  targets: Target[],
  wanted = false,
  { spreadSeconds = 0 }: TrackOptions = {},
): Promise<void> {
  if (targets.length === 0) return
  const now = clock.now()
  const rows = targets.map((target) => ({
    kind: target.kind,
    key: target.key,
    class: TARGET_CLASS[target.class],
    interval: firstInterval(target.kind),
    wanted: wanted || target.class === 'searched',
  }))
  await sql`
    insert into collection_targets as stored (kind, key, class, due_at, interval_seconds, wanted_at)
    select kind, key, min(class), ${now}::timestamptz + mod(hashtext(key)::bigint + 2147483648, ${spreadSeconds + 1}) * interval '1 second',
      min(interval), case when bool_or(wanted) then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(kind text, key text, class smallint, interval integer, wanted boolean)
    where not (kind in ('player', 'battle-log') and exists (select from tombstones where tag = key))
    group by kind, key order by kind, key
    on conflict (kind, key) do update set class = least(stored.class, excluded.class),
      wanted_at = coalesce(excluded.wanted_at, stored.wanted_at)
    where excluded.class < stored.class or excluded.wanted_at is not null`.execute(db)
}
