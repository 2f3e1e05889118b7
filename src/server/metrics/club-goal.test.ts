import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/days.ts'
import { anyClubSeries, clubSeriesOf, memberOf, seriesOf, TODAY } from '#test/daily-series.ts'
import { type ClubGoal, goalProgress, goalShares } from './club-goal.ts'

const day = (ago: number) => addDays(TODAY, -ago)
const gain = (trophies: number, from: number, until = 0): ClubGoal => ({
  kind: 'gain',
  trophies,
  from: day(from),
  until: day(until),
})

describe('how far a club is on the way to its goal', () => {
  it('counts a gain from the close of the day before it began', () => {
    // 1,000 before it; 1,060 now: 60 of 100, all won by play.
    const club = clubSeriesOf([1000, 1020, 1050, 1060])
    expect(goalProgress(gain(100, 2), club)).toEqual({
      now: 60,
      missing: 40,
      share: 0.6,
      reachedOn: null,
      played: 60,
      joined: 0,
      left: 0,
    })
  })

  it('tells what joined and left apart from play', () => {
    const club = clubSeriesOf([1000, 1250, 1150], { joined: [0, 200, 0], departed: [0, 0, -150] })
    expect(goalProgress(gain(500, 1), club)).toMatchObject({ now: 150, played: 100, joined: 200, left: -150 })
  })

  it('takes no reset for a loss of a gain', () => {
    const club = clubSeriesOf([1000, 1050, 900], { resets: [0, 0, -200] })
    expect(goalProgress(gain(100, 1), club)).toMatchObject({ now: 100, missing: 0, reachedOn: day(0) })
  })

  it('measures a total by the trophies of the club, and its way from where it began', () => {
    const goal: ClubGoal = { kind: 'total', trophies: 1200, from: day(1), until: day(-10) }
    expect(goalProgress(goal, clubSeriesOf([1000, 1020, 1050]))).toMatchObject({ now: 1050, missing: 150, share: 0.25 })
  })

  it('keeps the day on which it was reached, also where trophies were lost again', () => {
    const club = clubSeriesOf([1000, 1090, 1110, 1080])
    expect(goalProgress(gain(100, 2), club)).toMatchObject({ now: 80, missing: 20, reachedOn: day(1) })
  })

  it('does not count what came after its last day', () => {
    const club = clubSeriesOf([1000, 1030, 1040, 1500])
    expect(goalProgress(gain(100, 2, 1), club)).toMatchObject({ now: 40, missing: 60, reachedOn: null })
  })

  it.each([
    ['nobody looked since it began', gain(100, 1), clubSeriesOf([1000, null, null])],
    ['it has not begun', gain(100, -3, -9), clubSeriesOf([1000, 1010])],
    ['nobody ever looked', gain(100, 1), clubSeriesOf([null, null])],
    ['it was over before the club was known', gain(100, 40, 30), clubSeriesOf([1000, 1010])],
  ])('says nothing where %s', (_, goal, club) => {
    expect(goalProgress(goal, club)).toMatchObject({ now: null, missing: null, share: null, reachedOn: null })
  })

  it('is reached at once where the club has so many already', () => {
    const goal: ClubGoal = { kind: 'total', trophies: 900, from: day(1), until: day(0) }
    expect(goalProgress(goal, clubSeriesOf([1000, 1010]))).toMatchObject({ missing: 0, share: 1, reachedOn: day(1) })
  })

  it('has a share from 0 to 1, and parts that add up to a gain', () => {
    const goals = fc.record({ trophies: fc.integer({ min: 1, max: 20_000 }), from: fc.integer({ min: 0, max: 70 }) })
    fc.assert(
      fc.property(anyClubSeries, goals, (club, { trophies, from }) => {
        const { now, share, played, joined, left, missing } = goalProgress(gain(trophies, from), club)
        if (now === null) return
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
        expect(missing).toBe(Math.max(0, trophies - now))
        if (played !== null && joined !== null && left !== null) expect(played + joined + left).toBe(now)
      }),
    )
  })
})

describe('what each member has added to a goal', () => {
  it('is what they won since it began, or since they joined', () => {
    const since = new Date(`${day(1)}T12:00:00Z`)
    const shares = goalShares(gain(100, 2), [
      memberOf('#2PY', seriesOf([500, 510, 540, 560])),
      memberOf('#2PL', seriesOf([100, 300, 310, 335]), { inClubSince: since }),
      memberOf('#2PQ', seriesOf([null, null, null, null])),
      memberOf('#2PU', seriesOf([900, 900, 880, 880])),
    ])
    // 560 - 500; 335 - 300, the close before the day of joining; unknown; 880 - 900.
    expect(shares.map(({ player, gain: won }) => [player, won])).toEqual([
      ['#2PY', 60],
      ['#2PL', 35],
      ['#2PU', -20],
    ])
  })
})
