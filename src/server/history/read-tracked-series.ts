import type { EntityType } from '#shared/tag.ts'
import type { Database } from '../database/connection.ts'
import { statement } from '../database/statement.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { assembleSeries, type First, firstDay, type SeriesPart, seriesParts, type Window } from './series-rows.ts'

type Row = First & { observedAt: Date; parts: SeriesPart[] | null }

/** A series, and when its club or player was last looked at. */
export type TrackedSeries = { observedAt: Date; series: DailySeries }

const trackedSeries = {
  club: statement<Row>(trackedSeriesOf('club', { observed: 'known.observed_at' })),
  // A scan of the club counts as a look at the player, also where it changed nothing.
  player: statement<Row>(
    trackedSeriesOf('player', {
      observed: 'greatest(known.observed_at, (select observed_at from clubs where clubs.tag = known.club_tag))',
      shown: 'and not exists (select from tombstones where tombstones.tag = known.tag)',
    }),
  ),
}

/** The series of one club or player that is tracked and may be shown, in one statement; null for any other tag. */
export async function readTrackedSeries(
  db: Database,
  type: EntityType,
  tag: string,
  window: Window,
): Promise<TrackedSeries | null> {
  const [row] = await trackedSeries[type](db, [tag, firstDay(window)])
  if (row === undefined) return null
  return { observedAt: row.observedAt, series: assembleSeries(type, row.parts ?? [], row, window) }
}

function trackedSeriesOf(type: EntityType, { observed, shown = '' }: { observed: string; shown?: string }): string {
  const parts = seriesParts(type, (column) => `${column} = $1`, '$2::date')
  return `
    select known.first_seen_at as "firstSeenAt", known.first_trophies as "firstTrophies",
      ${observed} as "observedAt", stored.parts
    from ${type}s known cross join (${parts}) stored where known.tag = $1 ${shown}`
}
