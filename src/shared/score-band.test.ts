import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scoreBand, trendArrow } from './score-band.ts'

describe('how a score reads', () => {
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
  ])('%f is %s', (score, band) => {
    expect(scoreBand(score)).toBe(band)
  })

  it('never gets worse with a higher score', () => {
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
