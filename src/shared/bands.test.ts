import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  activeShare,
  activityLevel,
  activityText,
  activityWord,
  milestoneAbove,
  milestonesUpTo,
  scoreBand,
  TROPHY_RANGES,
  trendArrow,
  trophyFilter,
  wholeScore,
} from './bands.ts'

describe('the activity level of a day', () => {
  it.each([
    [0, 'inactive'],
    [1, 'low'],
    [2, 'low'],
    [3, 'moderate'],
    [5, 'moderate'],
    [6, 'high'],
    [10, 'high'],
    [11, 'very-high'],
    [80, 'very-high'],
  ])('with %i trophy changes is %s', (changes, level) => {
    expect(activityLevel(changes)).toBe(level)
  })
})

describe('activity as it is shown', () => {
  it.each([
    [3.3, '3%'],
    [66.7, '67%'],
    [88.5, '89%'],
    [79.6, '79%'],
    [49.9, '49%'],
    [80, '80%'],
  ])('is of %f %s', (score, text) => expect(activityText(score)).toBe(text))

  it('has the word of the score', () => {
    const score = fc.integer({ min: 0, max: 1000 })
    const shown = (tenths: number) => Number.parseFloat(activityText(tenths / 10))
    fc.assert(fc.property(score, (tenths) => activityWord(shown(tenths)) === activityWord(tenths / 10)))
  })
})

describe('the band of a score', () => {
  it.each([
    [100, 'Excellent'],
    [80, 'Excellent'],
    [79.9, 'Good'],
    [60, 'Good'],
    [59.9, 'Average'],
    [40, 'Average'],
    [39.9, 'Below Avg'],
    [20, 'Below Avg'],
    [19.9, 'Poor'],
    [0, 'Poor'],
  ])('of %f is %s', (score, band) => {
    expect(scoreBand(score)).toBe(band)
  })

  it('is also that of the score without decimals', () => {
    const score = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(fc.property(score, (each) => scoreBand(wholeScore(each)) === scoreBand(each)))
  })

  it('never gets worse as the score rises', () => {
    const order = ['Poor', 'Below Avg', 'Average', 'Good', 'Excellent']
    const score = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(score, score, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(order.indexOf(scoreBand(high))).toBeGreaterThanOrEqual(order.indexOf(scoreBand(low)))
      }),
    )
  })
})

describe('the arrow of a trend', () => {
  it.each([
    [100, 'up'],
    [70, 'up'],
    [69.9, 'neutral'],
    [50, 'neutral'],
    [30.1, 'neutral'],
    [30, 'down'],
    [0, 'down'],
  ])('at %f is %s', (trend, arrow) => {
    expect(trendArrow(trend)).toBe(arrow)
  })
})

function rangesOf(trophies: number): string[] {
  return TROPHY_RANGES.filter((range) => {
    const filter = trophyFilter(range.min, range.max)
    return filter !== null && trophies >= filter.min && (filter.max === null || trophies <= filter.max)
  }).map((range) => range.label)
}

describe('the trophy filter', () => {
  it.each([
    [undefined, undefined, null],
    [5000, undefined, null], // one end alone is no filter
    [undefined, 15_000, null],
    [0, 5000, { min: 0, max: 5000 }],
    [25_000, 99_999, { min: 25_000, max: 99_999 }],
    [25_000, 100_000, { min: 25_000, max: null }],
    [100_000, 100_000, { min: 100_000, max: null }],
    [0, 250_000, { min: 0, max: null }],
  ])('from %s to %s is %j', (min, max, filter) => {
    expect(trophyFilter(min, max)).toEqual(filter)
  })

  it.each([
    [0, ['0-5k']],
    [4999, ['0-5k']],
    [5000, ['0-5k', '5k-15k']],
    [20_000, ['15k-25k']],
    [60_000, ['25k+', '50k-75k']],
    [99_999, ['25k+', '75k-100k']],
    [235_000, ['25k+', '100k+']],
  ])('finds a player with %i trophies under %j', (trophies, labels) => {
    expect(rangesOf(trophies)).toEqual(labels)
  })
})

describe('milestones', () => {
  it.each([
    [0, 1000],
    [999, 1000],
    [1000, 5000], // reached: the next one counts
    [30_000, 40_000],
    [49_999, 50_000],
    [99_999, 100_000],
    [100_000, 125_000],
    [124_999, 125_000],
    [125_000, 150_000],
    [231_544, 250_000],
  ])('the next one above %i is %i', (trophies, next) => {
    expect(milestoneAbove(trophies)).toBe(next)
  })

  it('up to 150k are those of docs/formulas.md', () => {
    const thousands = [1, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 125, 150]
    expect(milestonesUpTo(150_000)).toEqual(thousands.map((thousand) => thousand * 1000))
    expect(milestonesUpTo(999)).toEqual([])
  })

  it('are reached up to the trophies of a player, and the next one is above them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), (trophies) => {
        const reached = milestonesUpTo(trophies)
        const next = milestoneAbove(trophies)
        expect(reached.every((milestone) => milestone <= trophies)).toBe(true)
        expect(next).toBeGreaterThan(trophies)
        expect(milestonesUpTo(next)).toEqual([...reached, next])
      }),
    )
  })
})

describe('the share of active members of a club', () => {
  it.each([
    [88.5, 23, 26, '88%'],
    [79.3, 23, 29, '79%'],
    [0, 0, 12, '0%'],
  ])('of a score of %d, %i of %i, is rounded once', (score, active, known, text) => {
    expect(activityText(activeShare(score, active, known) ?? Number.NaN)).toBe(text)
  })

  it('is the score where the members are not known, and unknown where the score is', () => {
    expect([activeShare(80, null, 26), activeShare(null, 2, 2)]).toEqual([80, null])
  })
})
