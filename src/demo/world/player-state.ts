import { itemAt } from '#shared/random.ts'
import { BATTLE_KINDS, type BattleKind, BRAWLER_COUNT, loweredElo, rankedSeason, WITHDRAWN } from './game-rules.ts'
import { type Entry, HAPPENING, isBattle, OUTCOME } from './timeline.ts'

/** All that battles change. Arrays are by brawler index; a `power` of 0 means that the player does not own the brawler. */
export type PlayerState = {
  total: number
  highestTotal: number
  trophies: Int16Array
  highest: Int16Array
  power: Uint8Array
  streak: Uint8Array
  longestStreak: Uint8Array
  teamWins: number
  soloWins: number
  duoWins: number
  experience: number
  elo: number
  highestElo: number
  /** The season in which it was last played for, 0 before any; and the highest of that season. */
  eloSeason: number
  seasonElo: number
}

const EXPERIENCE = { won: 8, played: 4 }
const ELO = { won: 60, lost: -40 }

export function emptyState(): PlayerState {
  return {
    total: 0,
    highestTotal: 0,
    ...arraysIn(new ArrayBuffer(BRAWLER_COUNT * BYTES_OF_A_BRAWLER)),
    teamWins: 0,
    soloWins: 0,
    duoWins: 0,
    experience: 0,
    elo: 0,
    highestElo: 0,
    eloSeason: 0,
    seasonElo: 0,
  }
}

const BYTES_OF_A_BRAWLER = 7

/** The arrays of a state side by side in one buffer: five buffers for each player would take twice the memory. */
function arraysIn(buffer: ArrayBuffer) {
  return {
    trophies: new Int16Array(buffer, 0, BRAWLER_COUNT),
    highest: new Int16Array(buffer, 2 * BRAWLER_COUNT, BRAWLER_COUNT),
    power: new Uint8Array(buffer, 4 * BRAWLER_COUNT, BRAWLER_COUNT),
    streak: new Uint8Array(buffer, 5 * BRAWLER_COUNT, BRAWLER_COUNT),
    longestStreak: new Uint8Array(buffer, 6 * BRAWLER_COUNT, BRAWLER_COUNT),
  }
}

export function copyOf(state: PlayerState): PlayerState {
  return { ...state, ...arraysIn(state.trophies.buffer.slice(0) as ArrayBuffer) }
}

/** Applies one entry to a state. The simulation and all reads of the past use it, so they cannot disagree. */
export function applyEntry(state: PlayerState, entry: Entry): void {
  const { brawler } = entry
  if (entry.kind === HAPPENING.unlocked || entry.kind === HAPPENING.upgraded) state.power[brawler] = entry.power
  if (entry.kind === HAPPENING.withdrawn) state.power[brawler] = 0
  state.total = entry.total
  state.trophies[brawler] = entry.before + entry.delta
  state.highest[brawler] = Math.max(itemAt(state.highest, brawler), entry.before + entry.delta)
  // The guest brawler's trophies count in the total but not in the record (docs/game-api.md#players).
  state.highestTotal = Math.max(state.highestTotal, entry.total - itemAt(state.trophies, WITHDRAWN.brawler))
  if (isBattle(entry.kind)) countBattle(state, itemAt(BATTLE_KINDS, entry.kind), entry)
}

function countBattle(state: PlayerState, kind: BattleKind, entry: Entry): void {
  if (kind.type === 'friendly') return
  const won = entry.outcome === OUTCOME.victory
  state.experience += won ? EXPERIENCE.won : EXPERIENCE.played
  if (kind.type === 'soloRanked') moveElo(state, entry)
  if (won) countVictory(state, kind)
  if (kind.type === 'ranked') moveStreak(state, entry)
}

function countVictory(state: PlayerState, kind: BattleKind): void {
  if (kind.shape === 'solo') state.soloWins += 1
  else if (kind.shape === 'duo' || kind.shape === 'trio') state.duoWins += 1
  else if (kind.shape === 'teams') state.teamWins += 1
}

function moveElo(state: PlayerState, { outcome, time }: Entry): void {
  if (outcome === OUTCOME.draw) return
  const season = rankedSeason(time)
  if (state.eloSeason !== 0) state.elo = loweredElo(state.elo, season - state.eloSeason)
  if (state.eloSeason !== season) state.seasonElo = state.elo
  state.eloSeason = season
  state.elo = Math.max(0, state.elo + (outcome === OUTCOME.victory ? ELO.won : ELO.lost))
  state.seasonElo = Math.max(state.seasonElo, state.elo)
  state.highestElo = Math.max(state.highestElo, state.elo)
}

function moveStreak(state: PlayerState, entry: Entry): void {
  const { brawler } = entry
  const streak = entry.outcome === OUTCOME.victory ? Math.min(250, itemAt(state.streak, brawler) + 1) : 0
  state.streak[brawler] = streak
  state.longestStreak[brawler] = Math.max(itemAt(state.longestStreak, brawler), streak)
}
