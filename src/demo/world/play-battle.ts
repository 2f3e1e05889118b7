import { gauss, itemAt, mixBits, pickWeighted, type Random } from '#shared/random.ts'
import {
  BATTLE_KINDS,
  type BattleKind,
  BRAWLER_COUNT,
  brawlerEdge,
  deviation,
  eventOf,
  fitsParty,
  meetsBots,
  SEASON_CAP,
  SHOWDOWN_SIDES,
  shareOfBots,
  showdownChange,
  teamChange,
  WITHDRAWN,
} from './game-rules.ts'
import type { PlayerState } from './player-state.ts'
import { recordChange } from './record-changes.ts'
import type { Seconds } from './time.ts'
import { HAPPENING, OUTCOME } from './timeline.ts'
import type { Competitor } from './world.ts'

/**
 * The next battle: its kind and each participant's brawler. `form`: the session's addition to the chance of winning.
 * `climbing`: as in `Aim`.
 */
export type Plan = { kind: number; brawlers: number[]; form: number; climbing: boolean }

/**
 * What players choose brawlers by: their favourites of the week (counted from the epoch). On a climb they raise weak
 * brawlers instead, one after the other, and meet mostly bots.
 */
export type Aim = { week: number; climbing: boolean }

const KINDS = BATTLE_KINDS.map((kind, index) => ({ ...kind, index }))
const KINDS_BY_PARTY = [1, 2, 3].map((party) => KINDS.filter((kind) => fitsParty(kind, party)))
const KINDS_OF_CLIMBS = KINDS.filter(({ type, shape, size }) => type === 'ranked' && shape === 'teams' && size >= 3)
const FORM_SPREAD = 0.1
const SPECIAL_SHARE = 0.05
const DRAW_SHARE = 0.007
const WIN_RATE_AGAINST_BOTS = 0.96
/** A climb goes on with another brawler at this number of trophies, and is over when no weaker one is found. */
const CLIMB_END = 750

/** Plans the next battle: often the same kind and brawlers again, as real players do. */
export function planBattle(party: Competitor[], previous: Plan | null, aim: Aim, random: Random): Plan {
  const kinds = aim.climbing ? KINDS_OF_CLIMBS : itemAt(KINDS_BY_PARTY, party.length - 1)
  const kind = previous !== null && random() < 0.7 ? previous.kind : pickWeighted(random, kinds).index
  if (previous !== null && staysWith(previous, party, random)) {
    return kind === previous.kind ? previous : { ...previous, kind }
  }
  const form = previous?.form ?? gauss(random) * FORM_SPREAD
  const choose = aim.climbing ? chooseWeak : chooseFavourite
  const brawlers = party.map((competitor) => choose(competitor, aim.week, random))
  return { kind, form, brawlers, climbing: aim.climbing && areBelow(CLIMB_END, brawlers, party) }
}

/** Players change brawlers now and then, and leave one that the next season end would cut. */
function staysWith({ brawlers, climbing }: Plan, party: Competitor[], random: Random): boolean {
  return climbing ? areBelow(CLIMB_END, brawlers, party) : areBelow(SEASON_CAP, brawlers, party) && random() < 0.75
}

function areBelow(trophies: number, brawlers: number[], party: Competitor[]): boolean {
  return party.every(({ state }, index) => itemAt(state.trophies, itemAt(brawlers, index)) < trophies)
}

const FAVOURITES = 8
/** Brawlers between which a player chooses. */
const CONSIDERED = { favourites: 4, weak: 7 }

/** The strongest of a few brawlers below the cap of a season end; three times out of four of the week's favourites. */
function chooseFavourite({ player, state }: Competitor, week: number, random: Random): number {
  const isFavourite = random() < 0.75
  let best = 0
  let bestWorth = -1
  for (let i = 0; i < CONSIDERED.favourites; i += 1) {
    const luck = Math.floor(random() * (isFavourite ? FAVOURITES : BRAWLER_COUNT))
    const first = isFavourite ? mixBits(player.seed, week * FAVOURITES + luck) % BRAWLER_COUNT : luck
    const brawler = ownedFrom(state, first)
    const trophies = itemAt(state.trophies, brawler)
    const worth = itemAt(state.power, brawler) * 60 + (trophies < SEASON_CAP ? trophies : 0)
    if (worth > bestWorth) [best, bestWorth] = [brawler, worth]
  }
  return best
}

/** Of a few brawlers one with few trophies, but of a high power. */
function chooseWeak({ state }: Competitor, _week: number, random: Random): number {
  let best = 0
  let bestWorth = Number.NEGATIVE_INFINITY
  for (let i = 0; i < CONSIDERED.weak; i += 1) {
    const brawler = ownedFrom(state, Math.floor(random() * BRAWLER_COUNT))
    const worth = itemAt(state.power, brawler) * 100 - itemAt(state.trophies, brawler)
    if (worth > bestWorth) [best, bestWorth] = [brawler, worth]
  }
  return best
}

/** The first brawler at or after a number that the player owns and that stays in the game. */
function ownedFrom(state: PlayerState, first: number): number {
  let brawler = first
  while (state.power[brawler] === 0 || brawler === WITHDRAWN.brawler) brawler = (brawler + 1) % BRAWLER_COUNT
  return brawler
}

