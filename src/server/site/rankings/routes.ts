import type { RankingName } from '#server/collector/collect-ranking.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { createConcurrencyLimit } from '#server/kernel/limits.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { collectLeaderboard, getLeaderboard, listBrawlers } from '#shared/contract/leaderboards.ts'
import { HOUR_MS, isStale } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { t } from '#shared/texts.ts'
import { CSV_COLUMNS, headOf } from '../http/csv-columns.ts'
import { aboutRankings, aboutTheGame } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import { admitShared, askerOf } from '../http/shared-rate-limit.ts'
import type { CsvTable } from '../http/wire-format.ts'
import {
  type CollectOnDemand,
  createCollectOnDemand,
  createKnownBrawlers,
  type EarlierRanks,
  newestRanking,
  ranksBefore,
  requireBrawler,
  type StoredEntry,
} from './stored-rankings.ts'

export function registerRankings(server: Server, context: Context): void {
  const knownBrawlers = createKnownBrawlers(context)
  const collect = createCollectOnDemand(context)
  const known: CollectOnDemand = async (name, by) => {
    if (name.type === 'brawlers') await requireBrawler(knownBrawlers, name.brawlerId)
    return collect(name, by)
  }
  const firstViews = createConcurrencyLimit(FIRST_VIEWS_AT_ONCE, { waiting: FIRST_VIEWS_WAITING })
  const firstView = (name: RankingName) => firstViews.run(() => known(name, FIRST_VIEW))
  serve(server, getLeaderboard, ({ query }) => rankingAnswer(context, query, firstView), {
    cache: aboutRankings,
    csv: rankingCsv,
  })
  serve(server, collectLeaderboard, ({ params, body, visitor, address }) => {
    const admit = () => admitRefresh(context, address)
    return collectRequested({ params, body }, (name) => known(name, { askedBy: askerOf(visitor, address), admit }))
  })
  const brawlers = async () => {
    const known = await knownBrawlers()
    return { brawlers: known.map(({ id, name }) => ({ brawler_id: id, name })) }
  }
  serve(server, listBrawlers, brawlers, { cache: aboutTheGame })
}

type Leaderboard = Output<typeof getLeaderboard>
type Collect = (name: RankingName) => ReturnType<CollectOnDemand>

/** First views ask for nobody in particular: the answer is everybody's. All of them have one share of the calls. */
const FIRST_VIEW = { askedBy: ['first views of rankings'], admit: async () => {} }

/** First views that are collected at the same time, and that wait for it. There are hundreds of rankings. */
const FIRST_VIEWS_AT_ONCE = 4
const FIRST_VIEWS_WAITING = 16

/** Counts a refresh of the address's network. */
function admitRefresh(context: Context, address: string): Promise<void> {
  const limit = { name: 'ranking refreshes', limit: context.config.RANKING_REFRESHES_PER_HOUR, windowMs: HOUR_MS }
  return admitShared(context, limit, address, (seconds) =>
    t('error.manyLeaderboards', { minutes: Math.ceil(seconds / 60) }),
  )
}

/**
 * A ranking as it was collected last. One that was never collected is collected now
 * (docs/decisions/0018-page-defaults.md).
 */
async function rankingAnswer(
  context: Context,
  query: Input<typeof getLeaderboard>['query'],
  collect: Collect,
): Promise<Leaderboard> {
  const name = rankingName(query)
  const { entries, collectedAt } = (await newestRanking(context.db, name)) ?? (await collect(name)).ranking
  const before = await ranksBefore(context.db, name, collectedAt)
  return {
    type: query.type,
    country: query.country,
    ...brawlerOf(query),
    leaderboard: entries.slice(0, query.limit).map((entry) => toEntry(entry, collectedAt, before)),
    collected_at: collectedAt.toISOString(),
    previous_collected_at: before?.collectedAt.toISOString() ?? null,
    stale: isStale(collectedAt, context.clock.now()),
  }
}

type AskedRanking = Pick<RankingName, 'type'> & { country: string; brawler_id?: number | undefined }

/** The name under which a ranking that was asked for is stored. */
function rankingName({ type, country, brawler_id }: AskedRanking): RankingName {
  return { type, country, brawlerId: type === 'brawlers' ? (brawler_id ?? 0) : 0 }
}

/** The brawler as answers name it: only when the ranking is of one. */
function brawlerOf({ type, brawler_id }: AskedRanking): { brawler_id?: number } {
  return type === 'brawlers' && brawler_id !== undefined ? { brawler_id } : {}
}

function toEntry(
  entry: StoredEntry,
  collectedAt: Date,
  before: EarlierRanks | null,
): Leaderboard['leaderboard'][number] {
  return {
    rank_position: entry.rank,
    previous_rank: before?.rankOf.get(entry.tag) ?? null,
    entity_name: plainName(entry.name),
    entity_tag: entry.tag,
    name_color: entry.color,
    club_name: entry.club === null ? null : plainName(entry.club),
    member_count: entry.members,
    trophies: entry.trophies,
    last_updated: collectedAt.toISOString(),
  }
}

/**
 * Collects a ranking for a visitor. All of it is stored whatever `limit` says, so that one visitor does not shorten it for
 * others; `collected` is how many of the rows asked for there are.
 */
async function collectRequested(
  { params, body }: Pick<Input<typeof collectLeaderboard>, 'params' | 'body'>,
  collect: Collect,
): Promise<Output<typeof collectLeaderboard>> {
  const asked = { ...params, ...body }
  if (asked.type === 'brawlers' && asked.brawler_id === undefined) {
    const sentence = 'brawler_id is required for a brawlers leaderboard'
    throw new AppError('invalid', sentence, { fields: { brawler_id: sentence } })
  }
  const { ranking, cached } = await collect(rankingName(asked))
  return {
    type: asked.type,
    country: asked.country,
    ...brawlerOf(asked),
    collected: Math.min(asked.limit, ranking.entries.length),
    collected_at: ranking.collectedAt.toISOString(),
    cached,
  }
}

/** A ranking as a table with a row for each place. */
function rankingCsv(ranking: Output<typeof getLeaderboard>): CsvTable {
  const rows = ranking.leaderboard.map((entry) => [
    entry.rank_position,
    entry.previous_rank,
    entry.entity_tag,
    entry.entity_name,
    entry.trophies,
    entry.club_name,
    entry.member_count,
    ranking.collected_at,
  ])
  const brawler = ranking.brawler_id === undefined ? '' : `-${ranking.brawler_id}`
  return {
    name: `leaderboard-${ranking.type}${brawler}-${ranking.country}`,
    rows: [headOf(CSV_COLUMNS.getLeaderboard), ...rows],
  }
}
