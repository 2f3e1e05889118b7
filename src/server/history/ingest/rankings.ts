import type { Database } from '#server/database/database.ts'
import type { Observed, ObservedAnswer, PlayerRankingRow } from '#server/game/answers.ts'
import { observePlayer, type Sighting } from './fold-player.ts'
import { type Ledger, rawWeek } from './ledger.ts'
import { addRaw, rankingFacts } from './raw-answers.ts'

/** Takes in a ranking of players: it tells their trophies and their country (docs/formulas.md#regions). */
export function foldPlayerRanking(ledger: Ledger, { body, country, observedAt }: Observed<'player-ranking'>): void {
  for (const row of body) {
    if (addRaw(rawWeek(ledger, 'player', row.tag), { at: observedAt, kind: 'r', facts: rankingFacts(row) })) {
      observePlayer(ledger, rankingSighting(row, observedAt))
    }
    placePlayer(ledger, row.tag, country, observedAt)
  }
}

type Row = Pick<PlayerRankingRow, 'tag' | 'name' | 'nameColor' | 'iconId' | 'trophies'>

export function rankingSighting({ tag, name, nameColor, iconId, trophies }: Row, observedAt: Date): Sighting {
  return { tag, name, nameColor, iconId, trophies, source: 'ranking', observedAt, club: null, isReset: false }
}

/** Takes in a ranking of one brawler. It tells the country of known players, but not their trophies in all. */
export function foldBrawlerRanking(ledger: Ledger, { body, country, observedAt }: Observed<'brawler-ranking'>): void {
  for (const { tag } of body) placePlayer(ledger, tag, country, observedAt)
}

/** Takes in a ranking of clubs: it tells the country of known clubs. */
export function foldClubRanking(ledger: Ledger, { body, country, observedAt }: Observed<'club-ranking'>): void {
  for (const { tag } of body) {
    const club = ledger.clubs.get(tag)
    if (club !== undefined && tellsCountry(club, country, observedAt)) ledger.changedClubs.add(tag)
  }
}

function placePlayer(ledger: Ledger, tag: string, country: string, observedAt: Date): void {
  const player = ledger.players.get(tag)
  if (player !== undefined && tellsCountry(player, country, observedAt)) ledger.changedPlayers.add(tag)
}

type Placed = { country: string | null; countryAt: Date | null }

/** Takes in the country, unless a newer ranking told one. */
function tellsCountry(placed: Placed, country: string, observedAt: Date): boolean {
  if (country === 'global' || (placed.countryAt !== null && observedAt < placed.countryAt)) return false
  Object.assign(placed, { country, countryAt: observedAt })
  return true
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

/**
 * Stores a ranking as it was answered. Who moved is found when it is read, since older rankings may be dropped. False when
 * it was stored before.
 */
export async function writeRanking(db: Database, ranking: Ranking): Promise<boolean> {
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
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('rankings')
    .values({ ...key, collected_at: ranking.observedAt, entries: JSON.stringify(entries) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
