import { createRandom, mix } from '../world/random.ts'

/**
 * Oddities of the real API, all off by default. Rates are shares of the answers concerned, from 0 to 1.
 * `rankingTrophiesOne`: a ranking of players in which everybody has 1 trophy. `nullNames`: ranking rows without a name.
 * `memberLagSeconds`: how far the rows of a club lag behind the players' profiles.
 */
export type Glitches = { rankingTrophiesOne: number; nullNames: number; memberLagSeconds: number }

export const NO_GLITCHES: Glitches = { rankingTrophiesOne: 0, nullNames: 0, memberLagSeconds: 0 }

/** Whether a glitch of this rate strikes; the same for the same key, so that equal requests get equal answers. */
export function strikes(rate: number, ...key: number[]): boolean {
  return rate > 0 && createRandom(key.reduce(mix, 17))() < rate
}
