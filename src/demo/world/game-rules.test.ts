import { expect, test } from 'vitest'
import { brawlerRank, experienceLevel, lossAt, showdownChange, trophiesAfterSeasonEnd } from './game-rules.ts'

test.each([
  [0, 0],
  [1000, 1000],
  [1001, 1001],
  [1100, 1075],
  [2425, 2069],
])('a brawler with %i trophies has %i after a season end', (before, after) => {
  expect(trophiesAfterSeasonEnd(before)).toBe(after)
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
  expect(showdownChange('solo', 1, 10)).toBe(-1)
  expect(showdownChange('duo', 0, 5)).toBeCloseTo(0)
  expect(showdownChange('solo', 2000, 1)).toBe(20)
})

test('experience levels follow the law found in recorded accounts', () => {
  expect(experienceLevel(228_313)).toBe(211)
  expect(experienceLevel(0)).toBe(1)
})
