import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, seriesOf } from '#test/daily-series.ts'
import { windowView } from './daily-series.ts'
import { netGain } from './trophy-gain.ts'

const gainOf = (...args: Parameters<typeof windowView>) => netGain(windowView(...args))

describe('the gain', () => {
  it.each([
    ['160 - 100, the close of the day before the window', [100, 130, 160], 2, 60],
    ['160 - 130, the first observation, which came later', [null, 130, 160], 2, 30],
    ['90 - 100, a loss', [100, 95, 90], 2, -10],
    ['130 - 100, carried forward over today', [100, 130, null], 2, 30],
    ['0 on the only day', [130], 7, 0],
    ['unknown without an observation', [null, null], 2, null],
  ] as const)('is %s', (_, closes, days, gain) => {
    expect(gainOf(seriesOf([...closes]), days)).toBe(gain)
  })

  it('leaves out what a reset took: 850 - 1000 + 200', () => {
    expect(gainOf(seriesOf([1000, 820, 850], { resets: [0, -200, 0] }), 2)).toBe(50)
  })

  it('counts from the first observation ever where that is known: 130 - 90', () => {
    expect(gainOf(seriesOf([110, 130], { firstTrophies: 90 }), 7)).toBe(40)
    // 80 - 90 + 30: the reset came after that first observation.
    expect(gainOf(seriesOf([60, 80], { firstTrophies: 90, resets: [-30, 0] }), 7)).toBe(20)
  })

  it('over two windows in a row adds up', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 20 }), (series, days) => {
        const whole = windowView(series, 2 * days)
        const later = windowView(series, days)
        fc.pre(later.closeBefore !== null)
        const earlier = { ...whole, observed: whole.observed.slice(0, -days) }
        expect((netGain(earlier) ?? 0) + (netGain(later) ?? 0)).toBe(netGain(whole))
      }),
    )
  })
})
