import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentenceParts } from './Notice.tsx'

const weighty = (sentence: string) => sentenceParts(sentence).filter((_, place) => place % 2 === 1)

test.each([
  [
    'This month the club gained +12.4k, mostly from Ada, Milo1696 and 8-Bit; 3 members silent for 14+ days.',
    ['+12.4k', '3', '14+'],
  ],
  [
    'Peak form: up +1,820 in 30 days, 2nd-best contributor. Next milestone: 50k, about 9 days away.',
    ['Peak form:', '+1,820', '30', '50k', '9'],
  ],
  ['This player has 68,013 trophies. What happens from now on is kept.', ['68,013']],
  ['Nothing is known yet.', []],
])('of "%s" these parts have weight', (sentence, parts) => {
  expect(weighty(sentence)).toEqual(parts)
})

test('no part of a sentence is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (sentence) => {
      expect(sentenceParts(sentence).join('')).toBe(sentence)
    }),
  )
})
