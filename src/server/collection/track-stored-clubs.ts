import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { TARGET_CLASS } from './target-class.ts'
import { firstInterval } from './target-interval.ts'

/**
 * Has every stored club collected that no target stands for yet: the demo's history and an import store clubs without
 * tracking them. Their turns are spread over the first interval, counted from when they were last seen.
 */
export async function trackStoredClubs({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const seconds = firstInterval('club')
  const { numAffectedRows } = await sql`
    insert into collection_targets (kind, key, class, due_at, interval_seconds, collected_at)
    select 'club', tag, ${TARGET_CLASS.discovered},
      greatest(observed_at, ${clock.now()}::timestamptz) + mod(hashtext(tag)::bigint + 2147483648, ${seconds}) * interval '1 second',
      ${seconds}, observed_at
    from clubs
    where not exists (select from collection_targets where kind = 'club' and key = tag)
    order by tag
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}
