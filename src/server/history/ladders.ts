import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { LadderDays } from '#server/metrics/ranked-history.ts'
import { addDays, type CalendarDay, monthOf } from '#shared/days.ts'
import { ladderOf } from './ingest/ladder.ts'

/** All days on which a profile told of a player's ladders. */
export async function readLadder(db: Database, tag: string): Promise<LadderDays> {
  const months = await db
    .selectFrom('player_months')
    .select(['month', 'ladder'])
    .where('player_tag', '=', tag)
    .where('ladder', 'is not', null)
    .orderBy('month')
    .execute()
  return ladderOf(months).days
}

/** The same of several players, of the month before a day and since then, 30 days at least: what is known of them now. */
export async function readLadders(
  db: Database,
  tags: readonly string[],
  today: CalendarDay,
): Promise<Map<string, LadderDays>> {
  if (tags.length === 0) return new Map()
  const since = monthOf(addDays(monthOf(today), -30))
  const months = await db
    .selectFrom('player_months')
    .select(['player_tag', 'month', 'ladder'])
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .where('month', '>=', since)
    .where('ladder', 'is not', null)
    .orderBy('month')
    .execute()
  const ofTags = Map.groupBy(months, ({ player_tag }) => player_tag)
  return new Map([...ofTags].map(([tag, rows]) => [tag, ladderOf(rows).days]))
}
