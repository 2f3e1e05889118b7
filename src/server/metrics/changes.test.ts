import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { milestoneAbove, milestonesUpTo } from '#shared/bands.ts'
import { addDays } from '#shared/days.ts'
import { anySeries, seriesOf, TODAY } from '#test/daily-series.ts'
import { playerMilestones } from './changes.ts'

const achievedOf = (...args: Parameters<typeof seriesOf>) => playerMilestones(seriesOf(...args), null).achieved

describe('reached milestones', () => {
  it('have the first day at or above them, and none when the player was there at the first observation', () => {
    expect(achievedOf([4000, 4900, 5000, 4990, 10_100])).toEqual([
      { milestone: '1k', trophy_count: 1000, achieved_date: null },
      { milestone: '5k', trophy_count: 5000, achieved_date: '2026-03-29' },
      { milestone: '10k', trophy_count: 10_000, achieved_date: '2026-03-31' },
    ])
  })

  it('stay reached after a fall', () => {
    expect(achievedOf([900, 1000, 700]).map(({ achieved_date }) => achieved_date)).toEqual(['2026-03-30'])
  })

  it('have the day of the first observation when they were reached later on that day', () => {
    expect(achievedOf([1010], { firstTrophies: 990 })[0]?.achieved_date).toBe(TODAY)
  })

  it('are none without trophies or observations', () => {
    expect(achievedOf([999])).toEqual([])
    expect(achievedOf([null])).toEqual([])
    expect(achievedOf([])).toEqual([])
  })

  it('are all up to the peak, with dates in order, and the next is the first above it', () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        const { achieved, next } = playerMilestones(series, null)
        const peak = Math.max(0, ...series.closes.map((close) => close ?? 0))
        expect(achieved.map(({ trophy_count }) => trophy_count)).toEqual(milestonesUpTo(peak))
        const dates = achieved.flatMap(({ achieved_date }) => achieved_date ?? [])
        expect(dates).toEqual(dates.toSorted())
        expect(dates.every((date) => date > addDays(series.from, 0) && date <= TODAY)).toBe(true)
        if (next !== null) expect(next.trophy_count).toBe(milestoneAbove(peak))
      }),
    )
  })
})

describe('the next milestone', () => {
  it.each([
    ['540 / 60', [49_460], 60, 50_000, 540, 9],
    ['8.98, rounded up', [49_461], 60, 50_000, 539, 9],
    ['166.7, rounded up', [50_000], 60, 60_000, 10_000, 167],
    ['5,000 / 1,000', [120_000], 1000, 125_000, 5000, 5],
    ['at a standstill', [49_460], 0, 50_000, 540, null],
    ['while trophies fall', [49_460], -20, 50_000, 540, null],
    ['at an unknown pace', [49_460], null, 50_000, 540, null],
    // 50k was reached two days ago, so it is not next again: 60,000 - 49,460.
    ['after a fall below one that was reached', [49_000, 50_100, 49_900, 49_460], 60, 60_000, 10_540, 176],
    ['after a reset since the first observation', [20_100, 19_400], 60, 25_000, 5600, 94], // 93.3
  ])('%s: from %j at %j a day is %i, %i away, in %j days', (_, closes, pace, count, missing, days) => {
    expect(playerMilestones(seriesOf(closes), pace).next).toEqual({
      trophy_count: count,
      trophies_missing: missing,
      days_at_this_pace: days,
    })
  })

  it('is unknown without an observation', () => {
    expect(playerMilestones(seriesOf([null]), 60)).toEqual({ achieved: [], next: null })
  })
})
