import { sql } from 'kysely'
import * as z from 'zod/mini'
import { collectBrawlers, collectRanking, type RankingName } from '#server/collector/collect-ranking.ts'
import type { Context } from '#server/context.ts'
import { type Database, queryRows, type RowOf } from '#server/database/database.ts'
import { type Asker, GameApiError } from '#server/game/game-api.ts'
import { createCoalescedCalls } from '#server/kernel/coalesced-calls.ts'
import { AppError } from '#server/kernel/errors.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { said } from '#shared/texts.ts'
import { gameRefusal } from '../http/answer-errors.ts'

const ENTRY = z.strictObject({
  rank: z.int(),
  tag: z.string(),
  name: z.string(),
  color: z.nullable(z.string()),
  trophies: z.int(),
  club: z.nullable(z.string()),
  members: z.nullable(z.int()),
})

export type StoredEntry = z.output<typeof ENTRY>

const RANKING = { collectedAt: z.date(), entries: z.array(ENTRY) }

type StoredRanking = RowOf<typeof RANKING>

/** The newest collection of a ranking; null when it was never collected. */
export async function newestRanking(db: Database, name: RankingName): Promise<StoredRanking | null> {
  const [newest] = await queryRows(
    db,
    RANKING,
    sql`
    select collected_at as "collectedAt", entries from rankings where ${isOf(name)} order by collected_at desc limit 1`,
  )
  return newest ?? null
}

/** Ranks are compared with those of a collection that is at least so much older: today's with yesterday's. */
const COMPARED_AFTER_MS = 20 * HOUR_MS

/** The ranks of an earlier collection, by tag. */
export type EarlierRanks = { collectedAt: Date; rankOf: ReadonlyMap<string, number> }

/**
 * The ranks that a collection is compared with: of the newest one that is at least 20 hours older or, when all are
 * younger, of the oldest; null when there is none before.
 */
export async function ranksBefore(db: Database, name: RankingName, collectedAt: Date): Promise<EarlierRanks | null> {
  const aDayBefore = new Date(collectedAt.getTime() - COMPARED_AFTER_MS)
  const [before] = await queryRows(
    db,
    { collectedAt: z.date(), ranks: z.nullable(z.record(z.string(), z.int())) },
    sql`
    select collected_at as "collectedAt", (
      select jsonb_object_agg(entry ->> 'tag', entry -> 'rank') from jsonb_array_elements(entries) as e(entry)) as ranks
    from rankings where ${isOf(name)} and collected_at = coalesce(
      (select max(collected_at) from rankings where ${isOf(name)} and collected_at <= ${aDayBefore}),
      (select min(collected_at) from rankings where ${isOf(name)} and collected_at < ${collectedAt}))`,
  )
  return before === undefined
    ? null
    : { collectedAt: before.collectedAt, rankOf: new Map(Object.entries(before.ranks ?? {})) }
}

function isOf({ type, country, brawlerId }: RankingName) {
  return sql`type = ${type} and country = ${country} and brawler_id = ${brawlerId}`
}

/** A ranking that was collected more recently is not collected again, whoever asks for it. */
const COOL_DOWN_MS = MINUTE_MS

/** `cached`: the ranking is recent, so the game was not asked. */
type OnDemandRanking = { ranking: StoredRanking; cached: boolean }

/** In whose share of the calls a ranking is collected, and what is asked before; it throws when that is too much. */
type CollectedBy = { askedBy: Asker; admit: () => Promise<void> }

/** Collects a ranking unless it is recent. Refuses with 503 when the game is in trouble; throws what `admit` throws. */
export type CollectOnDemand = (name: RankingName, by: CollectedBy) => Promise<OnDemandRanking>

/** Collects each ranking once at a time, however many visitors ask for it. */
export function createCollectOnDemand(context: Context): CollectOnDemand {
  const calls = createCoalescedCalls<OnDemandRanking>()
  return async (name, { askedBy, admit }) => {
    const recent = await recentRanking(context, name)
    if (recent !== null) return recent
    // Each caller is counted, whoever of them starts the run that they share.
    await admit()
    return calls.join(`${name.type} ${name.country} ${name.brawlerId}`, () => refresh(context, name, askedBy))
  }
}

async function recentRanking({ db, clock }: Context, name: RankingName): Promise<OnDemandRanking | null> {
  const stored = await newestRanking(db, name)
  const isRecent = stored !== null && clock.now().getTime() - stored.collectedAt.getTime() < COOL_DOWN_MS
  return isRecent ? { ranking: stored, cached: true } : null
}

async function refresh(context: Context, name: RankingName, askedBy: Asker): Promise<OnDemandRanking> {
  const recent = await recentRanking(context, name)
  if (recent !== null) return recent
  await collectRanking(context, name, { priority: 'visitor', askedBy }).catch(refuse)
  const ranking = await newestRanking(context.db, name)
  if (ranking === null) throw new Error(`the ranking ${name.type} of ${name.country} was collected but is not stored`)
  return { ranking, cached: false }
}

/** The game's list changes every few weeks. */
const RENEW_AFTER_MS = 24 * HOUR_MS

type KnownBrawler = { id: number; name: string }

/** All brawlers by id. They are collected on first need and daily; while the game is in trouble the stored ones count. */
type KnownBrawlers = () => Promise<KnownBrawler[]>

/** Collects the brawlers once at a time, however many visitors need them. */
export function createKnownBrawlers(context: Context): KnownBrawlers {
  const calls = createCoalescedCalls<unknown>()
  return async () => {
    const stored = await storedBrawlers(context)
    const newest = Math.max(0, ...stored.map((brawler) => brawler.seen_at.getTime()))
    if (context.clock.now().getTime() - newest < RENEW_AFTER_MS) return stored
    try {
      await calls.join('brawlers', () => collectBrawlers(context, { priority: 'visitor' }))
    } catch (error) {
      if (!(error instanceof GameApiError) || stored.length === 0) refuse(error)
      return stored
    }
    return storedBrawlers(context)
  }
}

/** Refuses a brawler that the game does not have, without asking it for the ranking. */
export async function requireBrawler(known: KnownBrawlers, id: number): Promise<void> {
  const brawlers = await known()
  if (brawlers.some((brawler) => brawler.id === id)) return
  throw new AppError('not_found', said('error.noBrawler'), { code: 'unknown_brawler' })
}

function storedBrawlers({ db }: Context) {
  return db.selectFrom('brawlers').select(['id', 'name', 'seen_at']).orderBy('id').execute()
}

/** Throws what the visitor is told when the game brought no usable answer and nothing is stored. */
function refuse(error: unknown): never {
  throw gameRefusal(error, { sentence: said('error.noLeaderboard'), code: 'no_leaderboard' })
}
