import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstGuess, normaliseTag, TAG_ALPHABET, tagInPath } from './tag.ts'

const letters = fc.string({ unit: fc.constantFrom(...TAG_ALPHABET), minLength: 3, maxLength: 14 })

describe('a tag', () => {
  it.each([
    ['#2GREGJA', null], // E and A are not in the game's alphabet
    ['#2GRPGJ8', '#2GRPGJ8'],
    ['2grpgj8', '#2GRPGJ8'],
    ['  #2grpgj8\n', '#2GRPGJ8'],
    ['#OOPL', '#00PL'], // letter O is zero in the game's font
    ['%232PP', '#2PP'],
    ['＃２ＰＰ', '#2PP'], // full-width, as Asian keyboards write
    ['＃2ｐp０', '#2PP0'],
    ['##2PP', null],
    ['%2523PP', null],
    ['#2P', null],
    ['#', null],
    ['', null],
    ['#'.padEnd(16, '2'), null],
    ['#2PP\u0000', null],
    ['../2PP', null],
  ])('typed as %j is read as %j', (typed, tag) => {
    expect(normaliseTag(typed)).toBe(tag)
  })

  it('has one canonical form, in any case and with or without its leading sign', () => {
    fc.assert(
      fc.property(letters, fc.constantFrom('', '#', '%23', ' '), (text, lead) => {
        const tag = normaliseTag(lead + text.toLowerCase())
        expect(tag).toBe(`#${text}`)
        expect(normaliseTag(tag ?? '')).toBe(tag)
        expect(normaliseTag(tagInPath(tag ?? ''))).toBe(tag)
      }),
    )
  })

  it('never has a character outside of the alphabet, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const tag = normaliseTag(text)
        if (tag !== null) expect(tag).toMatch(/^#[0289PYLQGRJCUV]{3,14}$/)
      }),
    )
  })

  it('that begins with 2 is tried as a club first, any other as a player', () => {
    expect([firstGuess('#2PP'), firstGuess('#8PP'), firstGuess('#02P')]).toEqual(['club', 'player', 'player'])
  })
})
