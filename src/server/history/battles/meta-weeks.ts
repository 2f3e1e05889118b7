import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, dateColumn, insertRows, queryRows, runAll } from '#server/database/database.ts'
import { META_CHANGE } from '#server/kernel/announcements.ts'
import { type CalendarDay, MINUTE_MS, WEEK_MS } from '#shared/days.ts'
import { createCount, type MetaRow } from './count-picks.ts'
import { unpackBattle } from './unpack-battles.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'announcements'>

/** A week belongs so long to the collector that counts it. */
const TURN_MS = 30 * MINUTE_MS

/**
 * Counts the weeks anew of which battles were stored since they were last counted. Several collectors may do this at once:
 * none counts a week that another one counts. Returns the weeks, by their Mondays.
 */
export async function countDueWeeks({ db, clock, announcements }: Parts, signal: AbortSignal): Promise<string[]> {
  const counted: string[] = []
  for (;;) {
    const week = signal.aborted ? null : await claimWeek({ db, clock })
    if (week === null) break
    if (await countWeek(db, week, signal)) counted.push(week)
  }
  if (counted.length > 0) announcements.announce([META_CHANGE])
  return counted
}

/**
 * Takes the mark of a due week away before its battles are read: what is stored meanwhile marks it again. A collector that
 * crashed left a turn behind, which becomes a mark when it has run out.
 */
async function claimWeek({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<CalendarDay | null> {
  const now = clock.now()
  const until = new Date(now.getTime() + TURN_MS)
  return db.transaction().execute(async (transaction) => {
    await sql`
      with over as (delete from meta_turns where until <= ${now} or until > ${until} returning week)
      insert into due_meta_weeks (week) select week from over order by week on conflict do nothing`.execute(transaction)
    const [due] = await queryRows(
      transaction,
      { week: dateColumn },
      sql`
      delete from due_meta_weeks where week = (
        select week from due_meta_weeks d where not exists (select from meta_turns t where t.week = d.week)
        order by week limit 1 for update skip locked)
      returning week`,
    )
    if (due === undefined) return null
    await transaction.insertInto('meta_turns').values({ week: due.week, until }).execute()
    return due.week
  })
}

/** Counts a week and ends its turn. False when the work was broken off: the week is due again. */
async function countWeek(db: Database, week: CalendarDay, signal: AbortSignal): Promise<boolean> {
  const rows = await picksOf(db, week, signal)
  await db.transaction().execute(async (transaction) => {
    if (rows !== null) await writeWeek(transaction, week, rows)
    else
      await transaction
        .insertInto('due_meta_weeks')
        .values({ week })
        .onConflict((row) => row.doNothing())
        .execute()
    await transaction.deleteFrom('meta_turns').where('week', '=', week).execute()
  })
  return rows !== null
}

/** Battles that are read at once, so that a week of millions takes little memory and holds nobody up. */
const BATTLES_AT_ONCE = 2_000

/** The rows of a week from all its battles; null when the work was broken off. */
async function picksOf(db: Database, week: CalendarDay, signal: AbortSignal): Promise<MetaRow[] | null> {
  const from = new Date(week)
  const to = new Date(from.getTime() + WEEK_MS)
  const count = createCount()
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    if (signal.aborted) return null
    const battles = await db
      .selectFrom('battles')
      .select(['battle_key', 'battle_time', 'sides', 'results', 'owners'])
      .where('battle_time', '>=', from)
      .where('battle_time', '<', to)
      .where('battle_key', '>', last)
      .orderBy('battle_key')
      .limit(BATTLES_AT_ONCE)
      .execute()
    for (const { sides, results, owners, battle_time } of battles) {
      count.add(unpackBattle(sides), { results: Number(results), owners, at: battle_time })
    }
    if (battles.length < BATTLES_AT_ONCE) return count.rows()
    last = battles.at(-1)?.battle_key ?? last
  }
}

/**
 * Replaces the rows of a week. It stays as it is where it was counted from more battles than there are now: old battles are
 * dropped, and the week is kept for ever.
 */
async function writeWeek(db: Database, week: CalendarDay, rows: readonly MetaRow[]): Promise<void> {
  const ofAll = rows.filter(({ mode, eventId }) => mode === '' && eventId === 0)
  const found = ofAll.reduce((sum, { allBattles }) => sum + allBattles, 0)
  const [stored] = await queryRows(
    db,
    { battles: z.int() },
    sql`
    select coalesce(sum(all_battles), 0)::integer as battles from meta_weeks
    where week = ${week} and mode = '' and event_id = 0`,
  )
  if (found < (stored?.battles ?? 0)) return
  await db.deleteFrom('meta_weeks').where('week', '=', week).execute()
  const values = rows.map(({ eventId, allBattles, newestAt, ...row }) => {
    return { week, event_id: eventId, all_battles: allBattles, newest_at: newestAt, ...row }
  })
  await runAll(db, insertRows('meta_weeks', values))
}
