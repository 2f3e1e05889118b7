import type { Database } from '../database/connection.ts'
import type { ObservedAnswer } from './observed-answer.ts'

/** A row of a stored ranking. */
export type RankingEntry = {
  rank: number
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

/** Keeps a ranking as it was answered. Who moved is found when it is read, as what it is compared with may be dropped. */
export async function writeRanking(db: Database, ranking: Ranking): Promise<void> {
  const key = rankingKey(ranking)
  const entries = ranking.body.map(
    (row): RankingEntry => ({
      rank: row.rank,
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
