import { LASTING_BRAWLERS, WITHDRAWN } from './game-rules.ts'
import { emptyState, type PlayerState } from './player-state.ts'
import { between, createRandom, itemAt, mix, type Random } from './random.ts'
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

/** Trophies at which many brawlers stop. */
const STOPS = [500, 750, 1000]
/** Share of players who own the guest brawler. */
const GUEST_SHARE = 0.35
/** From this mean of trophies for a brawler, accounts play far beyond 1,000. */
const STRONG_MEAN = 850

/** A player's state at the epoch. The player's seed and level alone decide it. */
export function startingState(player: Player): PlayerState {
  const random = createRandom(mix(player.seed, 1))
  const state = emptyState()
  const owned = chooseBrawlers(random, brawlersAt(player.level))
  const mean = player.level / owned.length
  for (const brawler of owned) giveBrawler(state, brawler, brawlerTrophies(random, mean), random)
  const record = state.total
  if (random() < GUEST_SHARE) giveBrawler(state, WITHDRAWN.brawler, between(random, 250, 500), random)
  state.highestTotal = record + between(random, 0, 1) * between(random, 0, Math.floor(record / 8))
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

function brawlerTrophies(random: Random, mean: number): number {
  if (random() < 0.07) return 0
  const spread = mean * (0.35 + 1.5 * random())
  const wanted = spread > 1000 ? 1000 + (spread - 1000) * (mean > STRONG_MEAN ? 0.6 : 0.3) : spread
  const stop = STOPS.find((value) => wanted >= value - 15 && wanted < value + 90)
  return Math.floor(stop !== undefined && random() < 0.6 ? stop + random() * 12 : wanted)
}

function giveBrawler(state: PlayerState, brawler: number, trophies: number, random: Random): void {
  state.trophies[brawler] = trophies
  state.highest[brawler] = trophies + (random() < 0.5 ? 0 : between(random, 0, 80))
  state.power[brawler] = startingPower(trophies, random)
  state.longestStreak[brawler] = trophies === 0 ? 0 : between(random, 1, 12)
  state.total += trophies
}

/** Real brawlers mostly have a power level of 7, 9 or 11. */
function startingPower(trophies: number, random: Random): number {
  if (trophies === 0) return 1
  if (random() < 0.1) return between(random, 2, 10)
  if (trophies > 550) return random() < 0.75 ? 11 : 9
  return trophies > 250 ? 9 : 7
}

function startCounters(state: PlayerState, random: Random): void {
  const victories = Math.floor(state.total * (0.08 + random() * 0.25))
  const soloShare = 0.03 + random() * 0.15
  state.soloWins = Math.floor(victories * soloShare)
  state.duoWins = Math.floor(victories * (0.04 + random() * 0.12))
  state.teamWins = victories - state.soloWins - state.duoWins
  state.experience = Math.floor(victories * (11 + random() * 5)) + 40
  state.elo = random() < 0.25 ? 0 : Math.floor(random() * Math.min(9000, 500 + state.total / 10))
  state.highestElo = state.elo + Math.floor(random() * 400)
}
