import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, defineQuery, queryRows, type RowOf } from '#server/database/database.ts'
import { battleNames } from '#server/history/battles/read-battles.ts'
import { shownNames } from '#server/history/members.ts'
import { clubNotTracked, isHidden, playerNotShown } from '#server/history/not-tracked.ts'
import { type ChangeTopic, clubChange, playerChange } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { ReviewCards } from '#server/metrics/review.ts'
import type { MissingReason } from '#shared/contract/reviews.ts'
import type { CalendarDay } from '#shared/days.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { shownStanding } from '#shared/ranked-tiers.ts'
import { missingWords, type ReviewCard } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import { said } from '#shared/texts.ts'

type Stored = Pick<Context, 'db' | 'clock' | 'memory'>

/** A review as it is kept: players and brawlers by tags and ids alone. */
export type KeptReview = {
  version: 1
  from: CalendarDay
  to: CalendarDay
  /** The period was not over. */
  running: boolean
  days: number
  observed_days: number
  made_at: string
  cards: ReviewCards
}

/**
 * The refusal of a review that is not shared: the same for one that nobody made, and for a club or player whom nobody
 * knows.
 */
export function noReview(): AppError {
  return new AppError('not_found', said('error.noReview'), { code: 'no_review' })
}

/**
 * The text of a review that a transaction stores, with the aliases of those who were hidden while it was made. Who is hidden
 * after this is renamed in it: that waits for every transaction that has locked a club or player.
 */
export async function storedReview(db: Database, type: EntityType, tag: string, kept: KeptReview): Promise<string> {
  const table = type === 'club' ? 'clubs' : 'players'
  await db.selectFrom(table).select('tag').where('tag', '=', tag).forKeyShare().execute()
  const { company } = mapCards(kept.cards)
  const named = company?.together.flatMap(({ players }) => players) ?? []
  const hidden = await db
    .selectFrom('tombstones')
    .select(['tag', 'alias'])
    .where('tag', '=', sql<string>`any(${named})`)
    .execute()
  return hidden.reduce(
    (text, { tag: each, alias }) => text.replaceAll(JSON.stringify(each), JSON.stringify(alias)),
    JSON.stringify(kept),
  )
}

/** A user, and a review of a player whom they have linked. */
export type Sharer = { userId: number; tag: string; period: string }

/** Stores a player's review while the player is linked; false where the link has ended since the user was admitted. */
export async function keepOwn(
  db: Database,
  { userId, tag, period }: Sharer,
  { kept, now }: { kept: KeptReview; now: Date },
): Promise<boolean> {
  const review = await storedReview(db, 'player', tag, kept)
  const stored = await db
    .insertInto('player_reviews')
    .columns(['player_tag', 'period', 'user_id', 'review', 'shared_at'])
    .expression(({ selectFrom, cast, val }) =>
      selectFrom('linked_players')
        .select([
          'player_tag',
          sql<string>`${period}::text`.as('period'),
          'user_id',
          sql<string>`${review}::jsonb`.as('review'),
          cast<Date>(val(now), 'timestamptz').as('shared_at'),
        ])
        .where('user_id', '=', userId)
        .where('player_tag', '=', tag)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.columns(['player_tag', 'period']).doUpdateSet({ user_id: userId, review, shared_at: now }),
    )
    .returning('period')
    .executeTakeFirst()
  return stored !== undefined
}

