import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { type KeptReview, sharedPeriods, sharedReview, shownReview } from '#server/directory/kept-reviews.ts'
import { makeReview, observedPeriods } from '#server/directory/reviews.ts'
import { clubChange, playerChange } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type {
  getOwnReview,
  getPlayerReview,
  listOwnReviews,
  listPlayerReviews,
  shareDeskReview,
  shareOwnReview,
} from '#shared/contract/reviews.ts'
import { dayOf } from '#shared/days.ts'
import { periodWords, REVIEW_DAYS, reviewPeriod, SEASON_DAYS } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import { changedMeanwhile, writeLog } from './desk-log.ts'
import { type Desk, provenSince } from './open-desk.ts'

type SharedReview = Output<typeof getPlayerReview>
type OwnReview = Output<typeof getOwnReview>
type OwnList = Output<typeof listOwnReviews>

/** The refusal of a review that is not shared: the same for one that nobody made, and for a club or player whom nobody knows. */
function noReview(): AppError {
  return new AppError('not_found', 'There is no shared review here', { code: 'no_review' })
}

/** A review as it was shared. Throws `not_found` for all others, as if there were none. */
export async function publicReview(
  context: Context,
  type: EntityType,
  tag: string,
  period: string,
): Promise<SharedReview> {
  const found = await sharedReview(context, type, tag, period)
  if (found === null) throw noReview()
  return { ...found, shared_at: found.shared_at.toISOString() }
}

/** The periods that are shared, the newest first. */
export async function publicReviews(
  { db }: Context,
  type: EntityType,
  tag: string,
): Promise<Output<typeof listPlayerReviews>> {
  const shared = await sharedPeriods[type](db, tag)
  const reviews = [...shared].map(([period, at]) => ({ period, shared_at: at.toISOString() }))
  return { reviews: reviews.sort((one, other) => (one.period < other.period ? 1 : -1)) }
}

/** The seasons and years of a player whom the user has linked. */
export async function ownReviews(context: Context, userId: number, tag: string): Promise<OwnList> {
  await admitOwner(context.db, userId, tag, provenSince(context))
  return periodsOf(context, 'player', tag, await sharedPeriods.player(context.db, tag))
}

/** The same of a club, for who may read at its desk. */
export async function deskReviews(context: Context, { key, clubTag }: Desk): Promise<OwnList> {
  return periodsOf(context, 'club', clubTag, await sharedPeriods.club(context.db, key))
}

async function periodsOf(
  context: Context,
  type: EntityType,
  tag: string,
  shared: ReadonlyMap<string, Date>,
): Promise<OwnList> {
  const periods = await observedPeriods(context, type, tag)
  if (periods === null) throw noReview()
  return {
    periods: periods.map(({ period, days, observed, enough }) => ({
      period,
      days,
      observed_days: observed,
      available: enough,
      shared_at: shared.get(period)?.toISOString() ?? null,
    })),
  }
}

/** Throws `not_found` for everybody who has not linked the player since a moment. */
async function admitOwner(db: Database, userId: number, tag: string, since: Date): Promise<void> {
  const row = await db
    .selectFrom('linked_players')
    .select('player_tag')
    .where('user_id', '=', userId)
    .where('player_tag', '=', tag)
    .where('linked_at', '>', since)
    .executeTakeFirst()
  if (row === undefined) throw noReview()
}

/** A review of a linked player: as it was shared, or as it would be shared now. */
export async function ownReview(context: Context, userId: number, tag: string, period: string): Promise<OwnReview> {
  await admitOwner(context.db, userId, tag, provenSince(context))
  const shared = await sharedReview(context, 'player', tag, period)
  if (shared !== null) return { ...shared, shared_at: shared.shared_at.toISOString(), version: 0 }
  const kept = await keptNow(context, 'player', tag, period)
  return { ...(await named(context, 'player', tag, { period, kept })), shared_at: null, version: 0 }
}

async function named(
  context: Context,
  type: EntityType,
  tag: string,
  { period, kept }: { period: string; kept: KeptReview },
) {
  const table = type === 'club' ? 'clubs' : 'players'
  const row = await context.db.selectFrom(table).select('name').where('tag', '=', tag).executeTakeFirst()
  return shownReview(context, { type, tag, name: row?.name ?? tag, period, kept })
}

/**
 * The review as it would be shared now.
 * @throws AppError `period_ahead` for one that has not begun, `too_few_days` where too little was observed
 */
