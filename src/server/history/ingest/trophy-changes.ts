import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows, type RowOf } from '#server/database/database.ts'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'

/** A player, and the moment from which on more is known than before. */
export type Recount = { tag: string; from: Date }

type Month = { month: string; trophies: (number | null)[]; changes: (number | null)[] }

/** Counts the trophy changes of these players again, from what is stored. To repeat it changes nothing. */
export async function recountTrophyChanges(db: Database, recounts: Recount[]): Promise<void> {
  for (const recount of recounts) await recountPlayer(db, recount)
}

async function recountPlayer(db: Database, { tag, from }: Recount): Promise<void> {
  const start = await startOf(db, tag, from)
  const months = await monthsSince(db, tag, start)
  const counts = countTrophyChanges(
    await observationsSince(db, tag, start),
    await battlesSince(db, tag, start),
    await coveredSpans(db, tag),
  )
  const recounted = months.map((row) => ({ month: row.month, changes: changesOf(row, counts, start) }))
  const differing = recounted.filter(({ changes }, index) => `${changes}` !== `${months[index]?.changes}`)
  if (differing.length === 0) return
  await sql`
    update player_months stored set changes = counted.changes
    from jsonb_to_recordset(${JSON.stringify(differing)}::jsonb) as counted(month date, changes smallint[])
    where stored.player_tag = ${tag} and stored.month = counted.month`.execute(db)
}

/** The day of the observation before `from`: the time since that observation may be covered only now. */
async function startOf(db: Database, tag: string, from: Date): Promise<CalendarDay> {
  const before = await db
    .selectFrom('observations')
    .select('observed_at')
    .where('player_tag', '=', tag)
    .where('observed_at', '<=', from)
    .orderBy('observed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return dayOf(before?.observed_at ?? from)
}

/** Locks the months, so that a scan that adds to the same days waits. */
async function monthsSince(db: Database, tag: string, start: CalendarDay): Promise<Month[]> {
  return db
    .selectFrom('player_months')
    .select(['month', 'trophies', 'changes'])
    .where('player_tag', '=', tag)
    .where('month', '>=', `${start.slice(0, 7)}-01`)
    .orderBy('month')
    .forUpdate()
    .execute()
}

/** The observations since, and the one before. Where that was dropped for its age, the player's first replaces it. */
async function observationsSince(db: Database, tag: string, start: CalendarDay): Promise<SeenTrophies[]> {
  const from = new Date(`${start}T00:00:00Z`)
  return queryRows(
    db,
    seenColumns,
    sql`
      (select observed_at as at, trophies, source::text <> lower(source::text) as "isReset" from observations
        where player_tag = ${tag} and observed_at >= ${from})
      union all
      (select * from (
        (select observed_at, trophies, false from observations
          where player_tag = ${tag} and observed_at < ${from} order by observed_at desc limit 1)
        union all
        (select first_seen_at, coalesce(first_trophies, -1), false from players
          where tag = ${tag} and first_seen_at < ${from})
      ) before order by observed_at desc limit 1)
      order by at`,
  )
}

async function battlesSince(db: Database, tag: string, start: CalendarDay): Promise<FoughtBattle[]> {
  return db
    .selectFrom('player_battles')
    .select(['battle_time as at', 'trophy_change as trophyChange'])
    .where('player_tag', '=', tag)
    .where('battle_time', '>=', new Date(`${start}T00:00:00Z`))
    .orderBy('battle_time')
    .execute()
}

async function coveredSpans(db: Database, tag: string): Promise<CoveredSpan[]> {
  return db
    .selectFrom('battle_log_coverage')
    .select(['covered_from as from', 'covered_to as to'])
    .where('player_tag', '=', tag)
    .orderBy('covered_from')
    .execute()
}

/** A month's changes: days before `start` as they were, a day without an observation only where a battle is known. */
function changesOf(row: Month, counts: Map<CalendarDay, number>, start: CalendarDay): (number | null)[] {
  const days = Array.from({ length: 31 }, (_, index) => addDays(row.month as CalendarDay, index))
  const changes = days.map((day, index) => {
    const known = row.changes[index] ?? null
    if (day < start || !day.startsWith(row.month.slice(0, 7))) return known
    return counts.get(day) ?? ((row.trophies[index] ?? null) === null ? null : 0)
  })
  return changes.slice(0, changes.findLastIndex((count) => count !== null) + 1)
}

const seenColumns = { at: z.date(), trophies: z.number(), isReset: z.boolean() }

/** A stored observation of a player; `isReset` when its fall was a reset (docs/formulas.md#season-resets). */
export type SeenTrophies = RowOf<typeof seenColumns>
/** A battle; `trophyChange` is 0 where no trophies were won or lost. */
export type FoughtBattle = { at: Date; trophyChange: number }
/** A span of time in which every battle is known. */
export type CoveredSpan = { from: Date; to: Date }

/**
 * The number of trophy changes on each UTC day that has one (docs/formulas.md#trophy-changes). Two successive
 * observations that differ count as one, on the day of the later; where the battle log covers the time between them,
 * each battle that moved trophies counts instead, on its own day. A reset does not count. All lists oldest first.
 */
export function countTrophyChanges(
  observations: readonly SeenTrophies[],
  battles: readonly FoughtBattle[],
  coverage: readonly CoveredSpan[],
): Map<CalendarDay, number> {
  const counts = new Map<CalendarDay, number>()
  const count = (moment: Date) => counts.set(dayOf(moment), (counts.get(dayOf(moment)) ?? 0) + 1)
  observations.forEach((later, index) => {
    const earlier = observations[index - 1]
    if (earlier === undefined) return
    if (isCovered(coverage, earlier.at, later.at)) {
      for (const battle of battles) if (moved(battle, earlier.at, later.at)) count(battle.at)
    } else if (later.trophies !== earlier.trophies && !later.isReset) count(later.at)
  })
  return counts
}

function isCovered(coverage: readonly CoveredSpan[], from: Date, to: Date): boolean {
  return coverage.some((span) => span.from <= from && span.to >= to)
}

function moved(battle: FoughtBattle, from: Date, to: Date): boolean {
  return battle.trophyChange !== 0 && battle.at > from && battle.at <= to
}
