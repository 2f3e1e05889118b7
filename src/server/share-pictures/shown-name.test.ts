import { describe, expect, it } from 'vitest'
import { shownName } from './shown-name.ts'
import { openRubik } from './typeface.ts'

const { covers } = openRubik()

describe('a name on a picture', () => {
  it.each([
    ['plain', 'Delphin Divers', 'Delphin Divers'],
    ['Cyrillic', 'Кира', 'Кира'],
    ['Hebrew', 'נבחרת', 'נבחרת'],
    ['Arabic', 'سلام', 'سلام'],
    ['the game’s markup', '<c2>Ada</c>', 'Ada'],
    ['angle brackets of its own', 'Suzuya<3', 'Suzuya<3'],
    ['styled letters', '𝓐𝓭𝓪 Ｘ', 'Ada X'],
    ['emoji', 'Кира 🐬, "the 2nd"', 'Кира , "the 2nd"'],
    ['bidi marks and joiners', 'a\u202eb\u200dc\u2066d', 'abcd'],
    ['control characters and line breaks', 'a\u0000b\n\nc\u001b', 'ab c'],
    ['lone surrogates', '\ud800Ada\udfff', 'Ada'],
    ['zalgo', `Z${'\u0335\u0336\u0337\u0338'.repeat(9)}algo`, 'Z\u0335algo'],
  ])('shows %s', (_what, name, shown) => {
    expect(shownName(name, covers)).toBe(shown)
  })

  it.each([
    ['letters that the font lacks', 'Team 日本'],
    ['emoji alone', '🐬🐬'],
    ['nothing visible', ' \u200b\u202e '],
    ['nothing', ''],
  ])('gives way to the tag: %s', (_what, name) => {
    expect(shownName(name, covers)).toBeNull()
  })

  it('looks at the beginning of an endless name alone', () => {
    expect(shownName('a'.repeat(10_000), covers)).toHaveLength(80)
  })
})
