import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, rhythm, seriesOf } from '#test/daily-series.ts'
import { activeDays, activityConsistency, activityScore, longestStreak, meanActivity } from './activity.ts'
import { windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'

describe('activity and consistency', () => {
  it.each([
    // pattern, days, 100 x active / observed, 100 x (1 - longest silence / observed), longest streak
    ['##########', 10, 100, 100, 10],
    ['..........', 10, 0, 0, 0], // 1 - 10/10
    ['#.#.#.#.#.', 10, 50, 90, 1], // 5/10; 1 - 1/10
    ['#####.....', 10, 50, 50, 5], // 5/10; 1 - 5/10
    ['##..##...#', 10, 50, 70, 2], // 5/10; 1 - 3/10
    ['.#.', 3, 33.3, 66.7, 1], // 1/3; 1 - 1/3
    ['.....##', 7, 28.6, 28.6, 2], // 2/7; 1 - 5/7
    ['##.....', 2, 0, 0, 0], // only the last two days count
    ['###', 30, 100, 100, 3], // observed for 3 days of 30
    ['#', 30, 100, 100, 1],
  ])('of %s over %i days are %f and %f', (pattern, days, activity, consistency, streak) => {
    const view = windowView(rhythm(pattern), days)
    expect(oneDecimal(activityScore(view))).toBe(activity)
    expect(oneDecimal(activityConsistency(view))).toBe(consistency)
    expect(longestStreak(view)).toBe(streak)
  })

  it('count a day with one change as active, and a day without an observation as inactive', () => {
    const view = windowView(seriesOf([10, null, 20, 30], { changes: [0, null, 1, 12] }), 4)
    expect(activeDays(view)).toBe(2) // 2 of 4 days
    expect(activityScore(view)).toBe(50)
  })

  it('leave out the days before the first observation: 1 active of 2 observed days', () => {
    expect(activityScore(windowView(seriesOf([null, null, 100, 110]), 4))).toBe(50)
  })

  it('are null, not 0, without any observation', () => {
    const view = windowView(seriesOf([null, null]), 2)
    expect([activityScore(view), activityConsistency(view)]).toEqual([null, null])
  })

  it('stay between 0 and 100, and consistency is 0 only without activity', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 90 }), (series, days) => {
        const view = windowView(series, days)
        fc.pre(view.observed.length > 0)
        const [activity, consistency] = [activityScore(view) ?? -1, activityConsistency(view) ?? -1]
        expect(activity).toBeGreaterThanOrEqual(0)
        expect(activity).toBeLessThanOrEqual(100)
        expect(consistency).toBeGreaterThanOrEqual(activity) // the longest silence is no more than all of it
        expect(consistency).toBeLessThanOrEqual(100)
        expect(consistency === 0).toBe(activity === 0)
      }),
    )
  })

  it('never rise when an inactive day is added or replaces an active one', () => {
    const pattern = fc.string({ unit: fc.constantFrom('#', '.'), minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(pattern, fc.nat(), (days, place) => {
        const at = place % days.length
        const score = (text: string) => activityScore(windowView(rhythm(text), text.length)) ?? -1
        expect(score(`${days.slice(0, at)}.${days.slice(at)}`)).toBeLessThanOrEqual(score(days))
        expect(score(`${days.slice(0, at)}.${days.slice(at + 1)}`)).toBeLessThanOrEqual(score(days))
      }),
    )
  })
})

describe('the mean activity', () => {
  it.each([
    [[100, 50, 25], 58.3], // 175 / 3
    [[0], 0],
    [[], null],
  ])('of %j is %j', (scores, mean) => {
    expect(meanActivity(scores)).toBe(mean)
  })
})
