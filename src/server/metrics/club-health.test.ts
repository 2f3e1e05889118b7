import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyClub, anySeries, memberOf, rhythm, seriesOf } from '#test/daily-series.ts'
import { clubHealth } from './club-health.ts'
import { growthPercent } from './growth-percent.ts'

const flat = seriesOf([1000])

describe('the health of a club', () => {
  it('is the mean activity of its members: (100 + 50 + 25) / 3', () => {
    const members = ['####', '#.#.', '...#'].map((pattern, index) => memberOf(`#P${index}`, rhythm(pattern)))
    expect(clubHealth(members, flat).activity_score).toBe(58.3)
  })

  it('leaves out members nobody observed: (100 + 0) / 2', () => {
    const members = [rhythm('#'), rhythm('.'), seriesOf([null])].map((series, index) => memberOf(`#P${index}`, series))
    expect(clubHealth(members, flat).activity_score).toBe(50)
    expect(clubHealth([], flat).activity_score).toBeNull()
  })

  it.each([
    // closes of 9 days, resets, growth over 7 days, percent of the close 7 days ago
    ['2,060 - 2,000', [1900, 2000, 2000, 2010, 2020, 2030, 2040, 2050, 2060], [], 60, 3],
    ['1,700 - 2,000 + 400 of a reset', [1900, 2000, 2000, 1600, 1650, 1650, 1650, 1700, 1700], [0, 0, 0, -400], 100, 5],
    ['1,990 - 2,000', [2000, 2000, null, null, null, null, null, null, 1990], [], -10, -0.5],
    ['2,030 - 2,000, first seen 3 days ago', [2000, 2010, 2030], [], 30, 1.5],
  ])('grows by %s', (_, closes, resets, growth, percent) => {
    const club = seriesOf(closes, { resets: closes.map((_close, index) => resets[index] ?? 0) })
    expect(clubHealth([], club)).toMatchObject({ trophy_growth_7d: growth, trophy_growth_7d_percent: percent })
  })

  it('is unknown for a club nobody saw, and has no percent of nothing', () => {
    expect(clubHealth([], seriesOf([null]))).toEqual({
      activity_score: null,
      trophy_growth_7d: null,
      trophy_growth_7d_percent: null,
    })
    expect(growthPercent(30, 0)).toBeNull()
    expect(growthPercent(30, 120)).toBe(25)
  })

  it('does not depend on the order of members and lies between 0 and 100', () => {
    fc.assert(
      fc.property(anyClub, anySeries, (members, club) => {
        const health = clubHealth(members, club)
        expect(clubHealth(members.toReversed(), club)).toEqual(health)
        expect(health.activity_score ?? 0).toBeGreaterThanOrEqual(0)
        expect(health.activity_score ?? 0).toBeLessThanOrEqual(100)
      }),
    )
  })
})
