import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameOrTag, plainName } from './plain-name.ts'

describe('a name as people read it', () => {
  test.each([
    ['plain', 'Buzko', 'Buzko'],
    ['a coloured name', '<c2>Roberto</c>', 'Roberto'],
    ['a colour never closed', 'SS|<c0>A.B.M.L', 'SS|A.B.M.L'],
    ['six digits', '<cff0000>ØP</c>', 'ØP'],
    ['in the middle, with an emoji', '<c6>S🌸K</c>URA', 'S🌸KURA'],
    ['at the end', 'Star<c2>Boy</c>', 'StarBoy'],
    ['closed, never opened', 'Boy</c>', 'Boy'],
    ['marks side by side', '<c1><c2>x</c></c>', 'x'],
    ['a heart', 'ZN|Suzuya<3', 'ZN|Suzuya<3'],
    ['brackets of its own', '<Cesar>', '<Cesar>'],
    ['more brackets', '[<mio>];)', '[<mio>];)'],
    ['c and no digits', '<c>x', '<c>x'],
    ['capital C is no mark', '<C2>x', '<C2>x'],
    ['a mark cut short', 'x<c2', 'x<c2'],
    ['a heart before a mark', '<3<c4>x</c>', '<3x'],
    ['a bracket inside', '<c<c2>x', '<cx'],
    ['nine digits', '<c123456789>x', '<c123456789>x'],
    ['nothing left but colour', '<c2></c>', ''],
  ])('%s', (_story, raw, plain) => {
    expect(plainName(raw)).toBe(plain)
  })

  test('text without brackets is left alone, and nothing is ever added', () => {
    const hostile = fc.string({ unit: fc.constantFrom('<', '>', '/', 'c', '2', 'f', 'x', '🌸') })
    fc.assert(
      fc.property(hostile, (name) => {
        const plain = plainName(name)
        expect(plain.length).toBeLessThanOrEqual(name.length)
        if (!name.includes('<')) expect(plain).toBe(name)
      }),
    )
  })

  test('a hundred thousand open brackets take no noticeable time', () => {
    const started = performance.now()
    plainName('<c'.repeat(100_000))
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('a name of which nothing can be seen gives way to the tag', () => {
  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['Braille blanks', '\u2800\u2800'],
    ['a Hangul filler', '\u3164'],
    ['zero-width signs', '\u200b\u200d\u2060\ufeff'],
    ['a mark that turns the direction', '\u202e'],
    ['colour around a blank', '<c2>\u3164</c>'],
  ])('%s', (_story, name) => expect(nameOrTag(name, '#2PYL')).toBe('#2PYL'))

  test.each([
    ['Buzko', 'Buzko'],
    ['<c2>Ada</c>', 'Ada'],
    ['🌸', '🌸'],
    ['\u3164x', '\u3164x'],
    ['.', '.'],
    ['حوت', 'حوت'],
  ])('%s stays', (name, shown) => expect(nameOrTag(name, '#2PYL')).toBe(shown))
})
