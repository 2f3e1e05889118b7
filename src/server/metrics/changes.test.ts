import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { milestoneAbove, milestonesUpTo } from '#shared/bands.ts'
import { addDays } from '#shared/days.ts'
import { anySeries, seriesOf, TODAY } from '#test/daily-series.ts'
import { playerMilestones } from './changes.ts'

const achievedOf = (...args: Parameters<typeof seriesOf>) => playerMilestones(seriesOf(...args)).achieved

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

  it.each<[string, number, (string | null)[], number]>([
    ['far above all that was seen came before it', 8000, [null, null], 10_000],
    ['reached a milestone that nobody saw', 10_400, [null, null, null], 15_000],
    ['between two looks was reached on these days', 5140, [null, '2026-03-31'], 10_000],
    ['of the days seen', 5100, [null, '2026-03-31'], 10_000],
  ])('a highest of the own profile that %s: %i', (_, highest, dates, next) => {
    const milestones = playerMilestones(seriesOf([4900, 4990, 5100]), highest)
    expect(milestones.achieved.map(({ achieved_date }) => achieved_date)).toEqual(dates)
    expect(milestones.next?.trophy_count).toBe(next)
  })

  it('are all up to the peak, with dates in order, and the next is the first above it', () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        const { achieved, next } = playerMilestones(series)
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
    ['the lowest one above', [49_460], 50_000, 540],
    ['the one above, once one is reached exactly', [50_000], 60_000, 10_000],
    ['one of every 25,000, from 100,000 on', [120_000], 125_000, 5000],
    // 50k was reached two days ago, so it is not next again: 60,000 - 49,460.
    ['after a fall below one that was reached', [49_000, 50_100, 49_900, 49_460], 60_000, 10_540],
    ['after a reset since the first observation', [20_100, 19_400], 25_000, 5600],
  ])('is %s: from %j it is %i, %i away', (_, closes, trophy_count, trophies_missing) => {
    expect(playerMilestones(seriesOf(closes)).next).toEqual({ trophy_count, trophies_missing })
  })

  it('is unknown without an observation', () => {
    expect(playerMilestones(seriesOf([null]))).toEqual({ achieved: [], next: null })
  })
})
