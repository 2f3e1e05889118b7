import { sql } from 'kysely'
import { addDays, type CalendarDay, dayOf } from '#shared/calendar-day.ts'
import type { Database } from '../database/connection.ts'
import { type Covered, countTrophyChanges, type Fought, type Seen } from './count-trophy-changes.ts'
import { dayIndex } from './write-clubs.ts'

/** A player and the days, by any moments in them, that are counted again. */
export type Span = { tag: string; from: Date; to: Date }

/** Counts days of some players again from observations, battles and what the logs cover. Idempotent. */
export async function recountTrophyChanges(db: Database, spans: Span[]): Promise<void> {
  const perDay = new Map<CalendarDay, { tag: string; changes: number }[]>()
  for (const span of spans) {
    const counts = await countSpan(db, span)
    for (const [day, changes] of counts) perDay.set(day, [...(perDay.get(day) ?? []), { tag: span.tag, changes }])
  }
  for (const [day, rows] of perDay) await setChanges(db, day, rows)
}

async function countSpan(db: Database, span: Span): Promise<[CalendarDay, number][]> {
  const first = dayOf(span.from)
  const last = dayOf(span.to)
  const from = new Date(`${first}T00:00:00Z`)
  const [observations, battles, coverage, resets] = [
    await observationsOf(db, span.tag, from, new Date(`${addDays(last, 1)}T00:00:00Z`)),
    await battlesOf(db, span.tag, from),
    await coverageOf(db, span.tag),
    await resetDaysOf(db, span.tag, first),
  ]
  const counts = countTrophyChanges(observations, battles, coverage, resets)
  const days: [CalendarDay, number][] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push([day, counts.get(day) ?? 0])
  return days
}

/** Those of the time, and the last one before it. */
async function observationsOf(db: Database, tag: string, from: Date, to: Date): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    (select observed_at as at, trophies from observations where player_tag = ${tag} and observed_at < ${from}
      order by observed_at desc limit 1)
    union all
    (select observed_at, trophies from observations where player_tag = ${tag} and observed_at >= ${from} and observed_at < ${to})
    order by at`.execute(db)
  return rows
}

async function battlesOf(db: Database, tag: string, from: Date): Promise<Fought[]> {
  return db
    .selectFrom('player_battles')
    .select(['battle_time as at', 'trophy_change as trophyChange'])
    .where('player_tag', '=', tag)
    .where('battle_time', '>=', from)
    .orderBy('battle_time')
    .execute()
}

async function coverageOf(db: Database, tag: string): Promise<Covered[]> {
  return db
    .selectFrom('battle_log_coverage')
    .select(['covered_from as from', 'covered_to as to'])
    .where('player_tag', '=', tag)
    .orderBy('covered_from')
    .execute()
}

async function resetDaysOf(db: Database, tag: string, from: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('player_resets')
    .select('day')
    .where('player_tag', '=', tag)
    .where('day', '>=', from)
    .execute()
  return new Set(rows.map((row) => row.day))
}

/** Only days that were observed have a place in the series. */
async function setChanges(db: Database, day: string, rows: { tag: string; changes: number }[]): Promise<void> {
  const i = dayIndex(day)
  await sql`
    update player_months set changes[${i}] = counted.changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as counted(tag text, changes smallint)
    where player_tag = counted.tag and month = date_trunc('month', ${day}::date)
      and trophies[${i}] is not null and changes[${i}] <> counted.changes`.execute(db)
}
