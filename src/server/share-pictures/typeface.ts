import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'
import { type Coverage, fontCoverage } from './font-coverage.ts'
import { xmlText } from './xml-text.ts'

export type Weight = 400 | 600 | 800

/** The font of the pictures. */
export type Typeface = {
  covers: Coverage
  /** Pixels that a line of text takes at a size of 100. */
  width(text: string, weight: Weight): number
  /** What the renderer must know to draw with it. */
  options: ResvgRenderOptions
}

const file = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/rubik/${name}.ttf`))

/** Rubik in the weights of the site; no font of the machine, so that a picture is the same wherever it is drawn. */
export function openRubik(): Typeface {
  const names = ['400Regular/Rubik_400Regular', '600SemiBold/Rubik_600SemiBold', '800ExtraBold/Rubik_800ExtraBold']
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
  return `<svg xmlns="http://www.w3.org/2000/svg"><text y="100" ${attributes}>${xmlText(text)}</text></svg>`
}
