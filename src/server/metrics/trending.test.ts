import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TrendingCandidate, trending } from './trending.ts'

const candidate = (tag: string, growth: number, given: Partial<TrendingCandidate> = {}): TrendingCandidate => ({
  tag,
  name: tag,
  type: 'player',
  trophies: 1000 + growth,
  growth,
  growthFrom: 1000,
  observedDays: 7,
  gainOfMembers: null,
  ...given,
})

describe('trending this week', () => {
  it('mixes clubs and players by their growth in percent', () => {
    const rows = trending([
      candidate('#P', 120), // 120 / 1,000
      candidate('#C', 2500, { type: 'club', growthFrom: 10_000, trophies: 12_500 }), // 2,500 / 10,000
    ])
    expect(rows).toEqual([
      {
        tag: '#C',
        name: '#C',
        type: 'club',
        metrics: { trophies: 12_500, trophy_growth_7d: 2500, trophy_growth_7d_percent: 25 },
        reason: '+2,500 trophies in 7 days (+25.0%)',
      },
      {
        tag: '#P',
        name: '#P',
        type: 'player',
        metrics: { trophies: 1120, trophy_growth_7d: 120, trophy_growth_7d_percent: 12 },
        reason: '+120 trophies in 7 days (+12.0%)',
      },
    ])
  })

  it('says of a club that grew by those who joined it that it did', () => {
    const club = (gainOfMembers: number) =>
      trending([candidate('#C', 1000, { type: 'club', gainOfMembers })])[0]?.reason
    expect(club(500)).toBe('+1,000 trophies in 7 days (+100.0%)')
    expect(club(499)).toBe('+1,000 trophies in 7 days (+100.0%), mostly by members who joined')
    expect(club(-300)).toMatch(/joined$/)
  })

  it('needs 7 days of history and trophies to grow from', () => {
    expect(trending([candidate('#P', 500, { observedDays: 6 }), candidate('#Q', 500, { growthFrom: 0 })])).toEqual([])
  })

  it('orders ties by trophies, then tag', () => {
    const rows = trending([
      candidate('#B', 10),
      candidate('#A', 10),
      candidate('#C', 20, { growthFrom: 2000, trophies: 2020 }),
    ])
    expect(rows.map(({ tag }) => tag)).toEqual(['#C', '#A', '#B'])
  })

  it('shows the best 8, whatever the order they come in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -900, max: 900 }), { maxLength: 20 }), (growths) => {
        const candidates = growths.map((growth, index) => candidate(`#${index}`, growth))
        const rows = trending(candidates)
        expect(trending(candidates.toReversed())).toEqual(rows)
        expect(rows.map(({ metrics }) => metrics.trophy_growth_7d)).toEqual(
          growths.toSorted((one, other) => other - one).slice(0, 8),
        )
      }),
    )
  })
})
