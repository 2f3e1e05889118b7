import * as z from 'zod/mini'
import { playerAnswer } from '#demo/answers/entity-answers.ts'
import { simulateClubs } from '#demo/world/create-world.ts'
import { BATTLE_KINDS } from '#demo/world/game-rules.ts'
import { clubAt, clubTrophiesAt, simulateCrew, trophiesAt } from '#demo/world/state-at.ts'
import { DAY, type Seconds } from '#demo/world/time.ts'
import { type Entry, entryAt, HAPPENING, isBattle, lengthAt, OUTCOME } from '#demo/world/timeline.ts'
import type { Club, Player, World } from '#demo/world/world.ts'
import { itemAt } from '#shared/random.ts'

/** How a demo world plays, in figures that docs/game-api.md#play has of the real game. Shares are in percent. */
export type DemoFigures = ReturnType<typeof demoFigures>

/** The figures of a world's first `days` days, which are simulated for them. */
export function demoFigures(world: World, days: number) {
  const end = world.epoch + days * DAY - 1
  simulateClubs(world, end)
  for (const { crew } of world.players) simulateCrew(world, crew, end)
  const played = { ...dailyChanges(world, days), ...battles(world, end), ...clubs(world, end), ...ghosts(world, end) }
  return { ...played, ...ladders(world, end) }
}

/** The daily changes of the trophies of all who are members as the day begins. */
function dailyChanges(world: World, days: number) {
  const changes: number[] = []
  for (let start = world.epoch; start < world.epoch + days * DAY; start += DAY) {
    for (const club of world.clubs) {
      for (const { player } of clubAt(club, start).members) {
        changes.push(trophiesAt(world, player, start + DAY - 1) - trophiesAt(world, player, start - 1))
      }
    }
  }
  return {
    daysWithoutChange: share(changes, (change) => change === 0),
    change95: quantile(changes, 0.95),
    change99: quantile(changes, 0.99),
    largestGain: quantile(changes, 1),
    largestFall: -quantile(changes, 0),
  }
}

/** The battles of everybody, by player and day. Victories are counted in team battles of the trophy ladder. */
function battles(world: World, end: Seconds) {
  const played = world.players.map((player) =>
    entriesBetween(player, world.epoch, end).filter(({ kind }) => isBattle(kind)),
  )
  const perDay = played.flatMap((entries) => countsByDay(entries))
  const all = played.flat()
  const decided = all.filter(({ kind, outcome }) => {
    const { shape, type } = itemAt(BATTLE_KINDS, kind)
    return shape === 'teams' && type === 'ranked' && outcome !== OUTCOME.draw
  })
  const changes = all.flatMap(({ delta }) => (delta === 0 ? [] : [Math.abs(delta)]))
  return {
    battles25: quantile(perDay, 0.25),
    battles50: quantile(perDay, 0.5),
    battles75: quantile(perDay, 0.75),
    battles95: quantile(perDay, 0.95),
    mostBattles: quantile(perDay, 1),
    medianChange: quantile(changes, 0.5),
    power11: share(all, ({ power }) => power === 11),
    victories: share(decided, ({ outcome }) => outcome === OUTCOME.victory),
  }
}

function countsByDay(entries: readonly Entry[]): number[] {
  const counts = new Map<number, number>()
  for (const { time } of entries) counts.set(Math.floor(time / DAY), (counts.get(Math.floor(time / DAY)) ?? 0) + 1)
  return [...counts.values()]
}

/** The trophies of the members at the end, and the growth of the clubs since the epoch without what season ends took. */
function clubs(world: World, end: Seconds) {
  const members = world.clubs.flatMap((club) => clubAt(club, end).members)
  const trophies = members.map(({ player }) => trophiesAt(world, player, end))
  const growth = world.clubs.map((club) => {
    const before = clubTrophiesAt(world, club, world.epoch)
    const taken = sum(staying(club, world.epoch, end).map((player) => takenBySeasonEnds(player, world.epoch, end)))
    return percent(clubTrophiesAt(world, club, end) + taken - before, before)
  })
  return {
    trophies10: quantile(trophies, 0.1),
    trophies50: quantile(trophies, 0.5),
    trophies90: quantile(trophies, 0.9),
    medianGrowth: quantile(growth, 0.5),
    shrinkingClubs: share(growth, (change) => change < 0),
  }
}

