import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  type ClubFigures,
  compareFigures,
  measureEvenness,
  measureRetention,
  median,
  midRank,
  nearestClubs,
} from './club-similarity.ts'

describe('the mid rank', () => {
  it.each([
    [3, [1, 2, 4, 5], 50],
    [3, [3, 3], 50],
    [3, [1, 3], 75],
    [1, [2, 3], 0],
    [9, [2, 3], 100],
    [3, [], null],
  ])('of %d among %j is %j', (value, others, rank) => {
    expect(midRank(value, others)).toBe(rank)
  })

  it('of a value and of its opposite add up to 100', () => {
    const whole = fc.integer({ min: -20, max: 20 })
    fc.assert(
      fc.property(whole, fc.array(whole, { minLength: 1 }), (value, others) => {
        const opposite = midRank(
          -value,
          others.map((other) => -other),
        )
        expect((midRank(value, others) ?? 0) + (opposite ?? 0)).toBeCloseTo(100)
      }),
    )
  })
})

test.each([
  [[], null],
  [[4], 4],
  [[9, 1, 4], 4],
  [[1, 2, 10, 4], 3],
])('the median of %j is %j', (values, middle) => {
  expect(median(values)).toBe(middle)
})

describe('retention after 90 days', () => {
  const stays = (days: number[], left: boolean) => days.map((each) => ({ days: each, left }))

  it('counts who left among those who were still watched', () => {
    // After 10 days one of ten leaves: 9/10. Two are too new for more. After 30 days two of the seven others leave: 5/7.
    const all = [...stays([10, 30, 30], true), ...stays([20, 20, 95, 95, 95, 95, 95], false)]
    expect(measureRetention(all, 90)).toBeCloseTo(100 * 0.9 * (5 / 7))
  })

  it.each([
    ['everybody stayed', stays(Array(10).fill(100), false), 100],
    ['everybody left at once', stays(Array(10).fill(5), true).concat(stays([91], false)), 100 / 11],
    ['who left later was there then', stays(Array(10).fill(120), true), 100],
    ['nine stays are too few', stays(Array(9).fill(100), false), null],
    ['nobody was watched for so long', stays(Array(30).fill(89), false), null],
  ])('%s: %j', (_story, all, share) => {
    const found = measureRetention(all, 90)
    expect(found === null ? null : Math.round(found * 1000)).toBe(share === null ? null : Math.round(share * 1000))
  })

  it('is the plain share when nobody is too new', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 10, maxLength: 40 }), (days) => {
        fc.pre(days.some((each) => each >= 90))
        const left = days.map((each) => ({ days: each, left: each < 90 }))
        const there = days.filter((each) => each >= 90).length
        expect(measureRetention(left, 90)).toBeCloseTo((100 * there) / days.length)
      }),
    )
  })
})

describe('evenness', () => {
  it.each([
    [[100, 100, 100], 100],
    // Gini of 0, 0, 300 is 2/3.
    [[0, 0, 300], 100 / 3],
    // Gini of 1, 2, 3 is 2/9.
    [[3, 1, 2], (100 * 7) / 9],
    [[-50, 0, 300], 100 / 3],
    [[0, 0, 0], null],
    [[10, 10], null],
  ])('of gains %j is %j', (gains, expected) => {
    const found = measureEvenness(gains)
    expect(found === null ? null : Math.round(found * 1e6)).toBe(expected === null ? null : Math.round(expected * 1e6))
  })

  it('does not change when all win twice as much, and lies from 0 to 100', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 3, maxLength: 30 }), (gains) => {
        const one = measureEvenness(gains)
        fc.pre(one !== null)
        expect(measureEvenness(gains.map((gain) => 2 * gain))).toBeCloseTo(one)
        expect(one).toBeGreaterThanOrEqual(0)
        expect(one).toBeLessThanOrEqual(100)
      }),
    )
  })
})

const anyClub = fc.record({
  medianTrophies: fc.integer({ min: 0, max: 60_000 }),
  members: fc.integer({ min: 20, max: 30 }),
})
const anyClubs = fc
  .array(anyClub, { maxLength: 60 })
  .map((clubs) => clubs.map((club, place) => ({ ...club, tag: `#${String(place).padStart(3, '0')}` })))

describe('the nearest clubs', () => {
  it('are those about as large whose median is nearest by its logarithm', () => {
    fc.assert(
      fc.property(anyClubs, anyClub, fc.integer({ min: 1, max: 20 }), (clubs, shape, most) => {
        const club = { ...shape, tag: '#OWN' }
        const sorted = [...clubs, club].sort((one, other) => one.medianTrophies - other.medianTrophies)
        const far = (trophies: number) =>
          Math.abs(Math.log(Math.max(1, trophies)) - Math.log(Math.max(1, club.medianTrophies)))
        const alike = clubs.filter(({ members }) => Math.abs(members - club.members) <= 3)
        const distances = alike.map(({ medianTrophies }) => far(medianTrophies)).sort((one, other) => one - other)
        const found = nearestClubs(club, sorted, most)
        expect(found).not.toContain(club)
        expect(found.map(({ medianTrophies }) => far(medianTrophies).toFixed(9))).toEqual(
          distances.slice(0, most).map((each) => each.toFixed(9)),
        )
      }),
    )
  })
})

describe('a club compared', () => {
  const figures = (given: Partial<ClubFigures> = {}): ClubFigures => ({
    active_share: 50,
    median_gain: 500,
    retention_90d: null,
    ghost_share: 20,
    evenness: 60,
    ...given,
  })
  const others = Array.from({ length: 100 }, (_, place) => figures({ active_share: place, ghost_share: place }))

  it('has a share of clubs that do worse for each figure that is known, and their mean', () => {
    const { parts, mean } = compareFigures(figures({ active_share: 90, ghost_share: 10 }), others)
    expect(parts).toEqual({
      active_share: { value: 90, percentile: 90.5, typical: 49.5 },
      median_gain: { value: 500, percentile: 50, typical: 500 },
      retention_90d: { value: null, percentile: null, typical: null },
      ghost_share: { value: 10, percentile: 89.5, typical: 49.5 },
      evenness: { value: 60, percentile: 50, typical: 60 },
    })
    expect(mean).toBeCloseTo((90.5 + 50 + 89.5 + 50) / 4)
  })

  it('stands beside the median of the others, however they are ordered and however many are equal', () => {
    const unknown = { active_share: null, retention_90d: null, ghost_share: null, evenness: null }
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 40 }), { minLength: 50, maxLength: 203 }), (gains) => {
        const others = gains.map((median_gain) => ({ ...unknown, median_gain }))
        const { parts } = compareFigures({ ...unknown, median_gain: 7 }, others)
        expect(parts.median_gain).toEqual({ value: 7, percentile: midRank(7, gains), typical: median(gains) })
      }),
    )
  })

  it('has no share of fewer than 50 clubs', () => {
    const { parts, mean } = compareFigures(figures(), others.slice(0, 49))
    expect([parts.active_share, mean]).toEqual([{ value: 50, percentile: null, typical: null }, null])
  })
})
