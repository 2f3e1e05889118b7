import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_GLITCHES } from '#demo/answers/answer.ts'
import { answerRoute, routeOf } from '#demo/answers/answer-route.ts'
import { DEMO_SEED } from '#demo/start-demo-provider.ts'
import { createWorld, simulateClubs } from '#demo/world/create-world.ts'
import { clubAt, simulateCrew } from '#demo/world/state-at.ts'
import { DAY, type Seconds } from '#demo/world/time.ts'
import { type Entry, entryAt, HAPPENING, isBattle } from '#demo/world/timeline.ts'
import type { Club, Player, World } from '#demo/world/world.ts'
import type { Database } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { parseRecorded } from '#server/game/payloads/recorded.ts'

/** A season ends on day 24 (2 July), and the guest brawler is withdrawn on day 60. */
const EPOCH = new Date('2026-06-08T00:00:00Z')

/** A world of the demo with all that happens in its first days; every battle of it is known. */
export function openKnownWorld(clubs: number, days: number): World {
  const world = createWorld({ seed: DEMO_SEED, epoch: EPOCH, clubs })
  const end = world.epoch + days * DAY - 1
  simulateClubs(world, end)
  for (const { crew } of world.players) simulateCrew(world, crew, end)
  return world
}

/** The moments after `from` and up to `to` at which a look at a club is taken, `daily` of them a day. */
export function scanTimes(club: Club, span: { from: Seconds; to: Seconds }, daily: number): Seconds[] {
  const step = DAY / daily
  // Each club has an hour of its own.
  const start = span.from + Math.floor(((club.index * 7919) % DAY) % step)
  return Array.from({ length: Math.ceil((span.to - start) / step) }, (_, place) => Math.floor(start + place * step))
}

/** All that happened to a player, oldest first. */
export function entriesOf({ timeline }: Player): Entry[] {
  return Array.from({ length: timeline.length }, (_, place) => entryAt(timeline, place))
}

/** When battles moved the player's trophies. A duel, which moves those of three brawlers, is one of them. */
export function battlesThatMoved(player: Player): Set<Seconds> {
  const moved = entriesOf(player).filter(
    ({ kind, delta }) => delta !== 0 && (isBattle(kind) || kind === HAPPENING.duelBrawler),
  )
  return new Set(moved.map(({ time }) => time))
}

/** The game's answer to a path at a moment, as the client reads it. */
export function answerAt(world: World, path: string, at: Seconds): ObservedAnswer {
  const { body } = answerRoute(world, routeOf(path), { at, query: new URLSearchParams(), glitches: NO_GLITCHES })
  const recorded = parseRecorded(path, JSON.parse(body), new Map())
  if (recorded === null) throw new Error(`No answer that history is made of: ${path}`)
  return { ...recorded, observedAt: new Date(at * 1000) }
}

export const clubPath = ({ tag }: Club) => `/v1/clubs/${encodeURIComponent(tag)}`
export const playerPath = ({ tag }: Player) => `/v1/players/${encodeURIComponent(tag)}`

/** Everybody who is in the club at a moment. */
export function membersAt(club: Club, at: Seconds): Player[] {
  return clubAt(club, at).members.map(({ player }) => player)
}

export function inOrder(answers: readonly ObservedAnswer[]): ObservedAnswer[] {
  return answers.toSorted((one, other) => one.observedAt.getTime() - other.observedAt.getTime())
}

/** Opens an embedded store for some work, and removes it afterwards. */
export async function withEmbeddedStore<T>(use: (db: Database) => Promise<T>): Promise<T> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-true-figures-'))
  const onError = (error: Error) => console.log(error.message)
  const store = await openStore({ databaseUrl: null, dataDirectory, connections: 1, onError })
  try {
    return await use(store.db)
  } finally {
    await store.close()
    rmSync(dataDirectory, { recursive: true })
  }
}
