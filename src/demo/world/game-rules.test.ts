import { expect, test } from 'vitest'
import {
  brawlerRank,
  experienceLevel,
  lossAt,
  loweredElo,
  rankedSeason,
  shareOfBots,
  showdownChange,
} from './game-rules.ts'

test.each([
  [0, false, 0, 0.8],
  [350, false, 0, 0.5],
  [450, false, 0, 0],
  [450, false, 2, 0],
  [450, false, 3, 0.25],
  [350, false, 3, 0.5],
  [700, true, 0, 0.55],
  [900, true, 0, 0.5],
  [1200, true, 0, 0],
])('for a brawler with %i trophies (on a climb: %s), after %i defeats, %f of the lobbies are of bots', (...given) => {
  const [trophies, climbing, losses, share] = given
  expect(shareOfBots(trophies, climbing, losses)).toBe(share)
})

test.each([
  [0, 1],
  [249, 1],
  [250, 2],
  [999, 4],
  [1000, 5],
  [2000, 6],
  [3000, 7],
  [9000, 7],
])('a brawler with a highest of %i trophies has rank %i', (highest, rank) => {
  expect(brawlerRank(highest)).toBe(rank)
})

test.each([
  [0, -1],
  [650, -3],
  [1100, -5],
  [5000, -10],
])('a defeat of a brawler with %i trophies changes them by %i', (trophies, change) => {
  expect(lossAt(trophies)).toBe(change)
})

test('a showdown never takes more trophies than the brawler has', () => {
  expect(showdownChange('solo', 1, 10, 0)).toBe(-1)
  expect(showdownChange('duo', 0, 5, 0)).toBeCloseTo(0)
})

test('first places in a row win up to eight trophies more', () => {
  expect(showdownChange('solo', 2000, 1, 0)).toBe(20)
  expect(showdownChange('solo', 2000, 1, 3)).toBe(23)
  expect(showdownChange('duo', 0, 1, 12)).toBe(28)
  expect(showdownChange('duo', 0, 2, 12)).toBe(12)
})

test('experience levels follow the law found in recorded accounts', () => {
  expect(experienceLevel(228_313)).toBe(211)
  expect(experienceLevel(0)).toBe(1)
})

test.each([
  ['2026-08-19T23:59:59Z', 47],
  ['2026-08-20T00:00:00Z', 48],
  ['2026-09-16T12:00:00Z', 48],
  ['2026-09-17T00:00:00Z', 49],
  ['2027-01-21T00:00:00Z', 53],
])('at %s it is Ranked season %i', (at, season) => {
  expect(rankedSeason(Date.parse(at) / 1000)).toBe(season)
})

test('a season start lowers a rating, but not one of 750 or less', () => {
  expect([loweredElo(4750, 0), loweredElo(4750, 1), loweredElo(4750, 2), loweredElo(600, 3)]).toEqual([
    4750, 4150, 3640, 600,
  ])
})
