import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, preparedRead, queryRows } from '#server/database/database.ts'
import { battleNames } from '#server/history/battles/read-battles.ts'
import { type ChangeTopic, clubChange, playerChange } from '#server/kernel/announcements.ts'
import type { ReviewCards } from '#server/metrics/review.ts'
import type { CalendarDay } from '#shared/days.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import type { ReviewFacts } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'

type Stored = Pick<Context, 'db' | 'clock'>

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

/** What is public of a review: `not_found` is the same for one that was never shared and for one of nobody. */
export async function sharedReview(context: Stored, type: EntityType, tag: string, period: string) {
  const [row] = await readShared[type](context.db, [tag, period])
  if (row === undefined) return null
  const kept = row.review as KeptReview
  return { ...(await shownReview(context, { type, tag, name: row.name, period, kept })), shared_at: row.sharedAt }
}

const SHARED = { name: z.string(), review: z.any(), sharedAt: z.date() }

const readShared = {
  player: preparedRead(
    SHARED,
    `select p.name, r.review, r.shared_at as "sharedAt" from player_reviews r join players p on p.tag = r.player_tag
    where r.player_tag = $1 and r.period = $2 and not exists (select from tombstones t where t.tag = r.player_tag)`,
  ),
  club: preparedRead(
    SHARED,
    `select c.name, r.review, r.shared_at as "sharedAt" from club_reviews r join clubs c on c.tag = r.desk
    where r.desk = $1 and r.period = $2 and r.shared_at is not null`,
  ),
}

type Showing = { type: EntityType; tag: string; name: string; period: string; kept: KeptReview }

/** A review with the names of today. Who is hidden or no longer known is not named, and no group with them. */
export async function shownReview(context: Stored, { type, tag, name, period, kept }: Showing) {
  const { version: _version, cards, ...about } = kept
  const { growth, best_day, brawler, hours, company, rank } = mapCards(cards)
  const [names, brawlers] = await Promise.all([
    shownNames(context.db, company?.together.flatMap(({ players }) => players) ?? []),
    battleNames(context),
  ])
  const together = (company?.together ?? []).flatMap(({ players, ...group }) => {
    const named = players.flatMap((player) => names.get(player) ?? [])
    return named.length === players.length ? [{ players: named, ...group }] : []
  })
  const missing = missingOf(cards)
  return {
    ...{ type, tag, name: nameOrTag(name, tag), period },
    ...about,
    ...{ growth, best_day, hours, rank },
    brawler: brawler && { brawler_id: brawler.id, brawler_name: brawlers.brawler(brawler.id), ...countsOf(brawler) },
    company: company === null || together.length === 0 ? null : { since: company.since, together },
    missing: company !== null && together.length === 0 ? { ...missing, company: NOBODY } : missing,
  }
}

const countsOf = ({ battles, wins }: { battles: number; wins: number }) => ({ battles, wins })

const NOBODY = 'Nobody who was told here may be named any more.'

type Facts = { [Name in keyof ReviewCards]: Extract<ReviewCards[Name], { card: unknown }>['card'] | null }

function mapCards(cards: ReviewCards): Facts {
  return Object.fromEntries(
    Object.entries(cards).map(([name, card]) => [name, 'card' in card ? card.card : null]),
  ) as Facts
}

function missingOf(cards: ReviewCards): ReviewFacts['missing'] {
  return Object.fromEntries(
    Object.entries(cards).flatMap(([name, card]) => ('missing' in card ? [[name, card.missing]] : [])),
  )
}

async function shownNames(db: Database, tags: string[]): Promise<Map<string, { tag: string; name: string }>> {
  const rows = await db
    .selectFrom('players as p')
    .select(['p.tag', 'p.name'])
    .where('p.tag', '=', sql<string>`any(${tags})`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tombstones').whereRef('tombstones.tag', '=', 'p.tag'))),
    )
    .execute()
  return new Map(rows.map(({ tag, name }) => [tag, { tag, name: nameOrTag(name, tag) }]))
}

/** The periods of a player, or of a club by the key of its desk, that are shared, and since when. */
export const sharedPeriods = { player: ofPlayer, club: atDesk }

async function ofPlayer(db: Database, tag: string): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('player_reviews')
    .select(['period', 'shared_at'])
    .where('player_tag', '=', tag)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tombstones').whereRef('tombstones.tag', '=', 'player_reviews.player_tag'))),
    )
    .execute()
  return new Map(rows.map(({ period, shared_at }) => [period, shared_at]))
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
