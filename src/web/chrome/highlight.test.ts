import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentenceParts } from './Highlight.tsx'

const bold = (sentence: string) => sentenceParts(sentence).filter((_, index) => index % 2 === 1)

test.each([
  [
    'Last 30 days: the club gained +12.4k, mostly from Ada, Milo1696 and 8-Bit; 3 members silent for 7+ days.',
    ['Last 30 days:', '+12.4k', '3', '7+'],
  ],
  [
    'Peak form: up +1,820 in 30 days, 2nd-best contributor. Next milestone: 50k, about 9 days away.',
    ['Peak form:', '+1,820', '30', '50k', '9'],
  ],
  ['This player has 68,013 trophies. What happens from now on is kept.', ['68,013']],
  ['Nothing is known yet.', []],
])('in the sentence "%s" the bold parts are %j', (sentence, parts) => {
  expect(bold(sentence)).toEqual(parts)
})

test('the parts of a sentence make up the whole sentence', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (sentence) => {
      expect(sentenceParts(sentence).join('')).toBe(sentence)
    }),
  )
})
