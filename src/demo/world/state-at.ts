import { chanceOfPlaying } from './characters.ts'
import { withdrawalTime } from './game-rules.ts'
import { type Plan, planBattle, playBattle } from './play-battle.ts'
import { applyEntry, type PlayerState } from './player-state.ts'
import { between, createRandom, gauss, itemAt, mix, type Random } from './random.ts'
import { endSeasons, logIn } from './record-changes.ts'
import { startingState } from './starting-state.ts'
import { DAY, type Seconds, versionAt } from './time.ts'
import { entryAt, HAPPENING, lengthAt, nextOfBrawler, totalAfter } from './timeline.ts'
import type { Club, ClubVersion, Competitor, Crew, Player, World } from './world.ts'

/** A player's trophies at a moment, at or after the epoch. */
export function trophiesAt(world: World, player: Player, at: Seconds): number {
  simulateCrew(world, player.crew, at)
  return totalAfter(player.timeline, lengthAt(player.timeline, at)) ?? player.startingTrophies
}

/** A player's whole state at a moment: the starting state and all entries since. */
export function stateAt(world: World, player: Player, at: Seconds): PlayerState {
  simulateCrew(world, player.crew, at)
  const state = startingState(player)
  const length = lengthAt(player.timeline, at)
  for (let i = 0; i < length; i += 1) applyEntry(state, entryAt(player.timeline, i))
  return state
}

/** One brawler's trophies at a moment, read back from later entries; null when the player does not own it. */
export function brawlerTrophiesAt(world: World, player: Player, brawler: number, at: Seconds): number | null {
  simulateCrew(world, player.crew, at)
  const { timeline, latest } = player
  const next = nextOfBrawler(timeline, brawler, lengthAt(timeline, at))
  if (next !== null) return next.kind === HAPPENING.unlocked ? null : next.before
  return latest?.power[brawler] ? (latest.trophies[brawler] ?? null) : null
}

export function clubAt(club: Club, at: Seconds): ClubVersion {
  return versionAt(club.versions, at)
}

export function clubTrophiesAt(world: World, club: Club, at: Seconds): number {
  return clubAt(club, at).members.reduce((sum, { player }) => sum + trophiesAt(world, player, at), 0)
}

/** Seconds between two sessions of one player. */
const PAUSE = 60
/** Seconds from one battle to the next. */
const SHORTEST_BATTLE = 85
const LONGEST_BATTLE = 260

/** Simulates a crew to the end of the day of a moment. Days are simulated in order, so earlier questions change no answer. */
export function simulateCrew(world: World, crew: Crew, until: Seconds): void {
  const days = Math.floor((until - world.epoch) / DAY) + 1
  while (crew.days < days) {
    simulateDay(world, crew, crew.days)
    crew.days += 1
  }
}

/** The members of a crew with their states, which the first call makes. */
function competitors(crew: Crew): Competitor[] {
  return crew.members.map((player) => {
    if (player.latest === null) {
      player.latest = startingState(player)
      player.startingTrophies = player.latest.total
    }
    return { player, state: player.latest }
  })
}

function simulateDay(world: World, crew: Crew, day: number): void {
  const random = createRandom(mix(crew.seed, day))
  const dayStart = world.epoch + day * DAY
  const everyone = competitors(crew)
  for (const session of planDay(crew, day, dayStart, random)) playSession(world, crew, everyone, session, random)
  for (const competitor of everyone) endSeasons(world, competitor, dayStart + DAY - 1)
}

function playSession(world: World, crew: Crew, everyone: Competitor[], session: Session, random: Random): void {
  const party = everyone.filter((_, slot) => session.party & (1 << slot))
  const busyUntil = Math.max(...party.map(({ player }) => itemAt(crew.freeAt, player.slot)))
  let time = Math.max(session.start, busyUntil + PAUSE)
  for (const competitor of party) {
    endSeasons(world, competitor, time)
    logIn(competitor, time, time >= withdrawalTime(world), random)
  }
  const aim = { week: Math.floor((time - world.epoch) / (7 * DAY)), climbing: session.climbing }
  let plan: Plan | null = null
  let losses = 0
  for (let i = 0; i < session.battles; i += 1) {
    time += between(random, SHORTEST_BATTLE, LONGEST_BATTLE)
    for (const competitor of party) endSeasons(world, competitor, time)
    plan = planBattle(party, plan, aim, random)
    const isLost = playBattle(party, plan, { time, partyBits: session.party, losses }, random)
    losses = isLost ? losses + 1 : 0
  }
  for (const { player } of party) crew.freeAt[player.slot] = time
}

