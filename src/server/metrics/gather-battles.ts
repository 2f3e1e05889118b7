import {
  addCount,
  type Choice,
  type Count,
  countOutcome,
  countSide,
  entryOf,
  isChosen,
  newCount,
  newOutcomes,
  type Outcomes,
} from './battle-counts.ts'
import { hourOfWeek, weekOfZeros } from './battle-hours.ts'
import type { Lobby } from './battle-lobby.ts'
import { countTogether, newTogether, type Together } from './battles-together.ts'
import { changeOf, type PlayerSide, type Sides } from './player-side.ts'

/** Which battles of a player are asked for: `clubmates` are the tags of the other members of the club. */
export type Gathering = Choice & { clubmates: Pick<ReadonlySet<string>, 'has'> }

/** The battles with one brawler in one mode on one map. All tables are sums of these. */
export type Cell = { mode: string; eventId: number; brawler: number | null; count: Count }

/** A battle of the strip; of several brawlers the first. */
export type LatestBattle = Pick<PlayerSide, 'at' | 'mode' | 'result' | 'place' | 'teams'> & { brawler: number | null }

/** What one look at each of a player's battles gathers, of those that are chosen. */
export type Gathered = {
  cells: readonly Cell[]
  /** In duels a player has several brawlers, which share the result: those after the first count for brawlers alone. */
  shared: readonly Cell[]
  /** What each brawler won or lost in duels; null where that is unknown of one of them. */
  duelTrophies: ReadonlyMap<number, number | null>
  outcomes: Outcomes
  hours: readonly number[]
  mates: ReadonlyMap<string, Together>
  /** By lobby before the choice of lobbies. */
  lobbies: Record<Lobby, number>
  seconds: number
  timed: number
  /** Wins in a row up to now, losses as a negative number; and the most wins in a row. */
  streak: number
  longest: number
  /** The newest first. */
  latest: readonly LatestBattle[]
}

/**
 * Looks at each battle once, the oldest first. A player has some thousand, and the answer waits for it: so there is one loop
 * that makes no objects but the counts.
 */
export function gatherBattles(sides: Sides, { family, lobby, clubmates }: Gathering): Gathered {
  const [cells, shared, latest] = [newCells(), newCells(), newLatest()]
  const sums = { seconds: 0, timed: 0, streak: 0, longest: 0, hours: weekOfZeros() }
  const outcomes = newOutcomes()
  const mates = new Map<string, Together>()
  const duelTrophies = new Map<number, number | null>()
  const lobbies = { people: 0, bots: 0, likely_bots: 0, unknown: 0 }
  const choice = { family, lobby }
  sides.forEach((side) => {
    if (side.family === family) lobbies[side.lobby] += 1
    if (!isChosen(side, choice)) return
    countSide(cells.of(side, side.brawlers[0]?.id ?? null), side)
    if (side.brawlers.length > 1) for (const id of furtherBrawlers(side)) countSide(shared.of(side, id), side)
    if (side.mode === 'duels') addChanges(duelTrophies, side)
    countOutcome(outcomes, side)
    const hour = hourOfWeek(side.at)
    sums.hours[hour] = (sums.hours[hour] ?? 0) + 1
    countStreak(sums, side.result)
    latest.keep(side)
    if (side.seconds !== null) {
      sums.seconds += side.seconds
      sums.timed += 1
    }
    for (const mate of side.mates) if (clubmates.has(mate)) countTogether(entryOf(mates, mate, newTogether), side)
  })
  return {
    ...sums,
    outcomes,
    mates,
    lobbies,
    cells: cells.all,
    shared: shared.all,
    duelTrophies,
    latest: latest.newestFirst(),
  }
}

function addChanges(sums: Map<number, number | null>, side: PlayerSide): void {
  for (const id of new Set(side.brawlers.map((brawler) => brawler.id))) {
    const [sum, change] = [sums.get(id), changeOf(side, id)]
    sums.set(id, sum === null || change === null ? null : (sum ?? 0) + change)
  }
}

/** A draw ends a streak. Battles without a result are passed over (docs/formulas.md#streaks-of-battles). */
function countStreak(streaks: { streak: number; longest: number }, result: PlayerSide['result']): void {
  if (result === 'win') streaks.streak = Math.max(0, streaks.streak) + 1
  else if (result === 'loss') streaks.streak = Math.min(0, streaks.streak) - 1
  else if (result === 'draw') streaks.streak = 0
  if (streaks.streak > streaks.longest) streaks.longest = streaks.streak
}

/** Each once: a brawler may be chosen twice. */
function furtherBrawlers({ brawlers: [first, ...others] }: PlayerSide): Set<number> {
  const ids = new Set(others.map(({ id }) => id))
  if (first !== undefined) ids.delete(first.id)
  return ids
}

function newCells() {
  const all: Cell[] = []
  const byEvent = new Map<number, Map<number | null, Cell[]>>()
  let last: Cell | null = null
  return {
    all,
    /** The count of such battles. Most are like the one before, and an event nearly always has one mode. */
    of({ mode, eventId }: PlayerSide, brawler: number | null): Count {
      if (last?.brawler === brawler && last.eventId === eventId && last.mode === mode) return last.count
      const byBrawler = entryOf(byEvent, eventId, newMap<number | null, Cell[]>)
      const ofModes = entryOf(byBrawler, brawler, newList<Cell>)
      last = ofModes.find((cell) => cell.mode === mode) ?? null
      if (last === null) {
        last = { mode, eventId, brawler, count: newCount() }
        ofModes.push(last)
        all.push(last)
      }
      return last.count
    },
  }
}

function newMap<Key, Value>(): Map<Key, Value> {
  return new Map()
}

function newList<Item>(): Item[] {
  return []
}

/** Battles that the strip of a player's page shows. */
const LATEST = 25

/** Keeps the last battles in turn in the places of those before: each is kept for a moment, and few stay. */
function newLatest() {
  const kept: LatestBattle[] = []
  let count = 0
  return {
    keep({ at, mode, result, place, teams, brawlers }: PlayerSide): void {
      const battle = kept[count++ % LATEST]
      const brawler = brawlers[0]?.id ?? null
      if (battle === undefined) kept.push({ at, mode, result, place, teams, brawler })
      else {
        battle.at = at
        battle.mode = mode
        battle.result = result
        battle.place = place
        battle.teams = teams
        battle.brawler = brawler
      }
    },
    newestFirst(): LatestBattle[] {
      return kept.map((_, back) => kept[(count - 1 - back) % LATEST] as LatestBattle)
    },
  }
}

export function sumOf(cells: readonly Pick<Cell, 'count'>[]): Count {
  const sum = newCount()
  for (const { count } of cells) addCount(sum, count)
  return sum
}
