import { sql } from 'kysely'
import { addDays, dayOf } from '#shared/calendar-day.ts'
import type { Database } from '../database/connection.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { type MonthRow, type ResetRow, seriesOf } from './month-rows.ts'

/** A window of `days` UTC dates that ends with the day of `now`. */
export type Window = { days: number; now: Date }

/** Whose series is read, and what the first observation of it was. */
export type Subject = { tag: string; firstSeenAt: Date | null; firstTrophies: number | null }
type Tagged<T> = T & { tag: string }

/** The daily series of players over a window, by tag: two statements however many players. */
export async function readPlayerSeries(
  db: Database,
  players: Subject[],
  window: Window,
): Promise<Map<string, DailySeries>> {
  const tags = players.map((player) => player.tag)
  const { from, firstMonth } = bounds(window)
  const months = await sql<Tagged<MonthRow>>`
    select player_tag as tag, month, trophies, changes, scans from player_months
    where player_tag = any(${tags}) and month >= ${firstMonth}
    union all
    (select distinct on (player_tag) player_tag, month, trophies, changes, scans from player_months
      where player_tag = any(${tags}) and month < ${firstMonth} order by player_tag, month desc)
    order by tag, month`.execute(db)
  const resets = await sql<Tagged<ResetRow>>`
    select player_tag as tag, day, trophies from player_resets
    where player_tag = any(${tags}) and day >= ${from}`.execute(db)
  return assemble(players, months.rows, resets.rows, window)
}

/** The daily series of one club. A club's own changes are its members': the array is left at what differs by day. */
export async function readClubSeries(db: Database, club: Subject, window: Window): Promise<DailySeries> {
  const { from, firstMonth } = bounds(window)
  const months = await sql<Tagged<MonthRow>>`
    select club_tag as tag, month, trophies, scans as changes, scans from club_months
    where club_tag = ${club.tag} and month >= ${firstMonth}
    union all
    (select club_tag, month, trophies, scans, scans from club_months
      where club_tag = ${club.tag} and month < ${firstMonth} order by month desc limit 1)
    order by month`.execute(db)
  const resets = await sql<Tagged<ResetRow>>`
    select club_tag as tag, day, trophies from club_resets where club_tag = ${club.tag} and day >= ${from}`.execute(db)
  const series = assemble([club], months.rows, resets.rows, window).get(club.tag) as DailySeries
  return { ...series, changes: differences(series) }
}

function bounds({ days, now }: Window) {
  const today = dayOf(now)
  const from = addDays(today, 1 - days)
  return { today, from, firstMonth: `${from.slice(0, 7)}-01` }
}

function assemble(subjects: Subject[], months: Tagged<MonthRow>[], resets: Tagged<ResetRow>[], window: Window) {
  const { from, today } = bounds(window)
  const monthsOf = Map.groupBy(months, (row) => row.tag)
  const resetsOf = Map.groupBy(resets, (row) => row.tag)
  return new Map(
    subjects.map(({ tag, ...first }) => {
      const series = seriesOf(monthsOf.get(tag) ?? [], resetsOf.get(tag) ?? [], { from, today, ...first })
      return [tag, series] as const
    }),
  )
}

/** 1 on a day whose close differs from the one before, 0 on other observed days. */
function differences({ closes, before }: DailySeries): (number | null)[] {
  let previous: number | null = before?.close ?? null
  return closes.map((close) => {
    if (close === null) return null
    const changed = previous !== null && previous !== close
    previous = close
    return changed ? 1 : 0
  })
}
