import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { milestoneAbove, milestoneName, milestonesUpTo } from './milestones.ts'

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
  ])('above %i comes %i', (trophies, next) => {
    expect(milestoneAbove(trophies)).toBe(next)
  })

  it('are the list of the documentation up to 150k', () => {
    const thousands = [1, 5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 125, 150]
    expect(milestonesUpTo(150_000)).toEqual(thousands.map((thousand) => thousand * 1000))
    expect(milestonesUpTo(999)).toEqual([])
  })

  it.each([
    [1000, '1k'],
    [125_000, '125k'],
    [1_000_000, '1M'],
    [1_025_000, '1.025M'],
  ])('%i is called %s', (trophies, name) => {
    expect(milestoneName(trophies)).toBe(name)
  })

  it('reached and next ones split the scale at the trophies', () => {
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
