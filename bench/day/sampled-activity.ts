import { createWorld } from '#demo/world/create-world.ts'
import { planDay } from '#demo/world/state-at.ts'
import type { Crew } from '#demo/world/world.ts'
import { between, createRandom, mix, type Random } from '#shared/random.ts'

const DAY_SECONDS = 86_400

/** Share of ladder battles that change trophies. The others are draws and special events (figures of 2024 to 2026). */
const CHANGES = 0.9

/** When a player's battles ended, in seconds from the start, and which of them changed the trophies. */
type Activity = { battles: Uint32Array; changes: Uint32Array }

type SampledClub = { members: number[] }

export type SampledWorld = { clubs: SampledClub[]; players: Activity[] }

/** A world with the demo's characters and daily plans. Nobody joins or leaves a club. */
export function sampleActivity(options: { clubs: number; days: number; seed: number; epoch: Date }): SampledWorld {
  const { clubs, days, seed, epoch } = options
  const world = createWorld({ seed, epoch, clubs })
  const random = createRandom(mix(seed, 77))
  const indexOf = new Map<string, number>()
  const members = world.clubs.map((club) => club.versions[0].members.map(({ player }) => player))
  for (const player of members.flat()) indexOf.set(player.tag, indexOf.size)
  const times: number[][] = Array.from({ length: indexOf.size }, () => [])
  const crews = new Set(members.flat().map((player) => player.crew))
  for (const crew of crews) {
    for (let day = 0; day < days; day++) {
      playDay(crew, day, { epoch: world.epoch, random }, (tag, time) => times[indexOf.get(tag) ?? -1]?.push(time))
    }
  }
  return {
    clubs: members.map((players) => ({ members: players.map((player) => indexOf.get(player.tag) ?? 0) })),
    players: times.map((battles) => activityOf(battles, random)),
  }
}

type Days = { epoch: number; random: Random }

function playDay(crew: Crew, day: number, { epoch, random }: Days, play: (tag: string, time: number) => void): void {
  for (const session of planDay(crew, day, epoch + day * DAY_SECONDS, random)) {
    let time = session.start - epoch
    for (let battle = 0; battle < session.battles; battle++) {
      time += between(random, 85, 260)
      for (const [slot, player] of crew.members.entries()) if (session.party & (1 << slot)) play(player.tag, time)
    }
  }
}

function activityOf(times: number[], random: Random): Activity {
  const battles = Uint32Array.from(times).sort()
  return { battles, changes: battles.filter(() => random() < CHANGES) }
}

const HOUR = 3600

export type DataAge = ReturnType<typeof createDataAge>

/** Player-seconds of the measured span in which stored data was recent, and in which no older change was missing. */
type Sums = { seconds: number; seenWithin: Record<Limit, number>; missing: Record<Limit, number> }

type Limit = 1 | 6
const LIMITS: readonly Limit[] = [1, 6]

/** Measures how current the data of each player is between observations. Times are seconds. */
export function createDataAge(players: Activity[], span: { from: number; to: number }) {
  const seenAt = new Float64Array(players.length)
  const next = new Uint32Array(players.length)
  const sums: Sums = { seconds: 0, seenWithin: { 1: 0, 6: 0 }, missing: { 1: 0, 6: 0 } }

  function account(player: number, now: number): number {
    const { changes } = players[player] as Activity
    const before = seenAt[player] as number
    const firstUnseen = changes[next[player] as number] ?? Number.POSITIVE_INFINITY
    sums.seconds += overlap(before, now, span)
    for (const hours of LIMITS) {
      sums.seenWithin[hours] += overlap(before, Math.min(now, before + hours * HOUR), span)
      sums.missing[hours] += overlap(firstUnseen + hours * HOUR, now, span)
    }
    return firstUnseen
  }

  return {
    /** Observes a player's trophies. True if they changed since the last observation. */
    look(player: number, now: number): boolean {
      const hasChanged = account(player, now) <= now
      const { changes } = players[player] as Activity
      let place = next[player] as number
      while (place < changes.length && (changes[place] as number) <= now) place++
      next[player] = place
      seenAt[player] = now
      return hasChanged
    },
    /** Shares of the player-minutes of the span, in percent. Call it once, at the end. */
    shares() {
      for (let player = 0; player < players.length; player++) account(player, span.to)
      const percent = (part: number) => Math.round((1000 * part) / sums.seconds) / 10
      return {
        'current to 1 h %': percent(sums.seconds - sums.missing[1]),
        'current to 6 h %': percent(sums.seconds - sums.missing[6]),
        'seen within 1 h %': percent(sums.seenWithin[1]),
        'seen within 6 h %': percent(sums.seenWithin[6]),
      }
    },
  }
}

function overlap(from: number, to: number, span: { from: number; to: number }): number {
  return Math.max(0, Math.min(to, span.to) - Math.max(from, span.from))
}

/** Battles in a log of the game: only the newest ones. */
const LOG_LENGTH = 25

export type LogReading = ReturnType<typeof createLogReading>

/** Counts the battles that were read from logs, and those that left the logs unread. */
export function createLogReading(players: Activity[], span: { from: number; to: number }) {
  const readAt = new Map<number, number>()
  const sums = { read: 0, lost: 0 }

  return {
    /** Reads a log. Counting starts with the first reading. Returns the number of new battles. */
    read(player: number, now: number): number {
      const { battles } = players[player] as Activity
      const since = readAt.get(player) ?? null
      readAt.set(player, now)
      const all = battles.filter((time) => time <= now && (since === null || time > since))
      const read = all.slice(-LOG_LENGTH)
      if (since !== null) {
        sums.read += countIn(read, span)
        sums.lost += countIn(all.slice(0, -LOG_LENGTH), span)
      }
      return read.length
    },
    /** Logs that were read, and what became of their players' battles since the first reading. */
    result() {
      const played = players.reduce((sum, { battles }) => sum + countIn(battles, span), 0)
      return {
        'logs followed': readAt.size,
        'battles read': sums.read,
        'battles lost': sums.lost,
        'lost %': Math.round((1e4 * sums.lost) / Math.max(1, sums.read + sums.lost)) / 100,
        'read of all %': Math.round((1000 * sums.read) / played) / 10,
      }
    },
  }
}

function countIn(times: Uint32Array, { from, to }: { from: number; to: number }): number {
  return times.reduce((sum, time) => sum + (time > from && time <= to ? 1 : 0), 0)
}
