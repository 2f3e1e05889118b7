import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { milestonesUpTo } from '#shared/bands.ts'
import { addDays } from '#shared/days.ts'
import { anySeries, seriesOf, TODAY } from '#test/daily-series.ts'
import { achievedMilestones, nextMilestone } from './milestones.ts'

describe('reached milestones', () => {
  it('have the first day at or above them, and none when the player was there at the first observation', () => {
    expect(achievedMilestones(seriesOf([4000, 4900, 5000, 4990, 10_100]))).toEqual([
      { milestone: '1k', trophy_count: 1000, achieved_date: null },
      { milestone: '5k', trophy_count: 5000, achieved_date: '2026-03-29' },
      { milestone: '10k', trophy_count: 10_000, achieved_date: '2026-03-31' },
    ])
  })

  it('stay reached after a fall', () => {
    expect(achievedMilestones(seriesOf([900, 1000, 700])).map(({ achieved_date }) => achieved_date)).toEqual([
      '2026-03-30',
    ])
  })

  it('have the day of the first observation when they were reached later on that day', () => {
    const [first] = achievedMilestones(seriesOf([1010], { firstTrophies: 990 }))
    expect(first?.achieved_date).toBe(TODAY)
  })

  it('are none without trophies or observations', () => {
    expect(achievedMilestones(seriesOf([999]))).toEqual([])
    expect(achievedMilestones(seriesOf([null]))).toEqual([])
    expect(achievedMilestones(seriesOf([]))).toEqual([])
  })

  it('are all up to the peak, with dates in order', () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        const reached = achievedMilestones(series)
        const peak = Math.max(0, ...series.closes.map((close) => close ?? 0))
        expect(reached.map(({ trophy_count }) => trophy_count)).toEqual(milestonesUpTo(peak))
        const dates = reached.flatMap(({ achieved_date }) => achieved_date ?? [])
        expect(dates).toEqual(dates.toSorted())
        expect(dates.every((date) => date > addDays(series.from, 0) && date <= TODAY)).toBe(true)
      }),
    )
  })
})

describe('the next milestone', () => {
  it.each([
    [49_460, 60, 50_000, 540, 9], // 540 / 60
    [49_461, 60, 50_000, 539, 9], // 8.98, rounded up
    [50_000, 60, 60_000, 10_000, 167], // 166.7
    [120_000, 1000, 125_000, 5000, 5],
    [49_460, 0, 50_000, 540, null], // at a standstill
    [49_460, -20, 50_000, 540, null],
    [49_460, null, 50_000, 540, null],
  ])('from %i at %j a day is %i, %i away, in %j days', (trophies, pace, count, missing, days) => {
    expect(nextMilestone(trophies, pace)).toEqual({
      trophy_count: count,
      trophies_missing: missing,
      days_at_this_pace: days,
    })
  })
})
