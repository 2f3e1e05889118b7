import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldedNames, foldName, searchText, shortGrams } from './searchable-names.ts'

describe('foldName', () => {
  it.each([
    ['Zoë', 'zoe'],
    ['<c2>Roberto</c>', 'roberto'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['Łukasz Ødegård', 'lukasz odegard'],
    ['İSTANBUL ığdır', 'istanbul igdir'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
    ['Ёлка', 'елка'],
    ['𝓐𝓭𝓪', 'ada'],
    ['ＡＢＣ', 'abc'],
    ['Z\u0334a\u0335l\u0336g\u0337o', 'zalgo'],
    ['\u202eevil\u202c', 'evil'],
    ['  two   words ', 'two words'],
    ['かな', 'かな'],
    ['हिन्दी', 'हिन्दी'],
    ['★', '★'],
    ['مُحَمَّد', 'محمد'],
    ['مـــحمد', 'محمد'],
    ['أحمد', 'احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['Ægir Œuvre ẞ', 'aegir oeuvre ss'],
    ['ꜱᴍᴀʟʟ ᴄᴀᴘɪᴛᴀʟꜱ ʙɢʜɴʀʏ', 'small capitals bghnry'],
    ['❤\ufe0f', '❤'],
    ['น้ำ', 'น้ำ'],
    ['ـ', 'ـ'],
    ['', ''],
  ])('folds %j to %j', (name, folded) => {
    expect(foldName(name)).toBe(folded.normalize('NFKD'))
  })

  it('gives a short, well-formed text of one line for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const folded = foldName(name)
        expect(folded.isWellFormed()).toBe(true)
        expect(folded.length).toBeLessThanOrEqual(120)
        expect(folded).not.toMatch(/\p{Cc}/u)
      }),
    )
  })

  /** Any character, and more often those that folding changes. */
  const letters = ['a', ' ', 'ẞ', 'İ', 'Σ', 'ـ', 'ͺ', '\u0301', '\u064b', '\u200d', '＜', '<', 'c', '2', '>', '한']
  const name = fc.string({
    unit: fc.oneof(fc.constantFrom(...letters), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    maxLength: 150,
  })

  it('changes no folded name, and leaves something of every name with letters', () => {
    fc.assert(
      fc.property(name, (any) => {
        const folded = foldName(any)
        expect(foldName(folded)).toBe(folded)
        expect(folded === '' && /\p{L}/u.test(any)).toBe(false)
      }),
    )
  })

  it('searchText has the name, the tag and each former name on lines of their own', () => {
    expect(searchText('#2PP', foldedNames('Ada', ['Zoë', 'ZOE', '<c3>Bob']))).toBe('ada\n#2pp\nzoe\nbob')
  })
})

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
  ])('of the names %j are %j', (names, grams) => {
    expect(shortGrams(names)).toEqual(grams)
  })

  it('contain every one or two letters beyond ASCII of the present name', () => {
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

  it('are 64 at most, those of the present name first', () => {
    const hanzi = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    const names = Array.from({ length: 20 }, (_, name) => hanzi.slice(15 * name, 15 * name + 15).join(''))
    expect(shortGrams(names)).toHaveLength(64)
    expect(shortGrams(names)).toEqual(expect.arrayContaining(hanzi.slice(0, 15)))
  })
})
