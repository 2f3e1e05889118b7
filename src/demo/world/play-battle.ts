import {
  BATTLE_KINDS,
  type BattleKind,
  BRAWLER_COUNT,
  fitsParty,
  SHOWDOWN_SIDES,
  showdownChange,
  teamChange,
  WITHDRAWN,
} from './game-rules.ts'
import type { PlayerState } from './player-state.ts'
import { gauss, itemAt, mix, pick, pickWeighted, type Random } from './random.ts'
import { record } from './record-changes.ts'
import { DAY, type Seconds } from './time.ts'
import { HAPPENING, OUTCOME } from './timeline.ts'
import type { Competitor, World } from './world.ts'

/** The next battle: its kind, each participant's brawler, and `form`, the session's addition to the chance of winning. */
export type Plan = { kind: number; brawlers: number[]; form: number }

const KINDS = BATTLE_KINDS.map((kind, index) => ({ ...kind, index }))
const KINDS_FOR_TWO = KINDS.filter((kind) => fitsParty(kind, 2))
const KINDS_FOR_THREE = KINDS.filter((kind) => fitsParty(kind, 3))
const FAVOURITES = 4
const FORM_SPREAD = 0.13
const SPECIAL_SHARE = 0.05
const DRAW_SHARE = 0.007

/** Plans the next battle: often the same kind and brawlers again, as real players do. */
export function planBattle(
  party: Competitor[],
  previous: Plan | null,
  world: World,
  time: Seconds,
  random: Random,
): Plan {
  const kinds = party.length === 1 ? KINDS : party.length === 2 ? KINDS_FOR_TWO : KINDS_FOR_THREE
  const kind = previous !== null && random() < 0.7 ? previous.kind : pickWeighted(random, kinds).index
  if (previous !== null && random() < 0.75) return { ...previous, kind }
  const week = Math.floor((time - world.epoch) / (7 * DAY))
  const form = previous?.form ?? gauss(random) * FORM_SPREAD
  return { kind, form, brawlers: party.map((competitor) => chooseBrawler(competitor, week, random)) }
}

/** Three times out of four one of the player's favourites of the week, else any brawler of the player. */
function chooseBrawler({ player, state }: Competitor, week: number, random: Random): number {
  const owned: number[] = []
  for (let brawler = 0; brawler < BRAWLER_COUNT; brawler += 1) {
    if (state.power[brawler] && brawler !== WITHDRAWN.brawler) owned.push(brawler)
  }
  if (random() < 0.25) return pick(random, owned)
  const favourite = mix(player.seed, week * FAVOURITES + Math.floor(random() * FAVOURITES))
  return itemAt(owned, favourite % owned.length)
}

/** Plays a battle and records it for all participants, each from their own side. `partyBits` is as in `Entry`. */
export function playBattle(party: Competitor[], partyBits: number, plan: Plan, time: Seconds, random: Random): void {
  const kind = itemAt(BATTLE_KINDS, plan.kind)
  const seed = Math.floor(random() * 0x7fffffff)
  const countsForTrophies = kind.type === 'ranked' && random() >= SPECIAL_SHARE
  const outcome = decide(kind, party, plan, random)
  for (const [index, competitor] of party.entries()) {
    const brawler = itemAt(plan.brawlers, index)
    const mine = kind.type === 'friendly' && index % 2 === 1 ? opposite(outcome) : outcome
    const delta = countsForTrophies ? change(kind, competitor.state, brawler, mine) : 0
    const power = itemAt(competitor.state.power, brawler)
    record(competitor, { time, delta, brawler, kind: plan.kind, outcome: mine, power, party: partyBits, seed })
    if (kind.shape === 'duels') playOtherDuelBrawlers(competitor, brawler, mine, time, seed, countsForTrophies)
  }
}

function decide(kind: BattleKind, party: Competitor[], plan: Plan, random: Random): number {
  const chance = party.reduce((sum, competitor, index) => {
    const trophies = itemAt(competitor.state.trophies, itemAt(plan.brawlers, index))
    return sum + competitor.player.character.winRate - (trophies - 600) / 4000
  }, 0)
  const winRate = Math.max(0.2, chance / party.length + plan.form)
  const luck = random()
  if (kind.shape === 'solo' || kind.shape === 'duo' || kind.shape === 'trio') {
    const sides = SHOWDOWN_SIDES[kind.shape]
    return 1 + Math.min(sides - 1, Math.floor(luck ** (0.6 + winRate * 1.4) * sides))
  }
  if (luck < DRAW_SHARE && kind.shape === 'teams') return OUTCOME.draw
  return luck < winRate ? OUTCOME.victory : OUTCOME.defeat
}

function opposite(outcome: number): number {
  if (outcome === OUTCOME.draw) return OUTCOME.draw
  return outcome === OUTCOME.victory ? OUTCOME.defeat : OUTCOME.victory
}

function change(kind: BattleKind, state: PlayerState, brawler: number, outcome: number): number {
  const trophies = itemAt(state.trophies, brawler)
  if (kind.shape === 'solo' || kind.shape === 'duo' || kind.shape === 'trio') {
    return showdownChange(kind.shape, trophies, outcome)
  }
  if (kind.shape === 'duels') return duelChange(trophies, outcome)
  if (outcome === OUTCOME.draw) return 0
  return teamChange(kind, trophies, outcome === OUTCOME.victory, itemAt(state.streak, brawler))
}

function duelChange(trophies: number, outcome: number): number {
  return outcome === OUTCOME.victory ? 5 : Math.max(-3, -trophies)
}

/** Duels are played with three brawlers, each of which wins or loses its own trophies. */
function playOtherDuelBrawlers(
  competitor: Competitor,
  first: number,
  outcome: number,
  time: Seconds,
  seed: number,
  countsForTrophies: boolean,
): void {
  const { state } = competitor
  let left = 2
  for (let step = 1; left > 0 && step < BRAWLER_COUNT; step += 1) {
    const brawler = (first + step) % BRAWLER_COUNT
    const power = itemAt(state.power, brawler)
    if (power === 0 || brawler === WITHDRAWN.brawler) continue
    const delta = countsForTrophies ? duelChange(itemAt(state.trophies, brawler), outcome) : 0
    record(competitor, { time, delta, brawler, kind: HAPPENING.duelBrawler, outcome, power, party: 0, seed })
    left -= 1
  }
}
