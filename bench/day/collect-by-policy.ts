import { ROUND, SHARES } from '#server/collector/queue.ts'
import {
  firstInterval,
  type Liveliness,
  livelinessOfClub,
  livelinessOfLog,
  nextInterval,
  TARGET_CLASS,
  type TargetClass,
  type TargetKind,
} from '#server/collector/targets.ts'
import type { Random } from '#shared/random.ts'
import type { DataAge, LogReading, SampledWorld } from './sampled-activity.ts'

/** A target as in the collector's table. `subject` is the number of the club or player. */
type Turn = { kind: TargetKind; subject: number; class: number; intervalSeconds: number; due: number }

type Turns = ReturnType<typeof createTurns>

/** The table of targets in memory. Rounds are claimed by the shares of `claimDue`, the longest due of a class first. */
function createTurns(seconds: number) {
  const classes = new Map<number, ReturnType<typeof createClass>>(
    SHARES.map((share) => [share.class, createClass(seconds)]),
  )
  const ofClass = (targetClass: number) => classes.get(targetClass) as ReturnType<typeof createClass>
  return {
    add: (turn: Turn) => ofClass(turn.class).add(turn),
    claim(now: number): Turn[] {
      const claimed: Turn[] = []
      const withMore: number[] = []
      for (const { class: targetClass, share } of SHARES) {
        const got = ofClass(targetClass).take(now, share)
        claimed.push(...got)
        if (got.length === share) withMore.push(targetClass)
      }
      for (const targetClass of withMore) claimed.push(...ofClass(targetClass).take(now, ROUND - claimed.length))
      return claimed
    },
    /** Seconds that the longest due target has waited. */
    lateness: (now: number) => Math.max(0, ...[...classes.values()].map((turns) => turns.lateness(now))),
  }
}

/** Turns of one class by the second in which they are due. Turns after the end are left out. */
function createClass(seconds: number) {
  const bySecond: Turn[][] = []
  let first = 0
  const seek = (now: number) => {
    while (first <= now && (bySecond[first]?.length ?? 0) === 0) first++
  }
  return {
    add(turn: Turn) {
      const second = Math.ceil(turn.due)
      if (second > seconds) return
      const turns = bySecond[second] ?? []
      bySecond[second] = turns
      turns.push(turn)
      first = Math.min(first, second)
    },
    take(now: number, limit: number): Turn[] {
      const taken: Turn[] = []
      for (seek(now); first <= now && taken.length < limit; seek(now)) taken.push(bySecond[first]?.shift() as Turn)
      return taken
    },
    lateness(now: number) {
      seek(now)
      return Math.max(0, now - first)
    },
  }
}

/** The same rules as `markCollected` and `adoptMembers`, which work on the store. */
const JITTER = 0.1
const ADOPT_EVERY = 900
const ADOPT_AT_ONCE = 500
const ADOPT_SPENT_SHARE = 0.5
const ADOPT_LATE = 600
const DAY_SECONDS = 86_400

/** What is tracked besides the clubs, and the shares of clubs by class. */
export type Demand = {
  searchedClubs: number
  rankedClubs: number
  searchedPlayers: number
  rankedPlayers: number
  rankings: number
  brawlerRankings: number
}

type Run = {
  world: SampledWorld
  turns: Turns
  currency: DataAge
  logs: LogReading
  random: Random
  followed: Set<number>
  changedAt: Float64Array
}

type Options = Pick<Run, 'world' | 'currency' | 'logs' | 'random'> & {
  demand: Demand
  callsPerSecond: number
  from: number
  seconds: number
}

