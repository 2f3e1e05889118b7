import { sql } from 'kysely'
import type { EntityType } from '#shared/tag.ts'
import type { Database } from '../database/connection.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { assembleSeries, type First, type SeriesRow, seriesRows, type Window } from './series-rows.ts'

/** Whose series is read, and what the first observation of it was. */
export type Subject = First & { tag: string }

/** The daily series of players over a window, by tag: one statement however many players. */
export function readPlayerSeries(db: Database, players: Subject[], window: Window): Promise<Map<string, DailySeries>> {
  return readSeries(db, 'player', players, window)
}

/** The daily series of one club. A club's own changes are its members': the array is left at what differs by day. */
export async function readClubSeries(db: Database, club: Subject, window: Window): Promise<DailySeries> {
  const series = await readSeries(db, 'club', [club], window)
  return series.get(club.tag) as DailySeries
}

async function readSeries(db: Database, type: EntityType, subjects: Subject[], window: Window) {
  if (subjects.length === 0) return new Map<string, DailySeries>()
  const tags = subjects.map((subject) => subject.tag)
  const { rows } = await sql<SeriesRow & { tag: string }>`
    select * from (${seriesRows(type, tags, window)}) stored order by month`.execute(db)
  const rowsOf = Map.groupBy(rows, (row) => row.tag)
  return new Map(
    subjects.map(({ tag, ...first }) => [tag, assembleSeries(type, rowsOf.get(tag) ?? [], first, window)] as const),
  )
}