/** When a battle is played, who of the crew takes part (as in `Entry`), and how many were lost in a row before it. */
export type Round = { time: Seconds; partyBits: number; losses: number }

/** Plays a battle and records it for all participants, each from their own side. Answers whether the party lost. */
export function playBattle(
  party: Competitor[],
  plan: Plan,
  { time, partyBits, losses }: Round,
  random: Random,
): boolean {
  const kind = itemAt(BATTLE_KINDS, plan.kind)
  const seed = Math.floor(random() * 0x7fffffff)
  const isSpecial = random() < SPECIAL_SHARE && !plan.climbing
  const countsForTrophies = kind.type === 'ranked' && !isSpecial
  const shareOfLobbies = averageOf(party, plan, (trophies) => shareOfBots(trophies, plan.climbing, losses))
  const bots = meetsBots(kind) && mixBits(seed, 6) / 0x1_0000_0000 < shareOfLobbies
  const outcome = decide(kind, bots ? WIN_RATE_AGAINST_BOTS : chanceToWin(kind, party, plan, time), random)
  for (const [index, competitor] of party.entries()) {
    const brawler = itemAt(plan.brawlers, index)
    const mine = kind.type === 'friendly' && index % 2 === 1 ? reverseOutcome(outcome) : outcome
    const delta = countsForTrophies ? change(kind, competitor.state, brawler, mine) : 0
    const power = itemAt(competitor.state.power, brawler)
    recordChange(competitor, {
      time,
      delta,
      brawler,
      kind: plan.kind,
      outcome: mine,
      power,
      party: partyBits,
      bots,
      seed,
    })
    if (kind.shape === 'duels') playOtherDuelBrawlers(competitor, brawler, mine, time, seed, countsForTrophies)
  }
  return kind.shape === 'teams' && outcome === OUTCOME.defeat
}

function decide(kind: BattleKind, winRate: number, random: Random): number {
  const luck = random()
  if (kind.shape === 'solo' || kind.shape === 'duo' || kind.shape === 'trio') {
    const sides = SHOWDOWN_SIDES[kind.shape]
    return 1 + Math.min(sides - 1, Math.floor(luck ** (0.6 + winRate * 1.4) * sides))
  }
  if (luck < DRAW_SHARE && kind.shape === 'teams') return OUTCOME.draw
  return luck < winRate ? OUTCOME.victory : OUTCOME.defeat
}

/** What playing together and knowing a brawler add to the chance of winning. */
const HABIT = { friend: 0.04, crew: 0.04, ownBrawler: 0.05 }

/** The party's chance to win against people. In kinds of battle without lobbies of bots, weak brawlers meet single bots. */
function chanceToWin(kind: BattleKind, party: Competitor[], plan: Plan, time: Seconds): number {
  const event = eventOf(kind, time).id
  const alone = averageOf(party, plan, (trophies, { player }, brawler) => {
    const knows = HABIT.ownBrawler * deviation(mixBits(player.seed, mixBits(brawler, kind.modeId)))
    const own = player.character.winRate + plan.form + knows + brawlerEdge(brawler, kind.modeId, event)
    const bots = meetsBots(kind) ? 0 : shareOfBots(trophies, plan.climbing)
    return bots * WIN_RATE_AGAINST_BOTS + (1 - bots) * againstPeople(own, trophies, plan.climbing)
  })
  const crew = itemAt(party, 0).player.crew
  const together = (party.length - 1) * (HABIT.friend + HABIT.crew * deviation(mixBits(crew.seed, 8)))
  return alone + together
}

/** What an experienced player with a weak brawler has ahead of the people it meets. */
const CLIMBERS_EDGE = 0.35

/** The more trophies a brawler has, the stronger are the people it meets, above 1,000 all the more. */
function againstPeople(winRate: number, trophies: number, climbing: boolean): number {
  const aboveCap = Math.max(0, trophies - SEASON_CAP)
  const strength = winRate + (climbing ? CLIMBERS_EDGE : 0)
  return Math.min(0.95, Math.max(0.2, strength - (trophies - 600) / 2400 - aboveCap / 200))
}

type OfCompetitor = (trophies: number, competitor: Competitor, brawler: number) => number

/** The mean of something over the party, each with the brawler that they play. */
function averageOf(party: Competitor[], { brawlers }: Plan, of: OfCompetitor): number {
  let sum = 0
  for (const [index, competitor] of party.entries()) {
    const brawler = itemAt(brawlers, index)
    sum += of(itemAt(competitor.state.trophies, brawler), competitor, brawler)
  }
  return sum / party.length
}

function reverseOutcome(outcome: number): number {
  if (outcome === OUTCOME.draw) return OUTCOME.draw
  return outcome === OUTCOME.victory ? OUTCOME.defeat : OUTCOME.victory
}

function change(kind: BattleKind, state: PlayerState, brawler: number, outcome: number): number {
  const trophies = itemAt(state.trophies, brawler)
  if (kind.shape === 'solo' || kind.shape === 'duo' || kind.shape === 'trio') {
    return showdownChange(kind.shape, trophies, outcome, itemAt(state.streak, brawler))
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
    recordChange(competitor, {
      time,
      delta,
      brawler,
      kind: HAPPENING.duelBrawler,
      outcome,
      power,
      party: 0,
      bots: false,
      seed,
    })
    left -= 1
  }
}
