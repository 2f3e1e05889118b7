import { expect, test } from 'vitest'
import { DEMO_SEED } from '#demo/start-demo-provider.ts'
import { type DemoFigures, demoFigures, hasPlayed, staying } from '#test/demo-figures.ts'
import { createWorld } from './create-world.ts'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from './landmarks.ts'
import { clubAt, clubTrophiesAt, stateAt, trophiesAt } from './state-at.ts'
import { DAY } from './time.ts'
import type { Club, Mood, Player } from './world.ts'

// What recorded players do, and what those of a larger world do, is in docs/game-api.md#play.
const DAYS = 30
const world = createWorld({ seed: DEMO_SEED, epoch: new Date('2026-06-01T00:00:00Z'), clubs: 40 })
const figures = demoFigures(world, DAYS)
const end = world.epoch + DAYS * DAY - 1

/** What is outside of its bounds. */
function missed(bounds: Partial<Record<keyof DemoFigures, [low: number, high: number]>>): string[] {
  return Object.entries(bounds).flatMap(([name, [low, high]]) => {
    const figure = figures[name as keyof DemoFigures]
    return figure >= low && figure <= high ? [] : [`${name} is ${figure} (${low} to ${high})`]
  })
}

test.each([
  ['most days bring no trophy change', { daysWithoutChange: [67, 77] }],
  [
    'daily trophy changes have a heavy tail',
    { change95: [275, 420], change99: [950, 1500], largestGain: [2000, 2900] },
  ],
  ['nobody loses thousands of trophies in a day, at a season end either', { largestFall: [100, 1000] }],
  ['days have many battles', { battles25: [6, 9], battles50: [13, 17], battles95: [66, 86], mostBattles: [120, 139] }],
  [
    'players win two battles of three, mostly with power 11',
    { power11: [65, 75], victories: [63, 70], medianChange: [9, 12] },
  ],
  ["members' trophies", { trophies10: [6500, 13_000], trophies50: [34_000, 48_000], trophies90: [66_000, 84_000] }],
  ['clubs of ghosts are beside lively ones', { ghosts7: [38, 60], clubsOfGhosts: [35, 75], livelyClubs: [15, 40] }],
  ['clubs shrink as well as grow', { medianGrowth: [1, 9], shrinkingClubs: [15, 45], clubsOfGhosts: [35, 75] }],
  [
    'tiers reach as high as the highest rating that was recorded, and most members stand below Mythic',
    { withoutRanked: [3, 12], unranked: [20, 40], mythicAndAbove: [3, 15], highestRating: [8500, 10_200] },
  ],
  [
    'the recorded prestige of 57 is within that of members with about as many trophies',
    { prestige10: [5, 57], prestige90: [57, 104] },
  ],
] as const)('as in recordings of the game: %s', (_, bounds) => {
  expect(missed(bounds as Parameters<typeof missed>[0])).toEqual([])
})

test('lively clubs grow more than others, and quiet ones lose members', () => {
  const sum = (mood: Mood, of: (club: Club) => number) =>
    world.clubs.filter((club) => club.mood === mood).reduce((total, club) => total + of(club), 0)
  const growth = (mood: Mood) =>
    sum(mood, (club) => clubTrophiesAt(world, club, end)) /
    sum(mood, (club) => clubTrophiesAt(world, club, world.epoch))
  expect(growth('lively')).toBeGreaterThan(growth('ordinary'))
  expect(growth('lively')).toBeGreaterThan(growth('quiet'))
  const members = (at: number) => sum('quiet', (club) => clubAt(club, at).members.length)
  expect(members(end)).toBeLessThan(members(world.epoch))
})

test('the example club is lively, and its example player plays on most days and gains', () => {
  const club = world.clubByTag.get(EXAMPLE_CLUB_TAG) as Club
  for (let day = 7; day < DAYS; day += 1) {
    const [from, to] = [world.epoch + (day - 7) * DAY, world.epoch + day * DAY]
    const members = staying(club, from, to)
    const active = members.filter((player) => hasPlayed(player, from, to))
    expect(active.length).toBeGreaterThan(0.65 * members.length)
  }
  const player = world.playerByTag.get(EXAMPLE_PLAYER_TAG) as Player
  const days = Array.from({ length: DAYS }, (_, day) => world.epoch + day * DAY)
  expect(days.filter((day) => hasPlayed(player, day, day + DAY)).length).toBeGreaterThan(0.75 * DAYS)
  expect(trophiesAt(world, player, end) - trophiesAt(world, player, world.epoch)).toBeGreaterThan(2000)
})

test('a season end cuts several brawlers of the example player to exactly 1,000, and none of a ghost', () => {
  const seasonEnd = world.seasonEnds[0] as number
  const cut = (player: Player) => {
    const after = stateAt(world, player, seasonEnd).trophies
    return [...stateAt(world, player, seasonEnd - 1).trophies].flatMap((trophies, brawler) =>
      trophies === after[brawler] ? [] : [after[brawler]],
    )
  }
  const brawlers = cut(world.playerByTag.get(EXAMPLE_PLAYER_TAG) as Player)
  expect(brawlers.length).toBeGreaterThan(1)
  expect(new Set(brawlers)).toEqual(new Set([1000]))
  for (const ghost of world.players.filter(({ character }) => character.name === 'ghost'))
    expect(cut(ghost)).toEqual([])
})
