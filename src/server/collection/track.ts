import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { TARGET_CLASS, type Target } from './target-class.ts'

/** Seconds until a target's next turn when nothing is known of it yet. */
const FIRST_INTERVAL_SECONDS = 6 * 3600

/**
 * Has targets collected from now on. A target that is tracked already keeps its turn, and rises to the better of the
 * two classes. `wanted` notes that a visitor asked.
 */
export async function track({ db, clock }: Context, targets: Target[], wanted = false): Promise<void> {
  if (targets.length === 0) return
  const now = clock.now()
  const rows = targets.map((target) => ({ kind: target.kind, key: target.key, class: TARGET_CLASS[target.class] }))
  await sql`
    insert into collection_targets as stored (kind, key, class, due_at, interval_seconds, wanted_at)
    select kind, key, min(class), ${now}, ${FIRST_INTERVAL_SECONDS}, ${wanted ? now : null}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(kind text, key text, class smallint)
    group by kind, key
    on conflict (kind, key) do update set class = least(stored.class, excluded.class),
      wanted_at = coalesce(excluded.wanted_at, stored.wanted_at)`.execute(db)
}
