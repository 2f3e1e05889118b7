import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brawlerTiers } from './brawler-tiers.ts'

const enough = (low: number) => ({ low, sample: 'enough' as const })

test('of twenty brawlers two are S, four A, eight B, four C and two D', () => {
  const lows = Array.from({ length: 20 }, (_, place) => enough(60 - place))
  expect(brawlerTiers(lows).join('')).toBe('SSAAAABBBBBBBBCCCCDD')
})

test('who has few battles is not placed, and takes nobody\u2019s place', () => {
  const lows = Array.from({ length: 10 }, (_, place) => enough(60 - place))
  const unsure = { low: 70, sample: 'building' as const }
  expect(brawlerTiers([unsure, ...lows])).toEqual([null, ...'SAABBBBCCD'])
})

test('the same lower end is the same tier', () => {
  const lows = [55, 55, 55, ...Array.from({ length: 17 }, (_, place) => 50 - place)].map(enough)
  expect(brawlerTiers(lows).slice(0, 4).join('')).toBe('SSSA')
})

test('fewer than ten brawlers make no tiers', () => {
  expect(brawlerTiers([60, 50, 40].map(enough))).toEqual([null, null, null])
})

test('a higher lower end is never in a worse tier, whatever the order', () => {
  const one = fc.record({
    low: fc.option(fc.integer({ min: 0, max: 100 })),
    sample: fc.constantFrom('few' as const, 'enough' as const),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 60 }), (brawlers) => {
      const tiers = brawlerTiers(brawlers)
      const placed = brawlers
        .flatMap(({ low }, place) => (tiers[place] ? [{ low: low ?? 0, worse: 'SABCD'.indexOf(tiers[place]) }] : []))
        .sort((first, second) => second.low - first.low)
      expect(placed.every(({ worse }, place) => worse >= (placed[place - 1]?.worse ?? 0))).toBe(true)
    }),
  )
})
