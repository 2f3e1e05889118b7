import { createRandom, gauss, itemAt, mixBits, type Random, randomBetween } from '#shared/random.ts'
import { chanceOfPlaying } from './characters.ts'
import { withdrawalTime } from './game-rules.ts'
import { type Plan, planBattle, playBattle } from './play-battle.ts'
import { applyEntry, copyOf, type PlayerState } from './player-state.ts'
import { endSeasons, isSeasonEndDue, logIn } from './record-changes.ts'
import { startingState } from './starting-state.ts'
import { DAY, type Seconds, versionAt } from './time.ts'
import {
  entryAt,
  HAPPENING,
  lastOfBrawler,
  lengthAt,
  seedsOfLog,
  settleBefore,
  type Timeline,
  totalAfter,
  truncateTimeline,
} from './timeline.ts'
import type { Club, ClubVersion, Competitor, Crew, Player, World } from './world.ts'

/** A player's trophies at a moment, at or after the epoch. */
export function trophiesAt(world: World, player: Player, at: Seconds): number {
  simulateCrew(world, player.crew, at)
  return totalAfter(player.timeline, lengthAt(player.timeline, at)) ?? settledState(player).total
}

/** A player's whole state at a moment: the settled state and all entries since. */
export function stateAt(world: World, player: Player, at: Seconds): PlayerState {
  simulateCrew(world, player.crew, at)
  const state = copyOf(settledState(player))
  applyEntries(state, player.timeline, lengthAt(player.timeline, at))
  return state
}

/** One brawler's trophies at a moment; null when the player does not own it. */
export function brawlerTrophiesAt(world: World, player: Player, brawler: number, at: Seconds): number | null {
  simulateCrew(world, player.crew, at)
  const { timeline } = player
  const last = lastOfBrawler(timeline, brawler, lengthAt(timeline, at))
  if (last !== null) return last.kind === HAPPENING.withdrawn ? null : last.before + last.delta
  const { power, trophies } = settledState(player)
  return power[brawler] ? itemAt(trophies, brawler) : null
}

function settledState(player: Player): PlayerState {
  player.settledState ??= startingState(player)
  return player.settledState
}

/** Applies the entries before a position to the settled state, or to a copy of it. */
function applyEntries(state: PlayerState, timeline: Timeline, position: number): void {
  for (let i = timeline.settled; i < position; i += 1) applyEntry(state, entryAt(timeline, i))
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

/**
 * Simulates a crew to the end of the day of a moment, from the epoch again when that day is forgotten. Days are simulated in
 * order, so earlier questions change no answer.
 */
export function simulateCrew(world: World, crew: Crew, until: Seconds): void {
  if (crew.settledDays > 0 && until < world.epoch + crew.settledDays * DAY) beginAgain(crew)
  const days = Math.floor((until - world.epoch) / DAY) + 1
  if (crew.days >= days) return
  while (crew.days < days) {
    simulateDay(world, crew, crew.days)
    crew.days += 1
  }
  // Less often than every day: what is remembered is written anew each time.
  if (crew.days - crew.settledDays > 2 * world.rememberedDays) settle(world, crew, crew.days - world.rememberedDays)
}

function beginAgain(crew: Crew): void {
  crew.days = 0
  crew.settledDays = 0
  crew.freeAt.fill(0)
  for (const player of crew.members) {
    truncateTimeline(player.timeline, 0)
    player.settledState = null
    player.latest = null
    player.seasonsEnded = 0
  }
}

/** Makes the first days of a crew part of the settled states, and forgets them but for what the battle logs show. */
function settle(world: World, crew: Crew, days: number): void {
  crew.settledDays = days
  const positions = crew.members.map(({ timeline }) => lengthAt(timeline, world.epoch + days * DAY - 1))
  if (crew.members.every(({ timeline, slot }) => timeline.settled === positions[slot])) return
  const seeds = new Set(crew.members.flatMap(({ timeline, slot }) => seedsOfLog(timeline, itemAt(positions, slot))))
  for (const player of crew.members) {
    const position = itemAt(positions, player.slot)
    applyEntries(settledState(player), player.timeline, position)
    settleBefore(player.timeline, position, seeds)
  }
}

/** The members of a crew with their states, which the simulation changes. */
function competitors(crew: Crew): Competitor[] {
  return crew.members.map((player) => {
    player.latest ??= copyOf(settledState(player))
    return { player, state: player.latest }
  })
}

function simulateDay(world: World, crew: Crew, day: number): void {
  const random = createRandom(mixBits(crew.seed, day))
  const dayStart = world.epoch + day * DAY
  const dayEnd = dayStart + DAY - 1
  const sessions = planDay(crew, day, dayStart, random)
  if (sessions.length === 0 && !crew.members.some((player) => isSeasonEndDue(world, player, dayEnd))) return
  const everyone = competitors(crew)
  for (const session of sessions) playSession(world, crew, everyone, session, random)
  for (const competitor of everyone) endSeasons(world, competitor, dayEnd)
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
    time += randomBetween(random, SHORTEST_BATTLE, LONGEST_BATTLE)
    for (const competitor of party) endSeasons(world, competitor, time)
    plan = planBattle(party, plan, aim, random)
    const isLost = playBattle(party, plan, { time, partyBits: session.party, losses }, random)
    losses = isLost ? losses + 1 : 0
  }
  for (const { player } of party) crew.freeAt[player.slot] = time
}

/**
 * Battles played one after the other. `party`: a bit for each member of the crew who takes part. `climbing`: as in
 * `Aim`.
 */
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
function planDay(crew: Crew, day: number, dayStart: Seconds, random: Random): Session[] {
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
      const friends = slot === 0 && random() < TOGETHER ? selectMembersWith(left, size) : 0
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
function selectMembersWith(left: readonly number[], battles: number): number {
  return left.reduce((bits, most, slot) => (most >= battles ? bits | (1 << slot) : bits), 0)
}

function battlesToday(player: Player, day: number, weekday: number, random: Random): number {
  const phase = mixBits(player.seed, 2) % 45
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
