import { LASTING_BRAWLERS, trophiesAfterSeasonEnd, WITHDRAWN } from './game-rules.ts'
import { applyEntry } from './player-state.ts'
import { itemAt, pick, type Random } from './random.ts'
import type { Seconds } from './time.ts'
import { append, type Entry, HAPPENING } from './timeline.ts'
import type { Competitor, World } from './world.ts'

/** Writes what happened to a brawler into the player's timeline and state; the totals follow from the change alone. */
export function record(competitor: Competitor, facts: Omit<Entry, 'total' | 'before'>): void {
  const { player, state } = competitor
  const before = itemAt(state.trophies, facts.brawler)
  const entry = { ...facts, before, total: state.total + facts.delta }
  append(player.timeline, entry)
  applyEntry(state, entry)
}

const CHANCE = { unlock: 0.012, upgrade: 0.06 }
const TOP_POWER = 11

/** What an account finds when it opens the game: the guest brawler gone, perhaps a new brawler, perhaps an upgrade. */
export function logIn(competitor: Competitor, time: Seconds, guestIsGone: boolean, random: Random): void {
  const { state } = competitor
  const plain = { time, delta: 0, outcome: 0, party: 0, seed: 0 }
  if (guestIsGone && state.power[WITHDRAWN.brawler]) {
    const delta = -itemAt(state.trophies, WITHDRAWN.brawler)
    record(competitor, { ...plain, delta, brawler: WITHDRAWN.brawler, kind: HAPPENING.withdrawn, power: 0 })
  }
  const brawler = pick(random, LASTING_BRAWLERS)
  const power = itemAt(state.power, brawler)
  const chance = random()
  if (power === 0 && chance < CHANCE.unlock * 4) {
    record(competitor, { ...plain, brawler, kind: HAPPENING.unlocked, power: 1 })
  } else if (power > 0 && power < TOP_POWER && chance < CHANCE.upgrade) {
    record(competitor, { ...plain, brawler, kind: HAPPENING.upgraded, power: power + 1 })
  }
}

/** Lets the seasons end that end at or before an instant and that the player has not been through. */
export function endSeasons(world: World, competitor: Competitor, until: Seconds): void {
  const { state } = competitor
  for (;;) {
    const end = world.seasonEnds[state.seasonsEnded]
    if (end === undefined || end > until) return
    state.seasonsEnded += 1
    for (const [brawler, trophies] of state.trophies.entries()) {
      const delta = trophiesAfterSeasonEnd(trophies) - trophies
      if (delta !== 0) {
        record(competitor, {
          time: end,
          delta,
          brawler,
          kind: HAPPENING.seasonEnd,
          outcome: 0,
          power: 0,
          party: 0,
          seed: 0,
        })
      }
    }
  }
}
