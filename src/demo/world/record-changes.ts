import { itemAt, pick, type Random } from '#shared/random.ts'
import { LASTING_BRAWLERS, SEASON_CAP, WITHDRAWN } from './game-rules.ts'
import { applyEntry } from './player-state.ts'
import type { Seconds } from './time.ts'
import { append, type Entry, HAPPENING } from './timeline.ts'
import type { Competitor, Player, World } from './world.ts'

/** Records what happened to a brawler in the player's timeline and state. Both totals follow from `delta`. */
export function recordChange(competitor: Competitor, facts: Omit<Entry, 'total' | 'before'>): void {
  const { player, state } = competitor
  const before = itemAt(state.trophies, facts.brawler)
  // Written out: a spread here costs a twentieth of the simulation.
  const { time, delta, brawler, kind, outcome, power, party, bots, seed } = facts
  const entry = { time, total: state.total + delta, before, delta, brawler, kind, outcome, power, party, bots, seed }
  append(player.timeline, entry)
  applyEntry(state, entry)
}

const CHANCE = { unlock: 0.012, upgrade: 0.06 }
const TOP_POWER = 11

/** Opens the game: a withdrawn brawler is removed from the account, and sometimes a brawler is unlocked or upgraded. */
export function logIn(competitor: Competitor, time: Seconds, isWithdrawn: boolean, random: Random): void {
  const { state } = competitor
  const plain = { time, delta: 0, outcome: 0, party: 0, bots: false, seed: 0 }
  if (isWithdrawn && state.power[WITHDRAWN.brawler]) {
    const delta = -itemAt(state.trophies, WITHDRAWN.brawler)
    recordChange(competitor, { ...plain, delta, brawler: WITHDRAWN.brawler, kind: HAPPENING.withdrawn, power: 0 })
  }
  const brawler = pick(random, LASTING_BRAWLERS)
  const power = itemAt(state.power, brawler)
  const chance = random()
  if (power === 0 && chance < CHANCE.unlock * 4) {
    recordChange(competitor, { ...plain, brawler, kind: HAPPENING.unlocked, power: 1 })
  } else if (power > 0 && power < TOP_POWER && chance < CHANCE.upgrade) {
    recordChange(competitor, { ...plain, brawler, kind: HAPPENING.upgraded, power: power + 1 })
  }
}

/** Applies the season ends up to a moment that the player has not been through yet. */
export function endSeasons(world: World, competitor: Competitor, until: Seconds): void {
  const { player, state } = competitor
  while (isSeasonEndDue(world, player, until)) {
    const end = itemAt(world.seasonEnds, player.seasonsEnded)
    player.seasonsEnded += 1
    for (const [brawler, trophies] of state.trophies.entries()) {
      if (trophies <= SEASON_CAP) continue
      const facts = { time: end, brawler, outcome: 0, power: 0, party: 0, bots: false, seed: 0 }
      recordChange(competitor, { ...facts, delta: SEASON_CAP - trophies, kind: HAPPENING.seasonEnd })
    }
  }
}

/** Whether a season ends up to a moment that the player has not been through yet. */
export function isSeasonEndDue(world: World, player: Player, until: Seconds): boolean {
  const end = world.seasonEnds[player.seasonsEnded]
  return end !== undefined && end <= until
}
