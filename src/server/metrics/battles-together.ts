import { countResult, entryOf } from './battle-counts.ts'
import { computeRate, PART_WEIGHT, type Rated, SOUND_FROM, shrinkRate, type Tally } from './battle-rates.ts'
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
 * What is usual in each mode, as a share from 0 to 1. `modes`: in one order, since the last digit of a sum depends on
 * it.
 */
export type Usual = { modes: readonly string[]; in: (mode: string) => number }

/**
 * How players do together beside what is usual for them. The rate is drawn towards the usual one, so that few battles
 * make no great edge (docs/formulas.md#battles-together).
 */
export function togetherRate({ tally, modes }: Together, usual: Usual): TogetherRate {
  const decided = tally.wins + tally.losses
  if (decided === 0) return { ...computeRate(tally, { prior: 0, weight: PART_WEIGHT }), usual: null, edge: null }
  let sum = 0
  for (const mode of usual.modes) {
    const battles = modes.get(mode)
    if (battles !== undefined) sum += battles * usual.in(mode)
  }
  const prior = { prior: sum / decided, weight: PART_WEIGHT }
  const row = computeRate(tally, prior)
  const edge = decided < SOUND_FROM ? null : oneDecimal(100 * (shrinkRate(tally.wins, decided, prior) - prior.prior))
  return { ...row, usual: row.prior, edge }
}

/** More than the members of any club: places from 1 to below this, written one after another, make one number. */
const PLACES = 1000

/**
 * Battles of a pair or trio. `moments` are those of the counted battles, in ascending order. The logs of all of them
 * tell of a battle, one log after the other: `log` is whose log is looked at, and `at` how far it is in the moments.
 */
type Group = Together & { moments: number[]; log: number; at: number }

/** The battles of pairs and trios of members, who are named by their places in the club, from 1. */
export type Groups = { pairs: Map<number, Group>; trios: Map<number, Group> }

export function newGroups(): Groups {
  return { pairs: new Map(), trios: new Map() }
}

/**
 * Counts a battle for each pair and trio of the members that were on one team: `team` has their places in ascending
 * order. `log` is the place of the member whose log tells of it; each log is oldest first. A battle of several logs is
 * counted once.
 */
export function countGroups({ pairs, trios }: Groups, team: readonly number[], side: PlayerSide, log: number): void {
  for (let one = 0; one < team.length; one++) {
    for (let two = one + 1; two < team.length; two++) {
      const pair = (team[one] ?? 0) * PLACES + (team[two] ?? 0)
      countOnce(entryOf(pairs, pair, newGroup), side, log)
      for (let three = two + 1; three < team.length; three++) {
        countOnce(entryOf(trios, pair * PLACES + (team[three] ?? 0), newGroup), side, log)
      }
    }
  }
}

function countOnce(group: Group, side: PlayerSide, log: number): void {
  const { moments } = group
  if (group.log !== log) {
    group.log = log
    group.at = 0
  }
  while (group.at < moments.length && (moments[group.at] ?? 0) < side.at) group.at += 1
  if (moments[group.at] === side.at) return
  if (group.at === moments.length) moments.push(side.at)
  else moments.splice(group.at, 0, side.at)
  countTogether(group, side)
}

function newGroup(): Group {
  return { ...newTogether(), moments: [], log: 0, at: 0 }
}

/** The places of a group, in ascending order. */
export function placesOfGroup(group: number): number[] {
  const [rest, last] = [Math.floor(group / PLACES), group % PLACES]
  return rest < PLACES ? [rest, last] : [Math.floor(rest / PLACES), rest % PLACES, last]
}
