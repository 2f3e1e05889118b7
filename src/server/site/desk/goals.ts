import type { Context } from '#server/context.ts'
import { type RunningGoal, readGoalsAhead, type StoredGoal } from '#server/directory/club-goals.ts'
import { clubNotTracked } from '#server/history/not-tracked.ts'
import { freshness, readTrackedSeries } from '#server/history/series.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import { goalProgress } from '#server/metrics/club-goal.ts'
import { chanceWord, GOAL_DAYS_MAX, goalWords } from '#shared/club-goal.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import type { getClubGoal, getDeskGoal, setGoal, withdrawGoal } from '#shared/contract/goals.ts'
import { calendarDay, dayOf, daysBetween } from '#shared/days.ts'
import { type Sentence, said } from '#shared/texts.ts'
import { changeRecord, noRecord, writeLog } from './desk-log.ts'
import { admitGoal } from './desk-room.ts'
import type { Desk } from './open-desk.ts'

/** What everybody reads of a club's goals. */
export async function publicGoal(context: Context, tag: string): Promise<Output<typeof getClubGoal>> {
  const goals = await readGoalsAhead(context, tag)
  if (goals === null) throw clubNotTracked()
  const { club, goal, past } = goals
  return {
    tag,
    ...freshness(club.observedAt, context.clock.now()),
    goal: goal && told(goal),
    past: past.map(({ id: _, version: __, ...each }) => facts(each)),
  }
}

type Facts = Pick<RunningGoal, 'kind' | 'trophies' | 'from' | 'until' | 'reachedOn'>

function facts({ kind, trophies, from, until, reachedOn }: Facts) {
  return { kind, trophies, from, until, words: goalWords({ kind, trophies, until }), reached_on: reachedOn }
}

function told(goal: RunningGoal): NonNullable<Output<typeof getClubGoal>['goal']> {
  const { now, missing, share, played, joined, left, shares, futures, reason } = goal
  return {
    ...facts(goal),
    now,
    missing,
    share,
    played,
    joined,
    left,
    members: shares.map(({ player, name, gain }) => ({ player_tag: player, player_name: name, gain })),
    futures_of_100: futures,
    chance: futures === null ? null : chanceWord(futures),
    unavailable_reason: reason,
  }
}

/** The goal as the desk changes it. A desk that is tried shows the club's own goal until one is set at it. */
export async function readDeskGoal(context: Context, desk: Desk): Promise<Output<typeof getDeskGoal>> {
  const own = (await readGoalsAhead(context, desk.clubTag, desk.key))?.goal ?? null
  const goal = own ?? (desk.trial ? ((await readGoalsAhead(context, desk.clubTag))?.goal ?? null) : null)
  return { goal: goal && { ...told(goal), id: goal.id, version: goal.version, is_example: own === null } }
}

/**
 * Sets a goal from today on.
 * @throws AppError `invalid` for one that is over, too far away or reached already; `conflict` while another one runs
 */
export async function storeGoal(
  context: Context,
  desk: Desk,
  wish: Input<typeof setGoal>['body'],
): Promise<Output<typeof setGoal>> {
  const now = context.clock.now()
  const from = dayOf(now)
  const goal = { ...wish, from, until: calendarDay(wish.until) }
  await checkWish(context, desk, goal)
  const log_id = await context.db.transaction().execute(async (db) => {
    const { id } = await db
      .insertInto('club_goals')
      .values({
        desk: desk.key,
        kind: goal.kind,
        trophies: goal.trophies,
        from_day: from,
        until_day: goal.until,
        author_id: desk.userId,
        created_at: now,
        changed_at: now,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await admitGoal(context, db, desk)
    const set = { removed_at: now.toISOString() }
    return writeLog(context, db, desk, {
      kind: 'goal_set',
      player: null,
      text: goalWords(goal),
      facts: goalFacts(goal),
      undo: [{ table: 'club_goals', key: id, version: 1, set }],
    })
  })
  context.announcements.announce([clubChange(desk.clubTag)])
  return { log_id }
}

function goalFacts({ kind, trophies, until }: Pick<StoredGoal, 'kind' | 'trophies'> & { until: string }) {
  return { about: 'goal', kind, trophies, until } as const
}

type Wish = Pick<StoredGoal, 'kind' | 'trophies' | 'from' | 'until'>

async function checkWish(context: Context, desk: Desk, goal: Wish): Promise<void> {
  const refuse = (field: 'until' | 'trophies', sentence: Sentence) =>
    new AppError('invalid', sentence, { fields: { [field]: sentence } })
  const days = daysBetween(goal.from, goal.until)
  if (days < 0) throw refuse('until', said('error.dayOver'))
  if (days > GOAL_DAYS_MAX) throw refuse('until', said('error.goalLong', { days: GOAL_DAYS_MAX }))
  const club = await readTrackedSeries(context.db, 'club', desk.clubTag, { days: 2, now: context.clock.now() })
  if (club === null) throw clubNotTracked()
  if (goal.kind === 'total' && goalProgress({ ...goal, from: dayOf(club.asOf) }, club.series).missing === 0) {
    throw refuse('trophies', said('error.goalReached'))
  }
}

/** Withdraws a goal, which leaves no trace in public. */
export async function deleteGoal(
  context: Context,
  desk: Desk,
  { id, version }: Input<typeof withdrawGoal>['body'] & { id: number },
): Promise<Output<typeof withdrawGoal>> {
  const readNow = async () => {
    const row = await context.db
      .selectFrom('club_goals')
      .select(['kind', 'trophies', 'until_day as until', 'version'])
      .where('desk', '=', desk.key)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) throw noRecord()
    return row
  }
  const goal = await readNow()
  const said = { text: goalWords(goal), facts: goalFacts(goal) }
  const set = { removed_at: context.clock.now() }
  const change = { table: 'club_goals', id, player: null, version, set, restored: { removed_at: null } } as const
  const log_id = await changeRecord(context, desk, { ...change, kind: 'goal_withdrawn', ...said }, readNow)
  context.announcements.announce([clubChange(desk.clubTag)])
  return { log_id }
}
