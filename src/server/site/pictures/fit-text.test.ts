import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitText, shownName, textWidth } from './fit-text.ts'

const ROOM = { width: 600, weight: 800, largest: 84, smallest: 52 } as const

it('a short text gets the largest size, and a longer one a smaller size', () => {
  expect(fitText('Ada', ROOM)).toEqual({ text: 'Ada', size: 84 })
  const { text, size } = fitText('Delphin Divers United', ROOM)
  expect([text, size < 84, size >= 52]).toEqual(['Delphin Divers United', true, true])
})

it('a text that does not fit is cut, with an ellipsis and never between a letter and its accents', () => {
  const { text, size } = fitText('Wa\u0323\u0302'.repeat(30), ROOM)
  expect(size).toBe(52)
  expect(text).toMatch(/^(?:Wa\u0323\u0302)+W?…$/)
})

it('a text stays within its width, whatever it is', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'WimЖעس< &…'), maxLength: 80 })
  fc.assert(
    fc.property(letters, (name) => {
      const { text, size } = fitText(name, ROOM)
      expect((textWidth(text, 800) * size) / 100).toBeLessThanOrEqual(ROOM.width + 0.01)
    }),
    { numRuns: 60 },
  )
})

describe('a name on pictures', () => {
  it.each([
    ['plain', 'Delphin Divers', 'Delphin Divers'],
    ['Cyrillic', 'Кира', 'Кира'],
    ['Hebrew', 'נבחרת', 'נבחרת'],
    ['Arabic', 'سلام', 'سلام'],
    ['Japanese', 'ブロスタ部☆', 'ブロスタ部☆'],
    ['Korean', '돌고래 클럽', '돌고래 클럽'],
    ['Chinese', '海豚戰隊', '海豚戰隊'],
    ['letters of several fonts', 'Team 日本 대한 Việt', 'Team 日本 대한 Việt'],
    ['the game’s markup', '<c2>Ada</c>', 'Ada'],
    ['angle brackets of its own', 'Suzuya<3', 'Suzuya<3'],
    ['styled letters', '𝓐𝓭𝓪 Ｘ', 'Ada X'],
    ['emoji', 'Кира 🐬, "the 2nd"', 'Кира , "the 2nd"'],
    ['bidi marks and joiners', 'a\u202eb\u200dc\u2066d', 'abcd'],
    ['control characters and line breaks', 'a\u0000b\n\nc\u001b', 'ab c'],
    ['lone surrogates', '\ud800Ada\udfff', 'Ada'],
    ['zalgo', `Z${'\u0335\u0336\u0337\u0338'.repeat(9)}algo`, 'Z\u0335algo'],
  ])('shows %s', (_what, name, shown) => {
    expect(shownName(name)).toBe(shown)
  })

  it.each([
    ['letters of which the fonts lack one', 'Team ᚱᚢᚾ'],
    ['emoji alone', '🐬🐬'],
    ['nothing visible', ' \u200b\u202e '],
    ['nothing', ''],
  ])('is not shown when it consists of %s', (_what, name) => {
    expect(shownName(name)).toBeNull()
  })

  it('is cut before it is read when it is very long', () => {
    expect(shownName('a'.repeat(10_000))).toHaveLength(80)
  })
})
