import type { EntityType } from '#shared/tag.ts'
import type { Database } from '../database/connection.ts'
import { statement } from '../database/statement.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { assembleSeries, type First, firstDay, type SeriesPart, seriesParts, type Window } from './series-rows.ts'

/** Whose series is read, and what the first observation of it was. */
export type Subject = First & { tag: string }

const oneOfTags = (column: string) => `${column} = any($1::text[])`
const partsOf = {
  player: statement<{ parts: SeriesPart[] | null }>(seriesParts('player', oneOfTags, '$2::date')),
  club: statement<{ parts: SeriesPart[] | null }>(seriesParts('club', oneOfTags, '$2::date')),
}

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
  const rows = await partsOf[type](db, [subjects.map((subject) => subject.tag), firstDay(window)])
  const parts = Map.groupBy(rows[0]?.parts ?? [], ([tag]) => tag)
  return new Map(
    subjects.map((subject) => {
      return [subject.tag, assembleSeries(type, parts.get(subject.tag) ?? [], subject, window)] as const
    }),
  )
}
