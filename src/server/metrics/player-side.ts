import type { Family } from '#shared/kinds.ts'
import type { Format, Lobby } from './battle-lobby.ts'

/** A battle as one player fought it. */
export type PlayerSide = {
  /** The moment of its end, in milliseconds since 1970; the game tells it to the second. */
  at: number
  family: Family
  format: Format
  lobby: Lobby
  mode: string
  /** 0 for community maps. */
  eventId: number
  /** The player's own brawlers: one, in duels several, none where the log does not tell. Trophies are those before it. */
  brawlers: { id: number; trophies: number | null }[]
  /** Null in showdowns, and where it is unknown. */
  result: 'win' | 'loss' | 'draw' | null
  /** In showdowns: the place, 1 is the best, and the number of teams; null elsewhere and where it is unknown. */
  place: number | null
  teams: number | null
  /** Whether the player was the star player; null where nobody was named. */
  star: boolean | null
  /** Trophies won or lost, 0 where none were. */
  trophyChange: number
  /** In duels what each of `brawlers` won or lost, in their order; null elsewhere and where it is unknown. */
  changes: number[] | null
  seconds: number | null
  /** Tags of the others in the own team. Hidden players are left out. */
  mates: string[]
}

/** What a brawler won or lost in a duel, for which it may be chosen twice; null where it is unknown. */
export function changeOf({ brawlers, changes }: PlayerSide, brawler: number): number | null {
  if (changes === null) return null
  return changes.reduce((sum, change, place) => (brawlers[place]?.id === brawler ? sum + change : sum), 0)
}

/** Battles of a player, oldest first. What is visited may be changed into the next one: copy what you keep. */
export type Sides = { forEach(visit: (side: PlayerSide) => void): void }
