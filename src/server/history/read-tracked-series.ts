import type { EntityType } from '#shared/tag.ts'
import type { Database } from '../database/connection.ts'
import { statement } from '../database/statement.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { assembleSeries, type First, firstDay, type SeriesPart, seriesParts, type Window } from './series-rows.ts'

type Row = First & { parts: SeriesPart[] | null }

const trackedSeries = {
  club: statement<Row>(trackedSeriesOf('club', '')),
  player: statement<Row>(
    trackedSeriesOf('player', 'and not exists (select from tombstones where tombstones.tag = known.tag)'),
  ),
}

/** The series of one club or player that is tracked and may be shown, in one statement; null for any other tag. */
export async function readTrackedSeries(
  db: Database,
  type: EntityType,
  tag: string,
  window: Window,
): Promise<DailySeries | null> {
  const [row] = await trackedSeries[type](db, [tag, firstDay(window)])
  return row === undefined ? null : assembleSeries(type, row.parts ?? [], row, window)
}

function trackedSeriesOf(type: EntityType, shown: string): string {
  const parts = seriesParts(type, (column) => `${column} = $1`, '$2::date')
  return `
    select known.first_seen_at as "firstSeenAt", known.first_trophies as "firstTrophies", stored.parts
    from ${type}s known cross join (${parts}) stored where known.tag = $1 ${shown}`
}
