import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'
import { escapeName } from '#server/kernel/escape.ts'
import { plainName } from '#shared/plain-name.ts'

export type Weight = 400 | 600 | 800

export type Typeface = {
  covers: Coverage
  /** The width of a line of text at size 100, in pixels. */
  width(text: string, weight: Weight): number
  /** The options with which the renderer draws in this font. */
  options: ResvgRenderOptions
}

const file = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/rubik/${name}.ttf`))

/** Whether the font of pictures has every letter of a text. */
export function isDrawable(text: string): boolean {
  coverage ??= fontCoverage(readFileSync(file(BOLD)))
  const covers = coverage
  return [...text].every((letter) => letter === ' ' || covers(letter.codePointAt(0) ?? 0))
}

let coverage: Coverage | undefined
const BOLD = '800ExtraBold/Rubik_800ExtraBold'

/** Rubik in the weights of the site. The machine's own fonts are not used, so that a picture is the same everywhere. */
export function openRubik(): Typeface {
  const names = ['400Regular/Rubik_400Regular', '600SemiBold/Rubik_600SemiBold', BOLD]
  const fontFiles = names.map(file)
  const options = { font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Rubik' } }
  return {
    covers: fontCoverage(readFileSync(fontFiles.at(-1) ?? '')),
    width: (text, weight) => new Resvg(sample(text, weight), options).getBBox()?.width ?? 0,
    options,
  }
}

function sample(text: string, weight: Weight): string {
  const attributes = `font-family="Rubik" font-size="100" font-weight="${weight}"`
  return `<svg xmlns="http://www.w3.org/2000/svg"><text y="100" ${attributes}>${escapeName(text)}</text></svg>`
}

/** The space for a line of text, in pixels, and the sizes that the text may have. */
export type Room = { width: number; weight: Weight; largest: number; smallest: number }

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The largest size at which the text fits. A text that does not fit at the smallest one is cut, with an ellipsis. */
export function fitText(text: string, room: Room, { width }: Pick<Typeface, 'width'>): { text: string; size: number } {
  const sizeFor = (line: string) => (100 * room.width) / Math.max(1, width(line, room.weight))
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
 * A name as the pictures show it: without the game's markup, invisible characters, emoji and symbols that the font
 * lacks, and with styled letters (𝓐, Ａ) made plain. Null when the font lacks a letter of it, or when nothing is left.
 */
export function shownName(name: string, covers: Coverage): string | null {
  const clean = plainName(name.slice(0, 4 * NAME_LENGTH_MAX))
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(STACKED, '$1')
  let shown = ''
  for (const character of [...clean].slice(0, NAME_LENGTH_MAX)) {
    if (covers(character.codePointAt(0) ?? 0)) shown += character
    else if (LETTER.test(character)) return null
  }
  const tidy = shown.replace(/ +/g, ' ').trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(tidy) ? tidy : null
}

/** Whether a font can draw this code point. */
type Coverage = (codePoint: number) => boolean

/**
 * Reads which code points a TrueType font can draw from its `cmap` subtable of format 4, which covers U+0000 to U+FFFF
 * (OpenType specification, cmap). Throws when the font has no such table.
 */
export function fontCoverage(font: Buffer): Coverage {
  const at = offsetOfFormat4(font)
  const count = font.readUInt16BE(at + 6) / 2
  const ends = at + 14
  const starts = ends + 2 * count + 2
  const deltas = starts + 2 * count
  const offsets = deltas + 2 * count
  return (codePoint) => {
    if (codePoint > 0xffff) return false
    let segment = 0
    while (segment < count && font.readUInt16BE(ends + 2 * segment) < codePoint) segment++
    if (segment === count) return false
    const start = font.readUInt16BE(starts + 2 * segment)
    if (start > codePoint) return false
    const offset = font.readUInt16BE(offsets + 2 * segment)
    const delta = font.readUInt16BE(deltas + 2 * segment)
    if (offset === 0) return ((codePoint + delta) & 0xffff) !== 0
    return font.readUInt16BE(offsets + 2 * segment + offset + 2 * (codePoint - start)) !== 0
  }
}

function offsetOfFormat4(font: Buffer): number {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const record = tables.find((table) => font.toString('latin1', table, table + 4) === 'cmap')
  const cmap = record === undefined ? 0 : font.readUInt32BE(record + 8)
  const subtables = Array.from({ length: record === undefined ? 0 : font.readUInt16BE(cmap + 2) }, (_, index) => {
    return cmap + font.readUInt32BE(cmap + 8 + 8 * index)
  })
  const found = subtables.find((subtable) => font.readUInt16BE(subtable) === 4)
  if (found === undefined) throw new Error('The font has no cmap subtable of format 4')
  return found
}
