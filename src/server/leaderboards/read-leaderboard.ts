import type { Input, Output } from '#shared/contract/endpoint.ts'
import type { getLeaderboard } from '#shared/contract/leaderboards.ts'
import { plainName } from '#shared/plain-name.ts'
import { isStale } from '#shared/staleness.ts'
import type { RankingName } from '../collection/collect-ranking.ts'
import type { Context } from '../context.ts'
import type { Refresh } from './collect-leaderboard.ts'
import { type EarlierRanks, newestRanking, ranksBefore, type StoredEntry } from './stored-rankings.ts'

type Leaderboard = Output<typeof getLeaderboard>

/** A leaderboard as last collected; one that nobody collected yet is collected now (decision D19). */
export async function readLeaderboard(
  context: Context,
  query: Input<typeof getLeaderboard>['query'],
  refresh: Refresh,
): Promise<Leaderboard> {
  const name = rankingName(query)
  const { entries, collectedAt } = (await newestRanking(context, name)) ?? (await refresh(name)).ranking
  const before = await ranksBefore(context, name, collectedAt)
  return {
    type: query.type,
    country: query.country,
    ...brawlerOf(query),
    leaderboard: entries.slice(0, query.limit).map((entry) => shown(entry, collectedAt, before)),
    collected_at: collectedAt.toISOString(),
    previous_collected_at: before?.collectedAt.toISOString() ?? null,
    stale: isStale(collectedAt, context.clock.now()),
  }
}

type Asked = Pick<RankingName, 'type'> & { country: string; brawler_id?: number | undefined }

/** The name under which the asked leaderboard is stored. */
export function rankingName({ type, country, brawler_id }: Asked): RankingName {
  return { type, country, brawlerId: type === 'brawlers' ? (brawler_id ?? 0) : 0 }
}

/** The brawler as answers carry it: only where the leaderboard is of one. */
export function brawlerOf({ type, brawler_id }: Asked): { brawler_id?: number } {
  return type === 'brawlers' && brawler_id !== undefined ? { brawler_id } : {}
}

function shown(entry: StoredEntry, collectedAt: Date, before: EarlierRanks | null): Leaderboard['leaderboard'][number] {
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
