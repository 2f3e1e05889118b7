import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyClubSeries, anySeries, clubSeriesOf, rhythm, seriesOf } from '#test/daily-series.ts'
import { windowView } from './daily-series.ts'
import { averageGain, clubGrowth, growthPercent, netGain, recordDay, wonLine } from './trophy-gain.ts'

const gainOf = (...args: Parameters<typeof windowView>) => netGain(windowView(...args))

describe('the gain', () => {
  it.each([
    ['160 - 100, the close of the day before the window', [100, 130, 160], 2, 60],
    ['160 - 130, the first observation, which came later', [null, 130, 160], 2, 30],
    ['90 - 100, a loss', [100, 95, 90], 2, -10],
    ['130 - 100, carried forward over today', [100, 130, null], 2, 30],
    ['unknown after a single observation', [130], 7, null],
    ['unknown while nobody has looked again', [130, null, null], 7, null],
    ['0 when a second look found the same', [130, 130], 7, 0],
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
        const earlier = { ...whole, dates: whole.dates.slice(0, -days) }
        expect((netGain(earlier) ?? 0) + (netGain(later) ?? 0)).toBe(netGain(whole) ?? 0)
      }),
    )
  })

  it('in percent is unknown from 0', () => {
    expect([growthPercent(30, 0), growthPercent(30, 120), growthPercent(null, 120)]).toEqual([null, 25, null])
  })

  it('a day is over known days', () => {
    expect(averageGain(rhythm('###..##.##'), 30)).toBe(6) // 60 in 10 days
    expect(averageGain(rhythm('.##??#'), 30)).toBe(7.5) // 30 in 4 known days
    expect(averageGain(seriesOf([null]), 30)).toBeNull()
  })
})

describe('what was won up to each day', () => {
  it('leaves out who joined and left, and resets', () => {
    const club = clubSeriesOf([100_000, 100_500, 16_000, 19_495], {
      joined: [0, 500, 0, 0],
      departed: [0, 0, -84_842, -100],
      resets: [0, 0, 0, -60],
    })
    expect(wonLine(club, 3)).toEqual([0, 342, 3997])
  })

  it('has gaps where nobody looked, and counts from the first observation', () => {
    expect(wonLine(seriesOf([100, 130, null, 150]), 3)).toEqual([30, null, 50])
    expect(wonLine(seriesOf([110, 130], { firstTrophies: 90 }), 3)).toEqual([null, 20, 40])
    expect(wonLine(seriesOf([130]), 7)).toEqual([])
  })

  it('needs no moves of the first day that was ever seen, from whose end it counts', () => {
    const moves = { joined: [null, 0, 0], departed: [null, 0, -20] }
    expect(wonLine(clubSeriesOf([100, 130, 160], moves), 3)).toEqual([0, 30, 80])
    expect(wonLine(clubSeriesOf([100, 130, 160], { ...moves, firstTrophies: 90 }), 3)).toEqual([])
  })

  it('ends with what the club played', () => {
    fc.assert(
      fc.property(anyClubSeries, fc.integer({ min: 1, max: 20 }), fc.nat(60), (whole, days, untold) => {
        const told = (moved: typeof whole.joined) => moved.map((ofDay, index) => (index < untold ? null : ofDay))
        const club = { ...whole, joined: told(whole.joined), departed: told(whole.departed) }
        const last = wonLine(club, days).findLast((won) => won !== null)
        expect(last ?? null).toBe(clubGrowth(club, days).played)
      }),
    )
  })
})

