import type { BattleLogAnswer } from './payloads/battle-log.ts'
import type { ClubAnswer } from './payloads/club.ts'
import type { PlayerAnswer } from './payloads/player.ts'
import type { ClubRankingRow, PlayerRankingRow } from './payloads/rankings.ts'

/** An answer of the game and when it was given. What is collected, imported and filled in all comes in this form. */
export type ObservedAnswer = { observedAt: Date } & (
  | { kind: 'club'; body: ClubAnswer }
  | { kind: 'player'; body: PlayerAnswer }
  | { kind: 'battle-log'; tag: string; body: BattleLogAnswer }
  | { kind: 'player-ranking'; country: string; body: PlayerRankingRow[] }
  | { kind: 'club-ranking'; country: string; body: ClubRankingRow[] }
  | { kind: 'brawler-ranking'; country: string; brawlerId: number; body: PlayerRankingRow[] }
)

export type Observed<Kind extends ObservedAnswer['kind']> = Extract<ObservedAnswer, { kind: Kind }>