/** Whether it is this user who shared the review. */
export async function isSharer(db: Database, { userId, tag, period }: Sharer): Promise<boolean> {
  const row = await db
    .selectFrom('player_reviews')
    .select('period')
    .where('player_tag', '=', tag)
    .where('period', '=', period)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * What is public of a review; null for one that was never shared, for one of nobody, while its player is hidden, and in the
 * demo for every player, since anybody may link them there.
 */
export async function sharedReview(
  context: Stored & Pick<Context, 'installation'>,
  type: EntityType,
  tag: string,
  period: string,
) {
  if (type === 'player' && context.installation.demo) return null
  const [row] = await readShared[type](context.db, [tag, period])
  return row === undefined || row.hidden ? null : asShared(context, { type, tag, period, row })
}

/** The same for who has proven the player, and sees it also while the player is hidden. */
export async function ownShared(context: Stored, tag: string, period: string) {
  const [row] = await readShared.player(context.db, [tag, period])
  return row && { ...(await asShared(context, { type: 'player', tag, period, row })), hidden: row.hidden }
}

type SharedRow = { type: EntityType; tag: string; period: string; row: RowOf<typeof SHARED> }

async function asShared(context: Stored, { row, ...of }: SharedRow) {
  const shown = await shownReview(context, { ...of, name: row.name, kept: row.review })
  return { ...shown, shared_at: row.sharedAt.toISOString() }
}

const SHARED = { name: z.string(), review: z.custom<KeptReview>(), sharedAt: z.date(), hidden: z.boolean() }

const readShared = {
  player: defineQuery(
    SHARED,
    `select p.name, r.review, r.shared_at as "sharedAt",
    exists (select from tombstones t where t.tag = r.player_tag) as hidden
    from player_reviews r join players p on p.tag = r.player_tag where r.player_tag = $1 and r.period = $2`,
  ),
  club: defineQuery(
    SHARED,
    `select c.name, r.review, r.shared_at as "sharedAt", false as hidden from club_reviews r join clubs c on c.tag = r.desk
    where r.desk = $1 and r.period = $2 and r.shared_at is not null`,
  ),
}

type Showing = { type: EntityType; tag: string; name: string; period: string; kept: KeptReview }

/** A review with the names of today. Who is hidden or no longer known is not named, and no group with them. */
export async function shownReview(context: Stored, { type, tag, name, period, kept }: Showing) {
  const { version: _version, cards, ...about } = kept
  const { growth, best_day, brawler, hours, company, rank, ranked } = mapCards(cards)
  const [names, brawlers] = await Promise.all([
    shownNames(context.db, company?.together.flatMap(({ players }) => players) ?? []),
    battleNames(context),
  ])
  const together = (company?.together ?? []).flatMap(({ players, ...group }) => {
    const named = players.flatMap((player) => {
      const name = names.get(player)
      return name === undefined ? [] : [{ tag: player, name }]
    })
    return named.length === players.length ? [{ players: named, ...group }] : []
  })
  const isUnnamed = company !== null && together.length === 0
  const missing: Missing = { ...missingOf(cards), ...(isUnnamed && { company: { code: 'nobody_named' } }) }
  return {
    ...{ type, tag, name: nameOrTag(name, tag), period },
    ...about,
    ...{ hours, rank },
    ranked: ranked ? { ...(shownStanding(ranked) ?? NO_STANDING), on: ranked.on } : null,
    growth: growth && { ...growth, line: growth.line ?? null },
    best_day: best_day && { ...best_day, week: best_day.week ?? null },
    brawler: brawler && { brawler_id: brawler.id, brawler_name: brawlers.brawler(brawler.id), ...countsOf(brawler) },
    company: company === null || isUnnamed ? null : { since: company.since, together },
    missing: mapMissing(missing, (why) => (typeof why === 'string' ? why : missingWords(why))),
    missing_facts: mapMissing(missing, (why) => (typeof why === 'string' ? null : why)),
  }
}

const countsOf = ({ battles, wins }: { battles: number; wins: number }) => ({ battles, wins })

const NO_STANDING = { tier: null, tier_place: null, rating: null }

type Facts = { [Name in keyof ReviewCards]: Extract<ReviewCards[Name], { card: unknown }>['card'] | null }

function mapCards(cards: ReviewCards): Facts {
  return Object.fromEntries(
    Object.entries(cards).map(([name, card]) => [name, 'card' in card ? card.card : null]),
  ) as Facts
}

/** In older reviews why a card is missing is a sentence. */
type Missing = Partial<Record<ReviewCard, MissingReason | string>>

function mapMissing<To>(missing: Missing, map: (why: MissingReason | string) => To | null) {
  const mapped = Object.entries(missing).map(([card, why]) => [card, map(why)] as const)
  return Object.fromEntries(mapped.filter(([, to]) => to !== null)) as Partial<Record<ReviewCard, To>>
}

function missingOf(cards: ReviewCards): Missing {
  return Object.fromEntries(
    Object.entries(cards).flatMap(([name, card]) => ('missing' in card ? [[name, card.missing]] : [])),
  )
}

/**
 * The periods of a player, by one user where given, or of a club by the key of its desk, that are shared, and since when.
 */
export const sharedPeriods = { player: ofPlayer, club: atDesk }

async function ofPlayer(db: Database, tag: string, by: number | null = null): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('player_reviews')
    .select(['period', 'shared_at'])
    .where('player_tag', '=', tag)
    .$if(by !== null, (query) => query.where('user_id', '=', by))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tombstones').whereRef('tombstones.tag', '=', 'player_reviews.player_tag'))),
    )
    .execute()
  return new Map(rows.map(({ period, shared_at }) => [period, shared_at]))
}

/** A review as its column holds it. Only `storedReview` writes one. */
export const readReview = (column: unknown) => column as KeptReview

/** What is kept of a hidden player's reviews, the newest first. */
export async function keptPeriods(db: Database, tag: string) {
  const rows = await db
    .selectFrom('player_reviews')
    .select(['period', 'shared_at', 'review'])
    .where('player_tag', '=', tag)
    .orderBy('period', 'desc')
    .execute()
  return rows.map(({ period, shared_at, review }) => {
    const { days, observed_days } = readReview(review)
    return { period, days, observed_days, available: true, shared_at: shared_at.toISOString() }
  })
}

/** Refuses a tag that nobody tracks, and a hidden player. */
export async function checkTracked(db: Database, type: EntityType, tag: string): Promise<void> {
  const table = type === 'club' ? 'clubs' : 'players'
  const row = await db.selectFrom(table).select('tag').where('tag', '=', tag).executeTakeFirst()
  if (type === 'club' && row === undefined) throw clubNotTracked()
  if (type === 'player' && (row === undefined || (await isHidden(db, tag)))) throw await playerNotShown(db, tag)
}

async function atDesk(db: Database, key: string): Promise<Map<string, Date>> {
  const rows = await db.selectFrom('club_reviews').select(['period', 'shared_at']).where('desk', '=', key).execute()
  return new Map(rows.flatMap(({ period, shared_at }) => (shared_at === null ? [] : [[period, shared_at]])))
}

/** What changes when a player is hidden or shown: those whose reviews name them, under the tag or the alias. */
export async function reviewsNaming(db: Database, tag: string): Promise<ChangeTopic[]> {
  const hidden = await db.selectFrom('tombstones').select('alias').where('tag', '=', tag).executeTakeFirst()
  const keys = [tag, ...(hidden === undefined ? [] : [hidden.alias])].map((each) => JSON.stringify(each))
  const names = sql`exists (select from unnest(${keys}::text[]) as k(key) where position(k.key in review::text) > 0)`
  const rows = await queryRows(
    db,
    { player: z.boolean(), tag: z.string() },
    sql`
      select true as player, player_tag as tag from player_reviews where ${names}
      union select false, desk from club_reviews where ${names}`,
  )
  return rows.map((row) => (row.player ? playerChange : clubChange)(row.tag))
}
