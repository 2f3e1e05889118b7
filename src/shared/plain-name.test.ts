import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameOrTag, plainMarkdown, plainName } from './plain-name.ts'

describe('the plain name', () => {
  test.each([
    ['no markup', 'Buzko', 'Buzko'],
    ['coloured', '<c2>Roberto</c>', 'Roberto'],
    ['a colour never closed', 'SS|<c0>A.B.M.L', 'SS|A.B.M.L'],
    ['a colour of six digits', '<cff0000>ØP</c>', 'ØP'],
    ['a colour in the middle, with an emoji', '<c6>S🌸K</c>URA', 'S🌸KURA'],
    ['a colour at the end', 'Star<c2>Boy</c>', 'StarBoy'],
    ['a mark closed but never opened', 'Boy</c>', 'Boy'],
    ['two marks side by side', '<c1><c2>x</c></c>', 'x'],
    ['a heart', 'ZN|Suzuya<3', 'ZN|Suzuya<3'],
    ['its own brackets', '<Cesar>', '<Cesar>'],
    ['more brackets of its own', '[<mio>];)', '[<mio>];)'],
    ['a c without digits in brackets', '<c>x', '<c>x'],
    ['a capital C in brackets', '<C2>x', '<C2>x'],
    ['a mark cut short', 'x<c2', 'x<c2'],
    ['a heart before a mark', '<3<c4>x</c>', '<3x'],
    ['a bracket inside a mark', '<c<c2>x', '<cx'],
    ['a colour of nine digits', '<c123456789>x', '<c123456789>x'],
    ['nothing but colour', '<c2></c>', ''],
  ])('of a name that is or has %s', (_story, raw, plain) => {
    expect(plainName(raw)).toBe(plain)
  })

  test('of a name without brackets is the name, and no plain name is longer than the name', () => {
    const hostile = fc.string({ unit: fc.constantFrom('<', '>', '/', 'c', '2', 'f', 'x', '🌸') })
    fc.assert(
      fc.property(hostile, (name) => {
        const plain = plainName(name)
        expect(plain.length).toBeLessThanOrEqual(name.length)
        if (!name.includes('<')) expect(plain).toBe(name)
      }),
    )
  })

  test('of 100,000 open brackets is found in less than half a second', () => {
    const started = performance.now()
    plainName('<c'.repeat(100_000))
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('nameOrTag', () => {
  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['Braille blanks', '\u2800\u2800'],
    ['a Hangul filler', '\u3164'],
    ['zero-width characters', '\u200b\u200d\u2060\ufeff'],
    ['a mark that turns the direction', '\u202e'],
    ['colour around a blank', '<c2>\u3164</c>'],
  ])('gives the tag for a name of %s', (_story, name) => expect(nameOrTag(name, '#2PYL')).toBe('#2PYL'))

  test.each([
    ['Buzko', 'Buzko'],
    ['<c2>Ada</c>', 'Ada'],
    ['🌸', '🌸'],
    ['\u3164x', '\u3164x'],
    ['.', '.'],
    ['حوت', 'حوت'],
  ])('gives the name for %s', (name, shown) => expect(nameOrTag(name, '#2PYL')).toBe(shown))
})

describe('a name in a message of Discord', () => {
  test.each([
    ['bold', '**Ada**', '\\*\\*Ada\\*\\*'],
    ['a heading', '# Ada', '\\# Ada'],
    ['hidden text', '||Ada||', '\\|\\|Ada\\|\\|'],
    ['a call of everybody', '@everyone', '@\u200beveryone'],
    ['a mention', '<@123>', '\\<@\u200b123\\>'],
    ['a link with a text', '[a](b)', '\\[a\\]\\(b\\)'],
    ['an address', 'http://a.example', 'http:\u200b//a.\u200bexample'],
    ['an invitation', 'discord.gg/x', 'discord.\u200bgg/x'],
    ['a second line', 'Ada\n> Milo', 'Ada \\> Milo'],
    ['a mark that turns the direction', '\u202eadA', ' adA'],
    ['half a character', '\ud83d', '\ufffd'],
  ])('does not work as %s', (_what, name, written) => expect(plainMarkdown(name)).toBe(written))

  test('that is written from right to left turns nothing beside it around', () => {
    expect(plainMarkdown('حوت 7')).toBe('\u2068حوت 7\u2069')
  })

  test.each(['Ada', 'Кира 🐬', '鯨'])('stays as it is: %s', (name) => expect(plainMarkdown(name)).toBe(name))
})
