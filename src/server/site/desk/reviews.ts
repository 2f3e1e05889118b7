import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import {
  checkTracked,
  isSharer,
  type KeptReview,
  keepOwn,
  keptPeriods,
  noReview,
  ownShared,
  readReview,
  type Sharer,
  sharedPeriods,
  sharedReview,
  shownReview,
  storedReview,
} from '#server/directory/kept-reviews.ts'
import { makeReview, observedPeriods } from '#server/directory/reviews.ts'
import { isHidden } from '#server/history/not-tracked.ts'
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
import { dayOf, writeDate } from '#shared/days.ts'
import { periodWords, REVIEW_DAYS, reviewPeriod, SEASON_DAYS } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import { type Sentence, said, t } from '#shared/texts.ts'
import { changedMeanwhile, writeLog } from './desk-log.ts'
import { type Desk, provenSince } from './open-desk.ts'

type SharedReview = Output<typeof getPlayerReview>
type OwnReview = Output<typeof getOwnReview>
type OwnList = Output<typeof listOwnReviews>

/** A review as it was shared. Throws `not_found` for all others, as if there were none. */
export async function publicReview(context: Context, type: EntityType, tag: string, period: string) {
  const found: SharedReview | null = await sharedReview(context, type, tag, period)
  if (found === null) throw noReview()
  return found
}

/** The periods that are shared, the newest first. Throws `not_found` for who is not tracked or not shown. */
export async function publicReviews(
  { db, installation }: Context,
  type: EntityType,
  tag: string,
): Promise<Output<typeof listPlayerReviews>> {
  const isPrivate = type === 'player' && installation.demo
  const shared = isPrivate ? new Map<string, Date>() : await sharedPeriods[type](db, tag)
  if (shared.size === 0) await checkTracked(db, type, tag)
  const reviews = [...shared].map(([period, at]) => ({ period, shared_at: at.toISOString() }))
  return { reviews: reviews.sort((one, other) => (one.period < other.period ? 1 : -1)) }
}

/**
 * The seasons and years of a player whom the user has linked; of a hidden one those that were shared, which may be
 * taken back.
 */
export async function ownReviews(context: Context, userId: number, tag: string): Promise<OwnList> {
  if (!(await isProven(context, userId, tag))) throw noReview()
  if (await isHidden(context.db, tag)) return { periods: await keptPeriods(context.db, tag) }
  const by = context.installation.demo ? userId : null
  return periodsOf(context, 'player', tag, await sharedPeriods.player(context.db, tag, by))
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

/** Whether the proof holds that a player is the user's. Throws `not_found` for everybody who has not linked the player. */
async function isProven(context: Context, userId: number, tag: string): Promise<boolean> {
  const link = await context.db
    .selectFrom('linked_players')
    .select('linked_at')
    .where('user_id', '=', userId)
    .where('player_tag', '=', tag)
    .executeTakeFirst()
  if (link === undefined) throw noReview()
  return link.linked_at > provenSince(context)
}

/**
 * A review of a linked player: as it was shared, or as it would be shared now. With an old proof, only what the user
 * shared.
 */
export async function ownReview(context: Context, userId: number, tag: string, period: string): Promise<OwnReview> {
  const { demo: trial } = context.installation
  const may_share = await isProven(context, userId, tag)
  const isOwn = await isSharer(context.db, { userId, tag, period })
  if (!may_share && !isOwn) throw noReview()
  const shared = isOwn || !trial ? await ownShared(context, tag, period) : undefined
  if (shared !== undefined) return { ...shared, may_share: may_share && !shared.hidden, trial, desk: null }
  if (!may_share) throw noReview()
  const kept = await keptNow(context, 'player', tag, period)
  const shown = await readNames(context, 'player', tag, { period, kept })
  return { ...shown, shared_at: null, may_share, hidden: false, trial, desk: null }
}

async function readNames(
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
    throw new AppError('not_found', notBegun(name), { code: 'period_ahead' })
  }
  const made = await makeReview(context, type, tag, period)
  if (made === null) throw noReview()
  if (made.kept !== null) return made.kept
  const { observed } = made.observed
  const needed =
    period.kind === 'year'
      ? said('error.yearShort', { needed: REVIEW_DAYS, observed })
      : said('error.seasonShort', { needed: SEASON_DAYS, before: REVIEW_DAYS, observed })
  throw new AppError('not_found', needed, { code: 'too_few_days' })
}

