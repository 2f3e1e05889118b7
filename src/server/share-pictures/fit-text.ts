import type { Typeface, Weight } from './typeface.ts'

/** The space a line of text has: as large as it fits, between these sizes; in pixels. */
export type Room = { width: number; weight: Weight; largest: number; smallest: number }

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text and its size in that room; what does not fit even at the smallest size ends with an ellipsis. */
export function fitText(text: string, room: Room, { width }: Pick<Typeface, 'width'>): { text: string; size: number } {
  const sizeFor = (line: string) => (100 * room.width) / Math.max(1, width(line, room.weight))
  const size = sizeFor(text)
  if (size >= room.smallest) return { text, size: Math.floor(Math.min(size, room.largest)) }
  const signs = [...GRAPHEMES.segment(text)].map(({ segment }) => segment)
  const cut = (length: number) => `${signs.slice(0, length).join('').trimEnd()}…`
  let [fits, tooLong] = [0, signs.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (sizeFor(cut(middle)) >= room.smallest) fits = middle
    else tooLong = middle
  }
  return { text: cut(fits), size: room.smallest }
}
