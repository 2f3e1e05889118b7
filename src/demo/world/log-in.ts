import { LASTING_BRAWLERS, WITHDRAWN } from './brawler-names.ts'
import { itemAt } from './item-at.ts'
import { pick, type Random } from './random.ts'
import { record } from './record.ts'
import type { Seconds } from './time.ts'
import { HAPPENING } from './timeline.ts'
import type { Competitor } from './world.ts'

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
