import { createRandom, itemAt, mixBits, type Random, randomBetween } from '#shared/random.ts'
import { LASTING_BRAWLERS, SEASON_CAP, WITHDRAWN } from './game-rules.ts'
import { emptyState, type PlayerState } from './player-state.ts'
import type { Player } from './world.ts'

/** How many brawlers accounts with that many trophies own, from recorded accounts. */
const OWNED: readonly { trophies: number; brawlers: number }[] = [
  { trophies: 0, brawlers: 6 },
  { trophies: 2900, brawlers: 18 },
  { trophies: 4750, brawlers: 30 },
  { trophies: 8500, brawlers: 41 },
  { trophies: 17_000, brawlers: 67 },
  { trophies: 31_000, brawlers: 85 },
  { trophies: 48_000, brawlers: 95 },
  { trophies: 84_000, brawlers: 103 },
  { trophies: 120_000, brawlers: 104 },
]

/** Trophies at which many brawlers stop, and the range from which they are taken. */
const STOPS = [
  { at: 500, from: 485, to: 590 },
  { at: 750, from: 735, to: 840 },
  { at: SEASON_CAP, from: 900, to: SEASON_CAP },
]
/** Share of brawlers that were never played. */
const UNPLAYED_SHARE = 0.07
/** Largest mean of the trophies of the played brawlers. */
const MOST_MEAN = 980
/** Share of players who own the guest brawler. */
const GUEST_SHARE = 0.35

/** A player's state at the epoch. The player's seed and level alone decide it. */
export function startingState(player: Player): PlayerState {
  const random = createRandom(mixBits(player.seed, 1))
  const state = emptyState()
  const owned = chooseBrawlers(random, brawlersAt(player.level))
  const mean = player.level / owned.length
  const plays = player.character.activeShare > 0
  for (const brawler of owned) giveBrawler(state, brawler, brawlerTrophies(random, mean, plays), mean, random)
  const record = state.total
  if (random() < GUEST_SHARE) giveBrawler(state, WITHDRAWN.brawler, randomBetween(random, 250, 500), mean, random)
  state.highestTotal = record + randomBetween(random, 0, 1) * randomBetween(random, 0, Math.floor(record / 8))
  startCounters(state, random)
  return state
}

function brawlersAt(trophies: number): number {
  for (let i = 1; i < OWNED.length; i += 1) {
    const low = itemAt(OWNED, i - 1)
    const high = itemAt(OWNED, i)
    const share = (trophies - low.trophies) / (high.trophies - low.trophies)
    if (share <= 1) return Math.round(low.brawlers + share * (high.brawlers - low.brawlers))
  }
  return LASTING_BRAWLERS.length
}

/** Chooses `count` brawlers; older ones are more likely. */
function chooseBrawlers(random: Random, count: number): number[] {
  const left = [...LASTING_BRAWLERS]
  const chosen: number[] = []
  while (chosen.length < count && left.length > 0) {
    chosen.push(...left.splice(Math.floor(random() ** 1.6 * left.length), 1))
  }
  return chosen
}

/** The last season end left at most 1,000; only who plays has won some since. */
function brawlerTrophies(random: Random, mean: number, plays: boolean): number {
  if (random() < UNPLAYED_SHARE) return 0
  const wanted = spreadAround(Math.min(MOST_MEAN, mean / (1 - UNPLAYED_SHARE)), random())
  const stop = STOPS.find(({ from, to }) => wanted >= from && wanted < to)
  if (stop === undefined || random() >= 0.6) return Math.floor(wanted)
  return stop.at + (plays ? Math.floor(random() * 12) : 0)
}

/** A number of trophies up to 1,000 from a distribution with this mean; `luck` is from 0 to below 1. */
function spreadAround(mean: number, luck: number): number {
  return 2 * mean < SEASON_CAP ? 2 * mean * luck : SEASON_CAP * luck ** (SEASON_CAP / mean - 1)
}

/** `mean`: mean of the account's trophies for a brawler, which tells how far its brawlers are upgraded. */
function giveBrawler(state: PlayerState, brawler: number, trophies: number, mean: number, random: Random): void {
  state.trophies[brawler] = trophies
  state.highest[brawler] = trophies + (random() < 0.5 ? 0 : randomBetween(random, 0, 80))
  state.power[brawler] = startingPower(trophies, mean, random)
  state.longestStreak[brawler] = trophies === 0 ? 0 : randomBetween(random, 1, 12)
  state.total += trophies
}

/** Real brawlers mostly have a power level of 7, 9 or 11; the more trophies they and the account have, the higher. */
function startingPower(trophies: number, mean: number, random: Random): number {
  if (trophies === 0) return 1
  if (random() < 0.1) return randomBetween(random, 2, 10)
  if (random() * 1000 < 300 + 0.3 * mean + 0.2 * trophies) return 11
  return random() * 600 < trophies ? 9 : 7
}

function startCounters(state: PlayerState, random: Random): void {
  const victories = Math.floor(state.total * (0.08 + random() * 0.25))
  const soloShare = 0.03 + random() * 0.15
  state.soloWins = Math.floor(victories * soloShare)
  state.duoWins = Math.floor(victories * (0.04 + random() * 0.12))
  state.teamWins = victories - state.soloWins - state.duoWins
  state.experience = Math.floor(victories * (11 + random() * 5)) + 40
  state.elo = random() < 0.25 ? 0 : Math.floor(random() * Math.min(9000, 500 + state.total / 10))
  const above = Math.floor(random() * 400)
  // Who never played it has none of the fields.
  state.highestElo = state.elo === 0 ? 0 : state.elo + above
}
