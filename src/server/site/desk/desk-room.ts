import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { LOCKS } from '#server/database/locks.ts'
import { countRunning } from '#server/directory/club-goals.ts'
import { AppError } from '#server/kernel/errors.ts'
import { addDays, DAY_MS, dayOf } from '#shared/days.ts'
import { type Sentence, said } from '#shared/texts.ts'
import { TRIAL } from '../http/visitor-key.ts'
import type { Desk } from './open-desk.ts'

// How much a desk keeps, and for how long.

/** The tables of a desk, each with when a row was changed last. */
const KEPT = {
  member_marks: 'changed_at',
  absences: 'changed_at',
  queue_decisions: 'changed_at',
  club_rules: 'changed_at',
  club_notices: 'changed_at',
  club_staff: 'changed_at',
  week_reports: 'made_at',
  club_reviews: 'changed_at',
  club_channels: 'changed_at',
  club_goals: 'changed_at',
  desk_log: 'at',
} as const

/** Marks that a desk may have, with those that were taken away and are not cleared yet. */
const MARKS_MAX = 5000

/** A player has few absences that are not over, since nobody is away twice at once. */
const OPEN_ABSENCES_MAX = 10
/** Absences that a desk may have, with those that were taken away and are not cleared yet. */
const ABSENCES_MAX = 1000

/** Days until what was taken away, and absences that ended, are deleted. The log tells of them. */
export const CLEARED_AFTER_DAYS = 90

/** Of the log the oldest entries go first; those of the last year only from the smaller of the two sizes on. */
const LOG_ENTRIES_MAX = 20_000
const LOG_BYTES_MAX = 10_000_000
const YEAR_BYTES_KEPT = 5_000_000
const LOG_DAYS_KEPT = 365

/** What a desk that is tried may keep in all. */
const TRIAL_BYTES_MAX = 200_000

async function lockRoom(db: Database, desk: Desk): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.desk}, hashtext(${desk.key}))`.execute(db)
}

/** Throws `conflict` where the desk has too many marks, in the transaction that has added one. */
export async function admitMark(db: Database, desk: Desk): Promise<void> {
  await lockRoom(db, desk)
  const { marks } = await db
    .selectFrom('member_marks')
    .select(({ fn }) => fn.countAll<number>().as('marks'))
    .where('desk', '=', desk.key)
    .executeTakeFirstOrThrow()
  if (Number(marks) <= MARKS_MAX) return
  const sentence = said('error.marksFull', { marks: MARKS_MAX, days: CLEARED_AFTER_DAYS })
  throw new AppError('conflict', sentence, { code: 'marks_full' })
}

/**
 * Throws `conflict` where the player or the desk has too many absences, in the transaction that has added one or
 * brought one back.
 */
export async function admitAbsence({ clock }: Context, db: Database, desk: Desk, player: string | null): Promise<void> {
  await lockRoom(db, desk)
  const isOpen = sql`removed_at is null and player_tag = ${player} and until_day >= ${dayOf(clock.now())}::date`
  const { open, all } = await db
    .selectFrom('absences')
    .select(sql<number>`count(*) filter (where ${isOpen})`.as('open'))
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .where('desk', '=', desk.key)
    .executeTakeFirstOrThrow()
  const refuse = (sentence: Sentence) => new AppError('conflict', sentence, { code: 'absences_full' })
  if (Number(open) > OPEN_ABSENCES_MAX) throw refuse(said('error.manyAbsences'))
  if (Number(all) > ABSENCES_MAX) {
    throw refuse(said('error.absencesFull', { absences: ABSENCES_MAX, days: CLEARED_AFTER_DAYS }))
  }
}

/** Goals that a desk may have, with those that were withdrawn and are not cleared yet. */
const GOALS_MAX = 500

/** Throws `conflict` where another goal runs or the desk has too many, in the transaction that has added or restored one. */
export async function admitGoal(context: Context, db: Database, desk: Desk): Promise<void> {
  await lockRoom(db, desk)
  const { goals } = await db
    .selectFrom('club_goals')
    .select(({ fn }) => fn.countAll<number>().as('goals'))
    .where('desk', '=', desk.key)
    .executeTakeFirstOrThrow()
  if (Number(goals) > GOALS_MAX)
    throw new AppError('conflict', said('error.goalsFull', { count: GOALS_MAX }), { code: 'goals_full' })
  if ((await countRunning({ ...context, db }, desk.clubTag, desk.key)) <= 1) return
  throw new AppError('conflict', said('error.goalRuns'), { code: 'goal_runs' })
}

/**
 * Makes room for an entry of the log that a transaction has written, or throws `conflict` at a desk that is tried and
 * full.
 */
export async function makeRoom({ clock }: Context, db: Database, desk: Desk): Promise<void> {
  if (desk.trial) {
    const sizes = Object.keys(KEPT).map(
      (table) => sql`select sum(pg_column_size(t.*)) as bytes from ${sql.table(table)} t where desk = ${desk.key}`,
    )
    const [kept] = await queryRows(
      db,
      { bytes: z.number() },
      sql`select sum(bytes)::integer as bytes from (${sql.join(sizes, sql` union all `)}) sizes`,
    )
    if (kept === undefined || kept.bytes <= TRIAL_BYTES_MAX) return
    throw new AppError('conflict', said('error.trialFull'), { code: 'trial_full' })
  }
  const year = new Date(clock.now().getTime() - LOG_DAYS_KEPT * DAY_MS)
  await sql`
    delete from desk_log where desk = ${desk.key} and id in (
      select id from (
        select id, at, row_number() over newest as place, sum(pg_column_size(l.*)) over newest as bytes
        from desk_log l where desk = ${desk.key} window newest as (order by id desc)
      ) counted
      where (place > ${LOG_ENTRIES_MAX} or bytes > ${LOG_BYTES_MAX})
        and (at < ${year} or bytes > ${YEAR_BYTES_KEPT}))`.execute(db)
}

/** How long a desk that is tried is kept after its last change. */
const TRIAL_KEPT_MS = DAY_MS

/** Deletes what visitors of the demo left at desks, what was taken away long ago, and absences that ended long ago. */
export async function clearDesks({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const until = new Date(now.getTime() - TRIAL_KEPT_MS)
  for (const [table, time] of Object.entries(KEPT)) {
    await sql`delete from ${sql.table(table)} where desk like ${`${TRIAL}%`} and ${sql.ref(time)} < ${until}`.execute(
      db,
    )
  }
  const past = new Date(now.getTime() - CLEARED_AFTER_DAYS * DAY_MS)
  await db.deleteFrom('member_marks').where('removed_at', '<', past).execute()
  await db.deleteFrom('club_goals').where('removed_at', '<', past).execute()
  await db
    .deleteFrom('absences')
    .where(({ or, eb }) =>
      or([eb('removed_at', '<', past), eb('until_day', '<', addDays(dayOf(now), -CLEARED_AFTER_DAYS))]),
    )
    .execute()
}
