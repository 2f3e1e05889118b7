import { describe, expect, it } from 'vitest'
import { battleCoverage, knownDates, knownHours, weekOfZeros, weekTable } from './battle-hours.ts'

const HOURS = 3_600_000
const span = (from: number, to: number, overflow = false) => ({ from: from * HOURS, to: to * HOURS, overflow })
const player = (trackedSince: number, ...spans: ReturnType<typeof span>[]) => ({
  trackedSince: trackedSince * HOURS,
  spans,
})
/** A window of 100 hours, from the hour 100 on. */
const share = (...players: ReturnType<typeof player>[]) =>
  battleCoverage(players, { from: 100 * HOURS, now: 200 * HOURS })

describe('the known time of battles', () => {
  it.each([
    ['is all of it where one span covers the window', [player(0, span(50, 200))], 100],
    ['is the part in the window', [player(0, span(50, 130), span(180, 190))], 40],
    ['begins with tracking, though the first log reaches back', [player(150, span(140, 175))], 50],
    ['is that of all members together', [player(0, span(100, 150)), player(180, span(180, 190))], 50],
    ['counts members without a log', [player(0, span(100, 200)), player(0)], 50],
    ['is nothing where the log was read before the window', [player(0, span(20, 80))], 0],
    ['is not known before the first log', [player(0)], null],
  ])('%s', (_, players, percentage) => {
    expect(share(...players).share).toBe(percentage)
  })

  it('tells since when battles are known, and whether some were missed in the window', () => {
    const spans = [span(20, 80), span(90, 120, true)]
    expect(share(player(0, ...spans))).toMatchObject({ since: '1970-01-01T20:00:00.000Z', missed: false })
    expect(share(player(30, ...spans)).since).toBe('1970-01-02T06:00:00.000Z')
    expect(share(player(0, ...spans, span(130, 200, true))).missed).toBe(true)
    expect(share(player(0))).toEqual({ share: null, since: null, missed: false })
  })
})

describe('the hours of a week', () => {
  const DAY = 24
  /** From Thursday, the first of January 1970, at 12:00, for so many hours. */
  const known = (length: number, ...spans: ReturnType<typeof span>[]) => {
    const table = weekTable(weekOfZeros()).map((row, day) => row.map((_, hour) => (day === 5 && hour === 3 ? 2 : 0)))
    return knownHours(table, knownDates(spans, { from: 12 * HOURS, now: (12 + length) * HOURS }))
  }

  it('are not known where no log tells of them, and 0 where one does', () => {
    // Thursday from 13:30 to 15:30, told by two logs, and all of Friday and the first hour of Saturday.
    const hours = known(3 * DAY, span(13.5, 15), span(14, 15.5), span(DAY, 2 * DAY + 1))
    expect(hours[3]).toEqual(Array.from({ length: DAY }, (_, hour) => (hour >= 13 && hour <= 15 ? 0 : null)))
    expect(hours[4]).toEqual(Array(DAY).fill(0))
    expect(hours[5]?.slice(0, 5)).toEqual([0, null, null, 2, null])
  })

  it('are counted by the dates on which a log tells of them', () => {
    const dates = knownDates([span(12, 14), span(12, 15), span(7 * DAY + 13, 7 * DAY + 14)], {
      from: 0,
      now: 3 * 7 * DAY * HOURS,
    })
    expect(dates.slice(3 * DAY + 11, 3 * DAY + 16)).toEqual([0, 1, 2, 1, 0])
  })

  it('are known in any week of the window, and not by what was before or after it', () => {
    expect(known(2 * 7 * DAY, span(7 * DAY + 13, 7 * DAY + 14))[3]?.slice(12, 15)).toEqual([null, 0, null])
    expect(
      known(DAY, span(0, 12), span(36, 40))
        .flat()
        .filter((count) => count !== null),
    ).toEqual([2])
  })
})
