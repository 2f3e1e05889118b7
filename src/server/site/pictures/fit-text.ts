import { safeName } from '#server/kernel/escape.ts'
import { plainName } from '#shared/plain-name.ts'
import { inFonts, isCovered, openPicture, type Weight } from './typeface.ts'

/** The width of a line of text at size 100, in pixels. */
export function textWidth(text: string, weight: Weight): number {
  const attributes = `font-family="Rubik" font-size="100" font-weight="${weight}"`
  const line = `<text y="100" ${attributes}>${inFonts(safeName(text))}</text>`
  return openPicture(`<svg xmlns="http://www.w3.org/2000/svg">${line}</svg>`).getBBox()?.width ?? 0
}

/** The space for a line of text, in pixels, and the sizes that the text may have. */
export type Room = { width: number; weight: Weight; largest: number; smallest: number }

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The largest size at which the text fits. A text that does not fit at the smallest one is cut, with an ellipsis. */
export function fitText(text: string, room: Room): { text: string; size: number } {
  const sizeFor = (line: string) => (100 * room.width) / Math.max(1, textWidth(line, room.weight))
  const size = sizeFor(text)
  if (size >= room.smallest) return { text, size: Math.floor(Math.min(size, room.largest)) }
  const characters = [...GRAPHEMES.segment(text)].map(({ segment }) => segment)
  const cut = (length: number) => `${characters.slice(0, length).join('').trimEnd()}…`
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (sizeFor(cut(middle)) >= room.smallest) fits = middle
    else tooLong = middle
  }
  return { text: cut(fits), size: room.smallest }
}

/** Characters of a name that are looked at. A picture has room for fewer. */
const NAME_LENGTH_MAX = 80

/** Control and format characters (direction marks, joiners), private and unassigned ones, and line separators. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu

/** More accents on one letter than any language needs. */
const STACKED = /(\p{M}{2})\p{M}+/gu

const LETTER = /[\p{L}\p{N}]/u

/**
 * A name as the pictures show it: without the game's markup, invisible characters, emoji and symbols that the fonts
 * lack, and with styled letters (𝓐, Ａ) made plain. Null when they lack a letter of it, or when nothing is left.
 */
export function shownName(name: string): string | null {
  const clean = plainName(name.slice(0, 4 * NAME_LENGTH_MAX))
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(STACKED, '$1')
  let shown = ''
  for (const character of [...clean].slice(0, NAME_LENGTH_MAX)) {
    if (isCovered(character)) shown += character
    else if (LETTER.test(character)) return null
  }
  const tidy = shown.replace(/ +/g, ' ').trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(tidy) ? tidy : null
}
