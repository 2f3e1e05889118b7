import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Blob, Face } from 'harfbuzzjs'

/** A TrueType font. */
export type FontFile = {
  path: string
  /** Whether the font has a glyph for a code point. */
  covers(codePoint: number): boolean
  /** A font of the same names and measures, which has these characters alone. */
  cut(characters: Iterable<string>): Buffer
}

/** A font, which is read when it is first asked. Throws then when the file is none. */
export function openFont(path: string): FontFile {
  let codePoints: Set<number> | undefined
  let face: number | undefined
  return {
    path,
    covers(codePoint) {
      codePoints ??= readCodePoints(path)
      return codePoints.has(codePoint)
    },
    cut(characters) {
      face ??= openFace(path)
      return cutFace(face, characters)
    },
  }
}

function readCodePoints(path: string): Set<number> {
  const codePoints = new Set(new Face(new Blob(readFileSync(path))).collectUnicodes())
  if (codePoints.size === 0) throw new Error(`${path} is not a font`)
  return codePoints
}

/** HarfBuzz's functions that cut fonts (hb-subset.h). The package has them as they are, with places in memory. */
type Cutter = {
  memory: { buffer: ArrayBuffer }
  malloc(size: number): number
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_blob_destroy(blob: number): void
  hb_face_create(blob: number, index: number): number
  hb_face_reference_blob(face: number): number
  hb_face_destroy(face: number): void
  hb_set_add(set: number, codePoint: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_unicode_set(input: number): number
  hb_subset_input_destroy(input: number): void
  hb_subset_or_fail(face: number, input: number): number
}

/** What Node has of WebAssembly; its types come with those of browsers alone. */
declare const WebAssembly: {
  Module: new (bytes: Buffer) => object
  Instance: new (module: object) => { exports: object }
}

let opened: Cutter | undefined

function openCutter(): Cutter {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)))
  const cutter = exports as Cutter & { _initialize(): void }
  cutter._initialize()
  return cutter
}

/** HB_MEMORY_MODE_WRITABLE: the font lies in memory that it may change. */
const WRITABLE = 2

/** The font stays in the cutter's memory, some MB, since reading it takes longer than cutting it. */
function openFace(path: string): number {
  opened ??= openCutter()
  const font = readFileSync(path)
  const place = opened.malloc(font.length)
  new Uint8Array(opened.memory.buffer).set(font, place)
  return opened.hb_face_create(opened.hb_blob_create(place, font.length, WRITABLE, 0, 0), 0)
}

function cutFace(face: number, characters: Iterable<string>): Buffer {
  opened ??= openCutter()
  const hb = opened
  const input = hb.hb_subset_input_create_or_fail()
  const kept = hb.hb_subset_input_unicode_set(input)
  for (const character of characters) hb.hb_set_add(kept, character.codePointAt(0) ?? 0)
  const small = hb.hb_subset_or_fail(face, input)
  hb.hb_subset_input_destroy(input)
  if (small === 0) throw new Error('HarfBuzz cannot cut the font')
  const result = hb.hb_face_reference_blob(small)
  const [at, length] = [hb.hb_blob_get_data(result, 0), hb.hb_blob_get_length(result)]
  const bytes = Buffer.from(new Uint8Array(hb.memory.buffer, at, length))
  hb.hb_blob_destroy(result)
  hb.hb_face_destroy(small)
  return bytes
}