/** Collects second by second within the budget, by the collector's policy. Returns the calls since `from` by kind. */
export function collectByPolicy({ demand, callsPerSecond, from, seconds, ...given }: Options) {
  const changedAt = new Float64Array(given.world.players.length).fill(Number.NEGATIVE_INFINITY)
  const run: Run = { ...given, turns: createTurns(seconds), followed: new Set(), changedAt }
  trackAll(run, demand)
  const calls: Partial<Record<TargetKind, number>> = {}
  let latest = 0
  let spent = 0
  let round: Turn[] = []
  for (let now = 0; now < seconds; now++) {
    if (now % 60 === 0) {
      if (now % ADOPT_EVERY === 0 && spent <= callsPerSecond * 60 * ADOPT_SPENT_SHARE) adopt(run, now)
      spent = 0
    }
    for (let call = 0; call < callsPerSecond; call++) {
      if (round.length === 0) round = run.turns.claim(now)
      const turn = round.shift()
      if (turn === undefined) break
      spent++
      if (now >= from) {
        calls[turn.kind] = (calls[turn.kind] ?? 0) + 1
        latest = Math.max(latest, now - turn.due)
      }
      const intervalSeconds = nextInterval(turn, collect(run, turn, now))
      run.turns.add({ ...turn, intervalSeconds, due: now + intervalSeconds * (1 - JITTER * run.random()) })
    }
  }
  return { calls, latest }
}

function trackAll(run: Run, demand: Demand): void {
  const { clubs, players } = run.world
  const many = (kind: TargetKind, targetClass: TargetClass, subjects: number[], spread = firstInterval(kind)) => {
    for (const subject of subjects) add(run, { kind, subject, class: TARGET_CLASS[targetClass] }, spread * run.random())
  }
  const searchedUntil = clubs.length * demand.searchedClubs
  const rankedUntil = searchedUntil + clubs.length * demand.rankedClubs
  many('club', 'searched', range(0, searchedUntil))
  many('club', 'ranked', range(searchedUntil, rankedUntil))
  many('club', 'discovered', range(rankedUntil, clubs.length))
  const step = Math.floor(players.length / (demand.searchedPlayers + demand.rankedPlayers))
  const searched = range(0, demand.searchedPlayers).map((place) => place * step)
  many('player', 'searched', searched)
  many('battle-log', 'searched', searched)
  for (const player of searched) run.followed.add(player)
  many(
    'player',
    'ranked',
    range(0, demand.rankedPlayers).map((place) => (demand.searchedPlayers + place) * step),
  )
  many('club-ranking', 'ranked', range(0, demand.rankings))
  many('brawler-ranking', 'discovered', range(0, demand.brawlerRankings), DAY_SECONDS)
}

function add({ turns }: Run, turn: Omit<Turn, 'intervalSeconds' | 'due'>, due: number): void {
  turns.add({ ...turn, intervalSeconds: firstInterval(turn.kind), due })
}

/** What a call brings. For members, a profile brings nothing here that the club's call does not bring. */
function collect({ world, currency, logs, changedAt }: Run, { kind, subject }: Turn, now: number): Liveliness {
  if (kind === 'battle-log') return livelinessOfLog(logs.read(subject, now))
  if (kind === 'player') currency.look(subject, now)
  if (kind !== 'club') return 'silent'
  const { members } = world.clubs[subject] as SampledWorld['clubs'][number]
  const changed = members.filter((player) => currency.look(player, now))
  for (const player of changed) changedAt[player] = now
  return livelinessOfClub(changed.length, members.length)
}

/** Reads battle logs of members who played lately, while the budget has calls left. */
function adopt(run: Run, now: number): void {
  if (run.turns.lateness(now) > ADOPT_LATE) return
  const { changedAt, followed } = run
  const lively = range(0, changedAt.length).filter(
    (player) => (changedAt[player] as number) > now - DAY_SECONDS && !followed.has(player),
  )
  lively.sort((one, other) => (changedAt[other] as number) - (changedAt[one] as number))
  for (const subject of lively.slice(0, ADOPT_AT_ONCE)) {
    followed.add(subject)
    add(run, { kind: 'battle-log', subject, class: TARGET_CLASS.member }, now)
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor(to) - Math.floor(from)) }, (_, index) => Math.floor(from) + index)
}
