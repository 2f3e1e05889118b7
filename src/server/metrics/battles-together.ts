import { countResult, entryOf } from './battle-counts.ts'
import { drawn, PART_WEIGHT, type Rated, rated, SOUND_FROM, type Tally } from './battle-rates.ts'
import { oneDecimal } from './one-decimal.ts'
import type { PlayerSide } from './player-side.ts'

/** Battles of players on one team, and how many of them were decided in each mode. */
export type Together = { tally: Tally; modes: Map<string, number> }

export function newTogether(): Together {
  return { tally: { wins: 0, losses: 0, draws: 0 }, modes: new Map() }
}

export function countTogether({ tally, modes }: Together, { mode, result }: PlayerSide): void {
  if (result === null) return
  countResult(tally, result)
  if (result !== 'draw') modes.set(mode, (modes.get(mode) ?? 0) + 1)
}

/** A rate beside what is usual, by the names of the API. `edge` is in percentage points, null with fewer than 20 battles. */
export type TogetherRate = Rated & { usual: number | null; edge: number | null }

/**
 * How players do together beside what is usual for them, which `usualIn` tells of each mode as a share from 0 to 1. The
 * rate is drawn towards the usual one, so that few battles make no great edge (docs/formulas.md#battles-together).
 */
export function togetherRate({ tally, modes }: Together, usualIn: (mode: string) => number): TogetherRate {
  const decided = tally.wins + tally.losses
  if (decided === 0) return { ...rated(tally, { prior: 0, weight: PART_WEIGHT }), usual: null, edge: null }
  let sum = 0
  for (const [mode, battles] of modes) sum += battles * usualIn(mode)
  const prior = { prior: sum / decided, weight: PART_WEIGHT }
  const row = rated(tally, prior)
  const edge = decided < SOUND_FROM ? null : oneDecimal(100 * (drawn(tally.wins, decided, prior) - prior.prior))
  return { ...row, usual: row.prior, edge }
}

/** Whose battles on one team are counted: two or three tags in the order of the alphabet, joined by a blank. */
type Group = string

/** Adds to each pair and trio of the team the battle of the player, with mates who are in the same club. */
export function countGroups(groups: Map<Group, Together>, team: readonly string[], side: PlayerSide): void {
  const sorted = team.toSorted()
  for (let one = 0; one < sorted.length; one++) {
    for (let two = one + 1; two < sorted.length; two++) {
      const pair = `${sorted[one]} ${sorted[two]}`
      countTogether(entryOf(groups, pair, newTogether), side)
      for (const third of sorted.slice(two + 1)) countTogether(entryOf(groups, `${pair} ${third}`, newTogether), side)
    }
  }
}