/** Battles played one after the other. `party`: a bit for each member of the crew who takes part. `climbing`: as in `Aim`. */
type Session = { start: Seconds; battles: number; party: number; climbing: boolean }

/** Weights of the local hours: few play at four, some at noon, most at seven in the evening. */
const LOCAL_HOURS = [3, 1.5, 0.6, 0.3, 0.2, 0.2, 0.8, 2, 3, 3, 4, 5, 6, 5, 5, 6, 7, 8, 9, 10, 9, 8, 7, 5]
const HOURS_TOTAL = LOCAL_HOURS.reduce((sum, weight) => sum + weight, 0)

const TOGETHER = 0.3
/** The largest number of battles in a day that was recorded. */
const MOST_BATTLES = 139
/** Deviation of the logarithm of a day's battles. */
const SPREAD = 0.95
/** Days with at least so many battles may be climbs. */
const CLIMB_BATTLES = 20

/** The sessions of a crew on a day that starts at `dayStart`, in order of their start. */
export function planDay(crew: Crew, day: number, dayStart: Seconds, random: Random): Session[] {
  const weekday = new Date(dayStart * 1000).getUTCDay()
  const plays = crew.members.map((player) => battlesToday(player, day, weekday, random))
  const left = plays.map((battles, slot) => (battles === 0 ? 0 : mostBattles(crew, slot, dayStart)))
  const sessions: Session[] = []
  for (const [slot, battles] of plays.entries()) {
    const player = itemAt(crew.members, slot)
    const climbing = isClimb(battles, random)
    let open = Math.min(battles, itemAt(left, slot))
    while (open > 0) {
      const size = Math.min(open, 1 + Math.floor(-Math.log(1 - random()) * (4 + battles / 6)))
      const friends = slot === 0 && random() < TOGETHER ? everyoneWith(left, size) : 0
      const party = friends | (1 << slot)
      for (const other of left.keys()) if (party & (1 << other)) left[other] = itemAt(left, other) - size
      sessions.push({ start: dayStart + timeOfDay(player, random), battles: size, party, climbing })
      open -= size
    }
  }
  return sessions.sort((a, b) => a.start - b.start)
}

/** Two in five of the shorter of these days are climbs, and nearly all of the longest: who wins plays on. */
function isClimb(battles: number, random: Random): boolean {
  return battles >= CLIMB_BATTLES && random() < 0.39 + (battles - CLIMB_BATTLES) / 200
}

/** How many battles a member of a crew may play today: fewer when the day before went on past midnight. */
function mostBattles(crew: Crew, slot: number, dayStart: Seconds): number {
  const late = Math.max(0, itemAt(crew.freeAt, slot) - dayStart)
  return Math.max(0, MOST_BATTLES - Math.ceil(late / SHORTEST_BATTLE))
}

/** A bit for each member of a crew who may play that many battles more today. */
function everyoneWith(left: readonly number[], battles: number): number {
  return left.reduce((bits, most, slot) => (most >= battles ? bits | (1 << slot) : bits), 0)
}

function battlesToday(player: Player, day: number, weekday: number, random: Random): number {
  const phase = mix(player.seed, 2) % 45
  const chance = chanceOfPlaying(player.character, day, weekday, phase)
  const plays = random() < chance
  const battles = player.character.battles * Math.exp(SPREAD * gauss(random))
  return plays ? Math.min(MOST_BATTLES, Math.max(1, Math.round(battles))) : 0
}

function timeOfDay(player: Player, random: Random): Seconds {
  let left = random() * HOURS_TOTAL
  let hour = 0
  while (hour < 23 && left >= itemAt(LOCAL_HOURS, hour)) {
    left -= itemAt(LOCAL_HOURS, hour)
    hour += 1
  }
  const local = hour * 3600 + Math.floor(random() * 3600)
  return (((local - player.country.utcOffset * 3600) % DAY) + DAY) % DAY
}
