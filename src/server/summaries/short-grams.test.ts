import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldName } from './fold-name.ts'
import { shortGrams } from './short-grams.ts'

describe('shortGrams', () => {
  it.each([
    [['Roberto', 'Bob 7'], null],
    [['月丶光'], ['月', '丶', '光', '月丶', '丶光']],
    [['star🌊'], ['🌊', 'r🌊']],
    [['team 风 7'], ['风']],
    [
      ['光', 'a光', '光'],
      ['光', 'a光'],
    ],
  ])('of %j are %j', (names, grams) => {
    expect(shortGrams(names)).toEqual(grams)
  })

  it('hold every one or two letters beyond ASCII of the present name', () => {
    const letter = fc.constantFrom('a', ' ', '月', '光', '🌊', 'か', 'が', 'ق', '한')
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 12 }), fc.nat(), fc.integer({ min: 1, max: 2 }), (name, at, length) => {
        const letters = [...foldName(name.join(''))]
        const asked = foldName(letters.slice(at % 12, (at % 12) + length).join(''))
        fc.pre(/[^\p{ASCII}]/u.test(asked))
        expect(shortGrams([letters.join('')])).toContain(asked)
      }),
    )
  })

  it('are few, however many the names', () => {
    const hanzi = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    const names = Array.from({ length: 20 }, (_, name) => hanzi.slice(15 * name, 15 * name + 15).join(''))
    expect(shortGrams(names)).toHaveLength(64)
    expect(shortGrams(names)).toEqual(expect.arrayContaining(hanzi.slice(0, 15)))
  })
})