async function keptNow(context: Context, type: EntityType, tag: string, name: string): Promise<KeptReview> {
  const period = reviewPeriod(name)
  if (period === null) throw noReview()
  if (period.from > dayOf(context.clock.now())) {
    throw new AppError('not_found', `The ${periodWords(name).toLowerCase()} has not begun`, { code: 'period_ahead' })
  }
  const made = await makeReview(context, type, tag, period)
  if (made === null) throw noReview()
  if (made.kept !== null) return made.kept
  const { observed } = made.observed
  const needed =
    period.kind === 'year'
      ? `A year needs ${REVIEW_DAYS} observed days; so far there are ${observed}.`
      : `A season needs ${SEASON_DAYS} observed days, and ${REVIEW_DAYS} with those before it; it has ${observed}.`
  throw new AppError('not_found', needed, { code: 'too_few_days' })
}

/** Shares a review of a linked player as it is now, or takes it back. */
export async function shareOwn(
  context: Context,
  userId: number,
  tag: string,
  { period, shared }: { period: string; shared: boolean },
): Promise<Output<typeof shareOwnReview>> {
  const { db, clock, log } = context
  // Who shared something may take it back also when the proof is old.
  await admitOwner(db, userId, tag, shared ? provenSince(context) : new Date(0))
  const shared_at = shared ? clock.now() : null
  if (shared_at === null) {
    await db.deleteFrom('player_reviews').where('player_tag', '=', tag).where('period', '=', period).execute()
  } else {
    const review = JSON.stringify(await keptNow(context, 'player', tag, period))
    await db
      .insertInto('player_reviews')
      .values({ player_tag: tag, period, user_id: userId, review, shared_at })
      .onConflict((conflict) =>
        conflict.columns(['player_tag', 'period']).doUpdateSet({ user_id: userId, review, shared_at }),
      )
      .execute()
  }
  context.announcements.announce([playerChange(tag)])
  log.info({ audit: shared ? 'review_shared' : 'review_withdrawn', userId, tag, period }, 'review of a player')
  return { shared_at: shared_at?.toISOString() ?? null }
}

/** A review of the club at its desk. */
export async function deskReview(context: Context, { key, clubTag }: Desk, period: string): Promise<OwnReview> {
  const row = await context.db
    .selectFrom('club_reviews')
    .selectAll()
    .where('desk', '=', key)
    .where('period', '=', period)
    .executeTakeFirst()
  const version = row?.version ?? 0
  const isShared = row !== undefined && row.shared_at !== null
  const kept = isShared ? (row.review as KeptReview) : await keptNow(context, 'club', clubTag, period)
  const review = await named(context, 'club', clubTag, { period, kept })
  return { ...review, shared_at: row?.shared_at?.toISOString() ?? null, version }
}

type DeskShare = { period: string; shared: boolean; version: number }

/** Shares a review of the club as it is now, or takes it back; either is in the desk's log and can be undone. */
export async function shareAtDesk(
  context: Context,
  desk: Desk,
  { period, shared, version }: DeskShare,
): Promise<Output<typeof shareDeskReview>> {
  const kept = shared ? await keptNow(context, 'club', desk.clubTag, period) : null
  const now = context.clock.now()
  const done = await context.db.transaction().execute(async (db) => {
    const before = await storedRow(db, desk.key, period)
    if ((before?.version ?? 0) !== version || (before === undefined && kept === null)) return null
    const review = JSON.stringify(kept ?? before?.review)
    const row = { review, shared_at: shared ? now : null, changed_at: now, version: version + 1 }
    await db
      .insertInto('club_reviews')
      .values({ desk: desk.key, period, ...row })
      .onConflict((conflict) => conflict.columns(['desk', 'period']).doUpdateSet(row))
      .execute()
    const log_id = await writeLog(context, db, desk, {
      kind: shared ? 'review_shared' : 'review_withdrawn',
      player: null,
      text: periodWords(period),
      undo: [
        { table: 'club_reviews', key: period, version: row.version, set: { shared_at: before?.shared_at ?? null } },
      ],
    })
    return { shared_at: row.shared_at?.toISOString() ?? null, version: row.version, log_id }
  })
  if (done === null) throw changedMeanwhile(await deskReview(context, desk, period).catch(() => undefined))
  context.announcements.announce([clubChange(desk.clubTag)])
  return done
}

function storedRow(db: Database, key: string, period: string) {
  return db
    .selectFrom('club_reviews')
    .selectAll()
    .where('desk', '=', key)
    .where('period', '=', period)
    .forUpdate()
    .executeTakeFirst()
}
