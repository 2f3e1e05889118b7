import { describe, expect, it } from 'vitest'
import { namesInWords } from './names-in-words.ts'

describe('names in a sentence', () => {
  it.each([
    [['Ada'], 'Ada'],
    [['Ada', 'Milo'], 'Ada and Milo'],
    [['Ada', 'Milo', 'Yuki'], 'Ada, Milo and Yuki'],
    [['<c2>Ada</c>', ' <b>Milo  x '], 'Ada and <b>Milo x'], // the game's colours go, all else is text
    [['\u202eevil', 'a\u0000b\n'], 'evil and ab'], // nothing turns or breaks the line
    [['שלום'], '\u2068שלום\u2069'], // right to left, held together
    [['x'.repeat(10_000)], `${'x'.repeat(23)}…`],
    [['', '\u200f'], 'a player without a name and a player without a name'],
  ])('%j read %j', (names, text) => {
    expect(namesInWords(names)).toBe(text)
  })
})