function takenBySeasonEnds(player: Player, from: Seconds, to: Seconds): number {
  return -sum(entriesBetween(player, from, to).map(({ kind, delta }) => (kind === HAPPENING.seasonEnd ? delta : 0)))
}

/** Ghosts of 7, 14 and 30 days among all members, and the clubs with many and with few of 7 days. */
function ghosts(world: World, end: Seconds) {
  const among = (members: Player[], days: number) =>
    share(members, (player) => !hasPlayed(player, end - days * DAY, end))
  const everybody = (days: number) => {
    const members = world.clubs.flatMap((club) => staying(club, end - days * DAY, end))
    return among(members, days)
  }
  const byClub = world.clubs.map((club) => among(staying(club, end - 7 * DAY, end), 7))
  return {
    ghosts7: everybody(7),
    ghosts14: everybody(14),
    ghosts30: everybody(30),
    clubsOfGhosts: share(byClub, (part) => part >= 40 && part <= 70),
    livelyClubs: share(byClub, (part) => part <= 30),
  }
}

const told = z.object({
  trophies: z.number(),
  totalPrestigeLevel: z.number(),
  rankedRank: z.optional(z.number()),
  highestAllTimeRankedElo: z.optional(z.number()),
})

/** Tiers of the members, and the prestige of those with about as many trophies as the recorded profile of 2026. */
function ladders(world: World, end: Seconds) {
  const members = world.clubs.flatMap((club) => clubAt(club, end).members)
  const profiles = members.map(({ player }) => told.parse(JSON.parse(playerAnswer(world, player, end).body)))
  const tiers = profiles.flatMap(({ rankedRank }) => rankedRank ?? [])
  const between = (from: number, to: number) => share(tiers, (tier) => tier >= from && tier <= to)
  const strong = profiles.filter(({ trophies }) => trophies >= 75_000 && trophies < 95_000)
  const prestige = strong.map(({ totalPrestigeLevel }) => totalPrestigeLevel)
  return {
    withoutRanked: share(profiles, ({ rankedRank }) => rankedRank === undefined),
    unranked: between(0, 0),
    bronzeAndSilver: between(1, 6),
    goldAndDiamond: between(7, 12),
    mythicAndAbove: between(13, 22),
    highestRating: quantile(
      profiles.map(({ highestAllTimeRankedElo }) => highestAllTimeRankedElo ?? 0),
      1,
    ),
    prestige10: quantile(prestige, 0.1),
    prestige50: quantile(prestige, 0.5),
    prestige90: quantile(prestige, 0.9),
  }
}

/** Members at both moments. */
export function staying(club: Club, from: Seconds, to: Seconds): Player[] {
  const before = new Set(clubAt(club, from).members.map(({ player }) => player))
  return clubAt(club, to).members.flatMap(({ player }) => (before.has(player) ? [player] : []))
}

/** Whether play changed a player's trophies after the first moment, up to the second. */
export function hasPlayed(player: Player, from: Seconds, to: Seconds): boolean {
  return entriesBetween(player, from, to).some(({ kind, delta }) => delta !== 0 && kind !== HAPPENING.seasonEnd)
}

/** What happened to a player after the first moment, up to the second. */
function entriesBetween({ timeline }: Player, from: Seconds, to: Seconds): Entry[] {
  const first = lengthAt(timeline, from)
  return Array.from({ length: lengthAt(timeline, to) - first }, (_, index) => entryAt(timeline, first + index))
}

/** The value below which that part of the values lies. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return itemAt(sorted, Math.min(sorted.length - 1, Math.floor(part * sorted.length)))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function share<T>(items: readonly T[], belongs: (item: T) => boolean): number {
  return percent(items.filter(belongs).length, items.length)
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10
}
