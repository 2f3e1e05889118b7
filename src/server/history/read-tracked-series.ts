import { sql } from 'kysely'
import type { EntityType } from '#shared/tag.ts'
import type { Database } from '../database/connection.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { assembleSeries, type First, type SeriesRow, seriesRows, type Window } from './series-rows.ts'

type Row = First & (SeriesRow | { month: null })

/** The series of one club or player that is tracked and may be shown, in one statement; null for any other tag. */
export async function readTrackedSeries(
  db: Database,
  type: EntityType,
  tag: string,
  window: Window,
): Promise<DailySeries | null> {
  const shown = type === 'club' ? sql`` : sql` and not exists (select from tombstones where tombstones.tag = known.tag)`
  const { rows } = await sql<Row>`
    select known.first_seen_at as "firstSeenAt", known.first_trophies as "firstTrophies",
      stored.month, stored.trophies, stored.changes, stored.scans
    from ${sql.table(`${type}s`)} known left join (${seriesRows(type, [tag], window)}) stored on true
    where known.tag = ${tag}${shown} order by stored.month`.execute(db)
  const [first] = rows
  if (first === undefined) return null
  const stored = rows.flatMap((row) => (row.month === null ? [] : [row]))
  return assembleSeries(type, stored, first, window)
}
