import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldName, searchText } from './fold-name.ts'

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
    ['', ''],
  ])('%j is searched as %j', (name, folded) => {
    expect(foldName(name)).toBe(folded.normalize('NFKD'))
  })

  it('is short, well-formed and on one line, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const folded = foldName(name)
        expect(folded.isWellFormed()).toBe(true)
        expect(folded.length).toBeLessThanOrEqual(120)
        expect(folded).not.toMatch(/\p{Cc}/u)
      }),
    )
  })

  it('keeps what a player is found by on lines of their own', () => {
    expect(searchText('#2PP', 'Ada', ['Zoë', 'ZOE', '<c3>Bob'])).toBe('ada\n#2pp\nzoe\nbob')
  })
})
