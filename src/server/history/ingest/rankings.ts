import type { Database } from '#server/database/database.ts'
import type { Observed, ObservedAnswer } from '#server/game/answers.ts'
import { observePlayer } from './fold-player.ts'
import type { Ledger } from './ledger.ts'

/** Takes in a ranking of players: it tells their trophies and their country (docs/formulas.md#regions). */
export function foldPlayerRanking(ledger: Ledger, { body, country, observedAt }: Observed<'player-ranking'>): void {
  for (const { tag, name, nameColor, iconId, trophies } of body) {
    observePlayer(ledger, { tag, name, nameColor, iconId, trophies, source: 'ranking', observedAt, isReset: false })
    placePlayer(ledger, tag, country)
  }
}

/** Takes in a ranking of one brawler. It tells the country of known players, but not their trophies in all. */
export function foldBrawlerRanking(ledger: Ledger, { body, country }: Observed<'brawler-ranking'>): void {
  for (const { tag } of body) placePlayer(ledger, tag, country)
}

/** Takes in a ranking of clubs: it tells the country of known clubs. */
export function foldClubRanking(ledger: Ledger, { body, country }: Observed<'club-ranking'>): void {
  if (country === 'global') return
  for (const { tag } of body) {
    const club = ledger.clubs.get(tag)
    if (club === undefined || club.country === country) continue
    club.country = country
    ledger.changedClubs.add(tag)
  }
}

function placePlayer(ledger: Ledger, tag: string, country: string): void {
  const player = ledger.players.get(tag)
  if (country === 'global' || player === undefined || player.country === country) return
  player.country = country
  ledger.changedPlayers.add(tag)
}

/** A row of a stored ranking. */
type RankingEntry = {
  rank: number
  tag: string
  name: string
  color: string | null
  trophies: number
  club: string | null
  members: number | null
}

/** An answer that is a ranking. */
type Ranking = Extract<ObservedAnswer, { kind: 'player-ranking' | 'club-ranking' | 'brawler-ranking' }>

const TYPE = { 'player-ranking': 'players', 'club-ranking': 'clubs', 'brawler-ranking': 'brawlers' } as const

/** Whether an answer is a ranking. */
export function isRanking(answer: ObservedAnswer): answer is Ranking {
  return answer.kind === 'player-ranking' || answer.kind === 'club-ranking' || answer.kind === 'brawler-ranking'
}

/** The key of a ranking in the store. `brawler_id` is 0 where the ranking is not of one brawler. */
export type RankingKey = { type: string; country: string; brawler_id: number }

export function rankingKey(ranking: Ranking): RankingKey {
  const brawlerId = ranking.kind === 'brawler-ranking' ? ranking.brawlerId : 0
  return { type: TYPE[ranking.kind], country: ranking.country, brawler_id: brawlerId }
}

/** Stores a ranking as it was answered. Who moved is found when it is read, since older rankings may be dropped. */
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
