import { expect, it } from 'vitest'
import { knownTier, nextTier, RANKED_TIERS, standingText, tierName, tierPlace, UNRANKED } from './ranked-tiers.ts'
import { makeTranslator, sayIn } from './texts.ts'

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

it('a standing is written as the language of the reader writes lists', () => {
  const japanese = makeTranslator('ja', { 'number.separator': '、', 'game.mythic': 'ミシック' })
  expect(standingText({ tier: 'Mythic II', rating: 5100 })).toBe('Mythic II, 5,100')
  expect(sayIn(japanese, () => standingText({ tier: 'Mythic II', rating: 5100 }))).toBe('ミシック II、5,100')
  expect(standingText({ tier: null, rating: null })).toBeNull()
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
