import { expect, it } from 'vitest'
import { knownTier, nextTier, RANKED_TIERS, tierName, tierPlace, UNRANKED } from './ranked-tiers.ts'

it.each([
  ['MYTHIC II', 'Mythic II'],
  ['LEGENDARY III', 'Legendary III'],
  ['PRO', 'Pro'],
  ['GRAND CHAMPION IV', 'Grand Champion IV'],
  [UNRANKED, 'Unranked'],
])('%s is shown as %s', (tier, shown) => {
  expect(tierName(tier)).toBe(shown)
})

it('tiers have the numbers that the game gave them in May 2026', () => {
  const names = ['BRONZE I', 'DIAMOND I', 'MYTHIC I', 'LEGENDARY I', 'MASTERS I', 'PRO']
  expect(names.map(tierPlace)).toEqual([1, 10, 13, 16, 19, 22])
  expect([RANKED_TIERS.length, tierPlace(UNRANKED), tierPlace('GRAND CHAMPION')]).toEqual([22, 0, null])
})

it('a name is stored in one form', () => {
  expect(knownTier('  Mythic   ii ')).toBe('MYTHIC II')
})

it.each([
  ['MYTHIC I', 4750, { tier: 'MYTHIC II', missing: 250 }],
  ['BRONZE I', 0, { tier: 'BRONZE II', missing: 250 }],
  ['PRO', 11_400, null],
  ['MYTHIC I', null, null],
  ['GRAND CHAMPION', 4750, null],
  ['MYTHIC I', 5000, null],
])('from %s with a rating of %s the next tier is %o', (tier, rating, expected) => {
  expect(nextTier({ tier, rating })).toEqual(expected)
})