/** Shares a review of a linked player as it is now, or takes it back. */
export async function shareOwn(
  context: Context,
  userId: number,
  tag: string,
  { period, shared }: { period: string; shared: boolean },
): Promise<Output<typeof shareOwnReview>> {
  const proven = await isProven(context, userId, tag)
  if (shared && !proven) throw noReview()
  const link = { userId, tag, period }
  const shared_at = shared ? await storeOwn(context, link) : null
  if (!shared) await dropOwn(context.db, link, proven && !context.installation.demo)
  context.announcements.announce([playerChange(tag)])
  context.log.info({ audit: shared ? 'review_shared' : 'review_withdrawn', ...link }, 'review of a player')
  return { shared_at: shared_at?.toISOString() ?? null }
}

async function storeOwn(context: Context, link: Sharer): Promise<Date> {
  const now = context.clock.now()
  const kept = await keptNow(context, 'player', link.tag, link.period)
  const stored = await context.db.transaction().execute((db) => keepOwn(db, link, { kept, now }))
  if (!stored) throw noReview()
  return now
}

/** Whose proof is old takes back only what they shared: the player may be somebody else's by now, as in the demo. */
async function dropOwn(db: Database, { userId, tag, period }: Sharer, isTheirs: boolean): Promise<void> {
  let shared = db.deleteFrom('player_reviews').where('player_tag', '=', tag).where('period', '=', period)
  if (!isTheirs) shared = shared.where('user_id', '=', userId)
  if ((await shared.returning('period').executeTakeFirst()) === undefined) throw noReview()
}

export async function deskReview(context: Context, desk: Desk, period: string): Promise<OwnReview> {
  const { key, clubTag, role, trial } = desk
  const row = await storedRow(context.db, key, period).executeTakeFirst()
  const isShared = row !== undefined && row.shared_at !== null
  const kept = isShared ? readReview(row.review) : await keptNow(context, 'club', clubTag, period)
  return {
    ...(await readNames(context, 'club', clubTag, { period, kept })),
    shared_at: row?.shared_at?.toISOString() ?? null,
    may_share: role === 'editor' || role === 'owner',
    hidden: false,
    trial,
    desk: { version: row?.version ?? 0 },
  }
}

type DeskShare = { period: string; shared: boolean; version: number }

/** Shares a review of the club as it is now, or takes it back; either is in the desk's log and can be undone. */
export async function shareAtDesk(
  context: Context,
  desk: Desk,
  share: DeskShare,
): Promise<Output<typeof shareDeskReview>> {
  const { period, shared } = share
  const kept = shared ? await keptNow(context, 'club', desk.clubTag, period) : null
  const done = await context.db.transaction().execute(async (db) => {
    const row = await storeAtDesk(context, db, desk, { ...share, kept })
    if (row === null) return null
    // What undoes a share withdraws the review: its cards are those of that day, also where it had been shared before.
    const set = { shared_at: shared ? null : row.before }
    const log_id = await writeLog(context, db, desk, {
      kind: shared ? 'review_shared' : 'review_withdrawn',
      player: null,
      text: periodWords(period),
      facts: { about: 'review', period },
      undo: [{ table: 'club_reviews', key: period, version: row.version, set }],
    })
    return { shared_at: row.shared_at?.toISOString() ?? null, version: row.version, log_id }
  })
  if (done === null) throw changedMeanwhile(await deskReview(context, desk, period).catch(() => undefined))
  context.announcements.announce([clubChange(desk.clubTag)])
  return done
}

/**
 * Stores what is shared, or that nothing is; null where somebody else changed it meanwhile, also in the same moment. Throws
 * `not_found` where there is nothing to take back.
 */
async function storeAtDesk(
  { clock }: Context,
  db: Database,
  desk: Desk,
  { period, shared, version, kept }: DeskShare & { kept: KeptReview | null },
) {
  const now = clock.now()
  const before = await storedRow(db, desk.key, period).executeTakeFirst()
  if ((before?.version ?? 0) !== version) return null
  if (kept === null && !before?.shared_at) throw noReview()
  const review = kept === null ? JSON.stringify(before?.review) : await storedReview(db, 'club', desk.clubTag, kept)
  const row = { review, shared_at: shared ? now : null, changed_at: now, version: version + 1 }
  const stored = await db
    .insertInto('club_reviews')
    .values({ desk: desk.key, period, ...row })
    .onConflict((conflict) =>
      conflict.columns(['desk', 'period']).doUpdateSet(row).where('club_reviews.version', '=', version),
    )
    .returning('period')
    .executeTakeFirst()
  return stored === undefined ? null : { ...row, before: before?.shared_at ?? null }
}

function storedRow(db: Database, key: string, period: string) {
  return db.selectFrom('club_reviews').selectAll().where('desk', '=', key).where('period', '=', period)
}

function notBegun(period: string): Sentence {
  if (period.length === 4) return said('error.yearAhead', { year: period })
  const month = () => writeDate(new Date(`${period}-01T00:00:00Z`), { month: 'long', year: 'numeric' })
  return () => t('error.seasonAhead', { month: month() })
}
