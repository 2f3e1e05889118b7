import { openSync, readSync } from 'node:fs'

/** A TrueType font (OpenType specification). */
export type FontFile = {
  path: string
  /** The number of the glyph that draws a code point of U+0000 to U+FFFF; 0 where the font has none. */
  glyphOf: GlyphOf
  /** A font of the same names and measures with the glyphs of these characters alone, without kerning. */
  cut(characters: Iterable<string>): Buffer
}

type GlyphOf = (codePoint: number) => number

/** Opens a font. Of its several MB, only what is asked for is read. Throws when it is no TrueType font. */
export function openFont(path: string): FontFile {
  const file = openSync(path, 'r')
  const table = findTables((at, length) => {
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, at)
    return bytes
  })
  const glyphOf = readCharacters(table('cmap').all())
  return { path, glyphOf, cut: (characters) => cutFont(table, glyphOf, characters) }
}

type Read = (at: number, length: number) => Buffer
type Tables = (tag: string) => { read: Read; all(): Buffer }

function findTables(read: Read): Tables {
  const records = read(12, 16 * read(4, 2).readUInt16BE())
  const found = new Map(
    Array.from({ length: records.length / 16 }, (_, index) => {
      const record = records.subarray(16 * index)
      return [record.toString('latin1', 0, 4), { at: record.readUInt32BE(8), length: record.readUInt32BE(12) }]
    }),
  )
  return (tag) => {
    const place = found.get(tag)
    if (place === undefined) throw new Error(`The font lacks the table ${tag}`)
    return { read: (at, length) => read(place.at + at, length), all: () => read(place.at, place.length) }
  }
}

/** Reads the subtable of format 4, which covers U+0000 to U+FFFF. */
function readCharacters(cmap: Buffer): GlyphOf {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index))
  const at = subtables.find((subtable) => cmap.readUInt16BE(subtable) === 4)
  if (at === undefined) throw new Error('The font has no cmap subtable of format 4')
  const count = cmap.readUInt16BE(at + 6) / 2
  const ends = at + 14
  const starts = ends + 2 * count + 2
  const deltas = starts + 2 * count
  const offsets = deltas + 2 * count
  return (codePoint) => {
    if (codePoint > 0xffff) return 0
    const segment = firstFrom(count, (each) => cmap.readUInt16BE(ends + 2 * each) >= codePoint)
    if (segment === count) return 0
    const start = cmap.readUInt16BE(starts + 2 * segment)
    if (start > codePoint) return 0
    const offset = cmap.readUInt16BE(offsets + 2 * segment)
    const delta = cmap.readUInt16BE(deltas + 2 * segment)
    if (offset === 0) return (codePoint + delta) & 0xffff
    const glyph = cmap.readUInt16BE(offsets + 2 * segment + offset + 2 * (codePoint - start))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
}

/** The first place from which on something is true; `count` where it is true nowhere. */
function firstFrom(count: number, isTrue: (place: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function cutFont(table: Tables, glyphOf: GlyphOf, characters: Iterable<string>): Buffer {
  const codePoints = [...new Set(characters)].map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b)
  // The glyphs by their new numbers. The first is drawn for what is missing.
  const kept = [0, ...codePoints.map(glyphOf)]
  const { glyf, loca } = cutOutlines(table, kept)
  const [head, hhea, maxp] = [table('head').all(), table('hhea').all(), table('maxp').all()]
  const hmtx = cutWidths(table('hmtx').read, hhea.readUInt16BE(34), kept)
  head.writeInt16BE(1, 50)
  hhea.writeUInt16BE(kept.length, 34)
  maxp.writeUInt16BE(kept.length, 4)
  const [cmap, name] = [writeCharacters(codePoints), table('name').all()]
  return writeFont({ 'OS/2': table('OS/2').all(), cmap, glyf, head, hhea, hmtx, loca, maxp, name })
}

/** The outlines of the glyphs, to which the parts of composed ones are added. */
function cutOutlines(table: Tables, kept: number[]): { glyf: Buffer; loca: Buffer } {
  const isLong = table('head').read(50, 2).readInt16BE() === 1
  const [places, { read }] = [table('loca').read, table('glyf')]
  const outlines: Buffer[] = []
  const ends = [0]
  for (let place = 0; place < kept.length; place++) {
    const glyph = kept[place] ?? 0
    const between = isLong ? places(4 * glyph, 8) : places(2 * glyph, 4)
    const [from, to] = isLong
      ? [between.readUInt32BE(0), between.readUInt32BE(4)]
      : [2 * between.readUInt16BE(0), 2 * between.readUInt16BE(2)]
    const outline = read(from, to - from)
    renumberParts(outline, kept)
    outlines.push(outline)
    ends.push((ends.at(-1) ?? 0) + outline.length)
  }
  return { glyf: Buffer.concat(outlines), loca: bigEndian(ends) }
}

/** Flags of the parts of a composed glyph (OpenType specification, glyf). */
const PART = { wordPlace: 1, scale: 8, more: 0x20, twoScales: 0x40, matrix: 0x80 }

function renumberParts(outline: Buffer, kept: number[]): void {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return
  for (let at = 10, isLast = false; !isLast; ) {
    const flags = outline.readUInt16BE(at)
    const glyph = outline.readUInt16BE(at + 2)
    if (!kept.includes(glyph)) kept.push(glyph)
    outline.writeUInt16BE(kept.indexOf(glyph), at + 2)
    const shape = flags & PART.matrix ? 8 : flags & PART.twoScales ? 4 : flags & PART.scale ? 2 : 0
    at += 4 + (flags & PART.wordPlace ? 4 : 2) + shape
    isLast = (flags & PART.more) === 0
  }
}

/** Width and left edge of each glyph. The last `wide` one tells the width of all after it. */
function cutWidths(read: Read, wide: number, kept: readonly number[]): Buffer {
  return Buffer.concat(
    kept.map((glyph) => {
      if (glyph < wide) return read(4 * glyph, 4)
      return Buffer.concat([read(4 * (wide - 1), 2), read(4 * wide + 2 * (glyph - wide), 2)])
    }),
  )
}

/** A `cmap` with one subtable of format 12, a group for each code point. They have the glyphs from 1 on. */
function writeCharacters(codePoints: readonly number[]): Buffer {
  const header = Buffer.alloc(28)
  header.writeUInt16BE(1, 2)
  header.writeUInt16BE(3, 4)
  header.writeUInt16BE(10, 6)
  header.writeUInt32BE(12, 8)
  header.writeUInt16BE(12, 12)
  header.writeUInt32BE(16 + 12 * codePoints.length, 16)
  header.writeUInt32BE(codePoints.length, 24)
  const groups = codePoints.flatMap((codePoint, place) => [codePoint, codePoint, place + 1])
  return Buffer.concat([header, bigEndian(groups)])
}

function bigEndian(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [place, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * place)
  return bytes
}

function writeFont(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables)
  const header = Buffer.alloc(12)
  header.writeUInt32BE(0x00010000)
  header.writeUInt16BE(entries.length, 4)
  let at = 12 + 16 * entries.length
  const records: Buffer[] = []
  const bodies: Buffer[] = []
  for (const [tag, bytes] of entries) {
    records.push(Buffer.from(tag, 'latin1'), bigEndian([0, at, bytes.length]))
    const body = Buffer.concat([bytes], Math.ceil(bytes.length / 4) * 4)
    bodies.push(body)
    at += body.length
  }
  return Buffer.concat([header, ...records, ...bodies])
}
