import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { ObservedAnswer } from './observed-answer.ts'

/** A row of a stored ranking. */
export type RankingEntry = {
  rank: number
  /** Rank in the collection before; null when not in it. */
  previous: number | null
  tag: string
  name: string
  color: string | null
  trophies: number
  club: string | null
  members: number | null
}

/** Any answer that is a ranking. */
export type Ranking = Extract<ObservedAnswer, { kind: 'player-ranking' | 'club-ranking' | 'brawler-ranking' }>

const TYPE = { 'player-ranking': 'players', 'club-ranking': 'clubs', 'brawler-ranking': 'brawlers' } as const

/** The key of a ranking: what kind, which country, which brawler (0 for the two that are of none). */
export function rankingKey(ranking: Ranking) {
  const brawlerId = ranking.kind === 'brawler-ranking' ? ranking.brawlerId : 0
  return { type: TYPE[ranking.kind], country: ranking.country, brawler_id: brawlerId }
}

/** Keeps a ranking as it was answered, each row with its rank in the collection before. */
export async function writeRanking(db: Database, ranking: Ranking): Promise<void> {
  const key = rankingKey(ranking)
  const before = await previousRanks(db, key, ranking.observedAt)
  const entries = ranking.body.map(
    (row): RankingEntry => ({
      rank: row.rank,
      previous: before.get(row.tag) ?? null,
      tag: row.tag,
      name: row.name,
      color: 'nameColor' in row ? row.nameColor : null,
      trophies: row.trophies,
      club: 'clubName' in row ? row.clubName : null,
      members: 'memberCount' in row ? row.memberCount : null,
    }),
  )
  await db
    .insertInto('rankings')
    .values({ ...key, collected_at: ranking.observedAt, entries: JSON.stringify(entries) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function previousRanks(
  db: Database,
  key: ReturnType<typeof rankingKey>,
  before: Date,
): Promise<Map<string, number>> {
  const row = await db
    .selectFrom('rankings')
    .select(sql<RankingEntry[]>`entries`.as('entries'))
    .where('type', '=', key.type)
    .where('country', '=', key.country)
    .where('brawler_id', '=', key.brawler_id)
    .where('collected_at', '<', before)
    .orderBy('collected_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return new Map(row?.entries.map((entry) => [entry.tag, entry.rank]))
}