describe('the growth of a club', () => {
  it('is split into what was played, joined and left', () => {
    // 500 joined, 84,842 and 100 left, 60 of a reset, and the rest was won: 100,000 + 500 - 84,942 - 60 + 3,997 = 19,495.
    const club = clubSeriesOf([100_000, 100_500, 16_000, 19_495], {
      joined: [0, 500, 0, 0],
      departed: [0, 0, -84_842, -100],
      resets: [0, 0, 0, -60],
    })
    expect(clubGrowth(club, 3)).toEqual({
      growth: -80_445, // 19,495 - 100,000 + 60
      percent: -80.4,
      span: 3,
      joined: 500,
      left: -84_942,
      played: 3997, // -80,445 - 500 + 84,942
      playedPercent: 3.997,
    })
  })

  it('counts moves of the first day only when the first trophies are known', () => {
    const moves = { joined: [700, 0], departed: [0, -50] }
    expect(clubGrowth(clubSeriesOf([1700, 1800], moves), 7)).toMatchObject({ growth: 100, joined: 0, played: 150 })
    expect(clubGrowth(clubSeriesOf([1700, 1800], { ...moves, firstTrophies: 900 }), 7)).toMatchObject({
      growth: 900,
      joined: 700,
      left: -50,
      played: 250, // 900 - 700 + 50
      span: 1,
    })
  })

  it('has unknown parts where a day of the window tells no moves, but not because of a day without a scan', () => {
    const gap = clubSeriesOf([100, null, 160])
    expect(clubGrowth(gap, 2)).toMatchObject({ growth: 60, played: 60, joined: 0, left: 0 })
    const old = clubSeriesOf([100, 130, 160], { joined: [null, null, 0], departed: [null, null, 0] })
    expect(clubGrowth(old, 2)).toMatchObject({
      growth: 60,
      played: null,
      joined: null,
      left: null,
      playedPercent: null,
    })
    expect(clubGrowth(old, 1)).toMatchObject({ growth: 30, played: 30 })
  })

  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(anyClubSeries, fc.constantFrom(7, 14, 30, 90), (club, days) => {
        const { growth, played, joined, left } = clubGrowth(club, days)
        fc.pre(growth !== null)
        expect((played ?? Number.NaN) + (joined ?? Number.NaN) + (left ?? Number.NaN)).toBe(growth)
        expect(joined).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('changes what was played by nothing when a member joins', () => {
    fc.assert(
      fc.property(anyClubSeries, fc.nat(), fc.integer({ min: 1, max: 90_000 }), (club, pick, trophies) => {
        const seen = club.closes.flatMap((close, index) => (close === null ? [] : [index])).slice(1)
        fc.pre(seen.length > 0)
        const day = seen[pick % seen.length] ?? 0
        const closes = club.closes.map((close, index) => (close === null || index < day ? close : close + trophies))
        const joined = club.joined.map((ofDay, index) => (index === day ? (ofDay ?? 0) + trophies : ofDay))
        expect(clubGrowth({ ...club, closes, joined }, 90).played).toBe(clubGrowth(club, 90).played)
      }),
    )
  })
})

describe('a record day', () => {
  const rising = (days: number, last: number) => {
    const before = Array.from({ length: days }, (_, place) => 1000 + place * 10)
    return [...before, (before.at(-1) ?? 0) + last]
  }
  const recordOf = (...args: Parameters<typeof clubSeriesOf>) => recordDay(clubSeriesOf(...args))?.played ?? null

  it.each([
    ['won more than ever', rising(30, 50), 50],
    ['won as much as before', rising(30, 10), null],
    ['follows 27 known days', rising(28, 50), null],
    ['lost', [...Array.from({ length: 40 }, (_, place) => 1000 - place * 10), 609], null],
    ['was not seen', [...rising(30, 50), null], null],
    ['follows a day without a look', [...rising(30, 50), null, 2000], null],
  ] as const)('is one that %s', (_, closes, played) => {
    expect(recordOf([...closes])).toBe(played)
  })

  it('counts neither joiners, nor leavers, nor resets', () => {
    const closes = rising(30, 100)
    const last = (value: number) => closes.map((_, index) => (index === closes.length - 1 ? value : 0))
    expect(recordOf(closes, { joined: last(95) })).toBeNull()
    expect(recordOf(closes, { departed: last(-30) })).toBe(130)
    expect(recordOf(rising(30, -100), { resets: last(-150) })).toBe(50)
  })

  it('is compared with 90 days, and tells since when', () => {
    const closes = [0, 500, ...Array.from({ length: 90 }, (_, place) => 510 + place * 10), 1500]
    expect(recordDay(clubSeriesOf(closes))).toEqual({ played: 100, since: '2025-12-31' })
  })
})
