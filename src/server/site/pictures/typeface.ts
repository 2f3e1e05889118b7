import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import { escapeMarkup } from '#server/kernel/escape.ts'
import type { Language } from '#shared/languages.ts'
import { pageLanguage } from '#shared/texts.ts'
import { type FontFile, openFont } from './font-file.ts'

export type Weight = 400 | 600 | 800

/** The site's font, and those for letters that it lacks, each with the folders of its weights. */
const FONTS = {
  Rubik: { folder: 'rubik', weights: ['400Regular', '600SemiBold', '800ExtraBold'] },
  'Noto Sans JP': { folder: 'noto-sans-jp', weights: ['400Regular', '700Bold'] },
  'Noto Sans TC': { folder: 'noto-sans-tc', weights: ['400Regular', '700Bold'] },
  'Noto Sans KR': { folder: 'noto-sans-kr', weights: ['400Regular', '700Bold'] },
} as const

type Font = keyof typeof FONTS

const NAMES = Object.keys(FONTS) as Font[]

/** Japanese, Korean and Chinese write the same letter in different ways. */
const OWN_FONT: Partial<Record<Language, Font>> = { ja: 'Noto Sans JP', ko: 'Noto Sans KR', 'zh-Hant': 'Noto Sans TC' }

const opened = new Map<Font, FontFile[]>()

/** A font in its weights. It is opened when the first letter of it is drawn. */
function filesOf(font: Font): FontFile[] {
  const known = opened.get(font)
  if (known !== undefined) return known
  const { folder, weights } = FONTS[font]
  const name = font.replaceAll(' ', '')
  const files = weights.map((weight) => {
    const path = import.meta.resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`)
    return openFont(fileURLToPath(path))
  })
  opened.set(font, files)
  return files
}

/**
 * Opens a picture. The machine's fonts are not used, so that it is the same everywhere. The renderer reads a whole font
 * file for each letter: instead of large ones it gets small ones, with the letters of this picture.
 */
export function openPicture(svg: string): Resvg {
  const letters = new Map<Font, string>()
  for (const [, font, text = ''] of svg.matchAll(OTHER_FONT)) {
    letters.set(font as Font, (letters.get(font as Font) ?? '') + text)
  }
  if (letters.size === 0) return openWith(svg, [])
  const folder = mkdtempSync(join(tmpdir(), 'delphin-fonts-'))
  try {
    return openWith(svg, cutFonts(letters, folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function openWith(svg: string, more: string[]): Resvg {
  const fontFiles = [...filesOf('Rubik').map(({ path }) => path), ...more]
  return new Resvg(svg, { font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Rubik' } })
}

function cutFonts(letters: ReadonlyMap<Font, string>, folder: string): string[] {
  return [...letters].flatMap(([font, text]) =>
    filesOf(font).map((file) => {
      const small = join(folder, basename(file.path))
      // A text with marks of direction is not drawn in a font without a space, which stands for them.
      writeFileSync(small, file.cut(`${text} `))
      return small
    }),
  )
}

const OTHER_FONT = /<tspan font-family="([^"]+)">([^<]*)<\/tspan>/g

/** Whether one of the fonts can draw this character. */
export const isCovered = (character: string): boolean => fontFor(character) !== undefined

/**
 * A text as markup of SVG: parts that the site's font cannot draw stand in elements that name another font. What no
 * font can draw stays with the letters before it.
 */
export function inFonts(text: string): string {
  const parts = partsOf(text)
  const [only] = parts
  if (only === undefined || (parts.length === 1 && only.font === 'Rubik')) return escapeMarkup(text)
  const element = (part: Part) => {
    const escaped = escapeMarkup(part.text)
    return part.font === 'Rubik' ? escaped : `<tspan font-family="${part.font}">${escaped}</tspan>`
  }
  return partsOf(withoutLigatures(text)).map(element).join('')
}

type Part = { font: Font; text: string }

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  for (const character of text) {
    const last = parts.at(-1)
    const font = fontFor(character) ?? last?.font ?? 'Rubik'
    if (last?.font === font) last.text += character
    else parts.push({ font, text: character })
  }
  return parts
}

/**
 * A text of several fonts in which no letters melt into one: the renderer draws it only where each font has as many
 * glyphs for it. A joiner between lam and alef leaves them joined.
 */
function withoutLigatures(text: string): string {
  return text
    .normalize()
    .replace(/f(?=[fijlt])/g, 'f\u200c')
    .replace(/ل(?=[اأإآ])/g, 'ل\u200d')
}

function fontFor(character: string): Font | undefined {
  const codePoint = character.codePointAt(0) ?? 0
  const covers = (font: Font | undefined) => font !== undefined && filesOf(font)[0]?.covers(codePoint) === true
  if (covers('Rubik')) return 'Rubik'
  const own = OWN_FONT[pageLanguage()]
  return covers(own) ? own : NAMES.find(covers)
}
