import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, memberOf, rhythm, seriesOf } from '#test/daily-series.ts'
import {
  activeDays,
  activityConsistency,
  activityScore,
  currentStreak,
  longestStreak,
  meanActivity,
  playerState,
} from './activity.ts'
import { windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'

const over = (pattern: string, days = pattern.length) => windowView(rhythm(pattern), days)
const DAYS_OF_30 = (active: string) => active.padStart(30, '.')

describe('the activity score', () => {
  it.each([
    // pattern, days, 100 x active / observed
    ['##########', 10, 100],
    ['..........', 10, 0],
    ['#.#.#.#.#.', 10, 50], // 5 of 10
    ['.#.', 3, 33.3], // 1 of 3
    ['.....##', 7, 28.6], // 2 of 7
    ['##.....', 2, 0], // only the last two days count
    ['###', 30, 100], // observed for 3 days of 30
    ['#??.#', 5, 66.7], // 2 of the 3 known days
    ['##??', 4, 100], // today and yesterday are not known yet
  ])('of %s over %i days is %f', (pattern, days, activity) => {
    expect(oneDecimal(activityScore(over(pattern, days)))).toBe(activity)
  })

  it('counts a day with one change as active, and leaves out an unknown day', () => {
    const view = windowView(seriesOf([10, null, 20, 30], { changes: [0, null, 1, 12] }), 4)
    expect(activeDays(view)).toBe(2)
    expect(oneDecimal(activityScore(view))).toBe(66.7) // 2 of 3
  })

  it('counts a day without a scan that is known by other means', () => {
    // The trophies were the same before and after the second day; a battle log covers the third.
    const view = windowView(seriesOf([10, null, null, 10], { changes: [0, 0, 2, 0] }), 4)
    expect(activityScore(view)).toBe(25) // 1 of 4
  })

  it('leaves out the days before the first observation: 1 active of 2 observed days', () => {
    expect(activityScore(windowView(seriesOf([null, null, 100, 110]), 4))).toBe(50)
  })
})

describe('consistency', () => {
  it.each([
    // 30 dates: weeks of 7, 7 and 7 from the end, and the first of 7 + 2
    ['three days in every week', `..#.#.#..${'#.#.#..'.repeat(3)}`, 30, 100],
    ['every day', '#'.repeat(30), 30, 100],
    ['weekends only: 2/3 in every week', `..${'.....##'.repeat(4)}`, 30, 66.7],
    ['three days of one week: 1 of 4 weeks', DAYS_OF_30('###'), 30, 25],
    ['seven days of one week: 1 of 4 weeks', DAYS_OF_30('#######'), 30, 25],
    ['one day: (1/3) / 4', DAYS_OF_30('#'), 30, 8.3],
    ['nothing', '.'.repeat(30), 30, 0],
    // 11 dates: a week of 7 and one of 4
    ['one day in 4 dates, three in 7: (1/3 + 1) / 2', '#...###....', 11, 66.7],
    // 10 dates: the rest of 3 joins the week after it
    ['two days in the one week of 10: 2/3', '#..#......', 10, 66.7],
    ['two of three dates, which are the only week', '##.', 3, 66.7],
    // 14 dates, of which the first week is unknown
    ['three days after an outage of a week', '???????#.#.#..', 14, 100],
    ['a day of the three known ones: 1/3', '???????????.#.', 14, 33.3],
  ])('of %s (%s over %i days) is %f', (_, pattern, days, consistency) => {
    expect(oneDecimal(activityConsistency(over(pattern, days)))).toBe(consistency)
  })
})

describe('activity and consistency', () => {
  it('are null, not 0, without a known day', () => {
    for (const view of [windowView(seriesOf([null, null]), 2), over('.???', 3)]) {
      expect([activityScore(view), activityConsistency(view)]).toEqual([null, null])
    }
  })

  it('stay between 0 and 100, and are 0 only without activity', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 90 }), (series, days) => {
        const view = windowView(series, days)
        fc.pre(view.observedDays > 0)
        const [activity, consistency] = [activityScore(view) ?? -1, activityConsistency(view) ?? -1]
        for (const score of [activity, consistency]) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100)
        }
        expect(consistency === 0).toBe(activity === 0)
      }),
    )
  })

  const anyPattern = fc.string({ unit: fc.constantFrom('#', '.', '?'), minLength: 1, maxLength: 40 })

  it('never rise when an inactive day is added or replaces an active one', () => {
    fc.assert(
      fc.property(anyPattern, fc.nat(), (days, place) => {
        const at = place % days.length
        const score = (text: string) => activityScore(over(text)) ?? 100
        expect(score(`${days.slice(0, at)}.${days.slice(at)}`)).toBeLessThanOrEqual(score(days))
        fc.pre(days[at] === '#')
        const idle = `${days.slice(0, at)}.${days.slice(at + 1)}`
        expect(score(idle)).toBeLessThanOrEqual(score(days))
        expect(activityConsistency(over(idle)) ?? 0).toBeLessThanOrEqual(activityConsistency(over(days)) ?? 0)
      }),
    )
  })

  it('do not change when an unknown day is added at the end of the window', () => {
    fc.assert(
      fc.property(anyPattern, (days) => {
        fc.pre(days.replaceAll('?', '') !== '' && !days.startsWith('?'))
        expect(activityScore(over(`${days}?`))).toBe(activityScore(over(days)))
      }),
    )
  })
})

describe('the longest streak', () => {
  it.each([
    ['##########', 10],
    ['..........', 0],
    ['#####.....', 5],
    ['##..###..#', 3],
    ['##?##', 2], // nobody knows whether it went on
  ])('of %s is %i', (pattern, streak) => {
    expect(longestStreak(over(pattern))).toBe(streak)
  })
})

describe('the current streak', () => {
  it.each([
    ['##.###', 3],
    // Nobody has played today yet.
    ['##.###.', 3],
    ['###..', 0],
    ['#?##', 2],
    ['##?', 2],
    ['####', 4],
    ['.', 0],
  ])('of %j is %j', (pattern, streak) => {
    expect(currentStreak(over(pattern))).toBe(streak)
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

describe('what is known of a player', () => {
  it.each([
    ['7 known days', '.......', 30, { learning: null, resting: false }],
    ['6 known days', '......', 30, { learning: { observed_days: 6, needed: 7 }, resting: false }],
    ['6 known days and an outage', '###????###', 30, { learning: { observed_days: 6, needed: 7 }, resting: false }],
    ['a window of 7 days, judged by 30', '#######??', 7, { learning: null, resting: false }],
    ['13 silent days', '#.............', 30, { learning: null, resting: false }],
    ['14 silent days', '#..............', 30, { learning: null, resting: true }],
    ['14 silent days and an outage within', '#.......?.......', 30, { learning: null, resting: true }],
    ['13 silent days and an outage within', '#.......?......', 30, { learning: null, resting: false }],
    ['20 silent days ago, judged by 30 and not by 7', `#${'.'.repeat(20)}`, 7, { learning: null, resting: true }],
  ])('with %s (%s, over %i days) is %j', (_, pattern, days, state) => {
    expect(playerState(memberOf('#P', rhythm(pattern)), days)).toMatchObject(state)
  })
})
