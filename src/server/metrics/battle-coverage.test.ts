import { describe, expect, it } from 'vitest'
import { battleCoverage } from './battle-coverage.ts'

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
    expect(share(player(0, ...spans, span(130, 200, true))).missed).toBe(true)
    expect(share(player(0))).toEqual({ share: null, since: null, missed: false })
  })
})
