/** Whether a font has a letter for this code point. */
export type Coverage = (codePoint: number) => boolean

/**
 * Reads which code points a TrueType font covers: its `cmap` subtable of format 4 (OpenType specification, cmap), which
 * holds U+0000 to U+FFFF. Throws when the font has none.
 */
export function fontCoverage(font: Buffer): Coverage {
  const at = segments(font)
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

/** Where the subtable of format 4 begins. */
function segments(font: Buffer): number {
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
