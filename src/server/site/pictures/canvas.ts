import { safeName } from '#server/kernel/escape.ts'
import { directionOf } from '#shared/languages.ts'
import { pageLanguage } from '#shared/texts.ts'
import { inFonts, type Weight } from './typeface.ts'

/** The colours of the default theme (src/web/palettes.css) in sRGB, the only notation that the renderer reads. */
export const BELUGA = {
  bg: '#082032',
  card: '#112d41',
  raise: '#1d3a4f',
  line: '#6b8ba2',
  ink: '#edf7fb',
  mut: '#a8c3d0',
  acc: '#5addeb',
  onacc: '#001d2f',
  good: '#59e0ad',
  warn: '#f5c761',
  bad: '#f68486',
  c1: '#6cc4fd',
  glow: '#00474e',
} as const

export type BelugaColour = keyof typeof BELUGA

/** The size of a picture in pixels, as Open Graph recommends: chats and networks show all of it. */
export const CANVAS = { width: 1200, height: 630, margin: 56 }

type TextPlace = {
  x: number
  y: number
  size: number
  weight?: Weight
  colour?: BelugaColour
  anchor?: 'start' | 'end'
}

/** A line of text. Its baseline starts at the point given, or ends there with `anchor: 'end'`. */
export function write(text: string, { x, y, size, weight = 400, colour = 'ink', anchor = 'start' }: TextPlace): string {
  const end = anchor === 'start' ? 'end' : 'start'
  const [place, line, at] = isMirrored()
    ? [`transform="translate(${x} ${y}) scale(-1 1)"`, inFonts(rightToLeft(text)), end]
    : [`x="${x}" y="${y}"`, inFonts(safeName(text)), anchor]
  const font = `font-size="${size}" font-weight="${weight}" text-anchor="${at}"`
  return `<text ${place} ${font} fill="${BELUGA[colour]}">${line}</text>`
}

/** A text in the order of its language. The marks in its dates stay; those of its numbers are set anew. */
function rightToLeft(text: string): string {
  const parts = text.replaceAll('\u200e', '').split('\u200f').map(safeName)
  return RIGHT_TO_LEFT + parts.join('\u200f').replaceAll(ONE_WAY, '\u2066$&\u2069') + LAST
}

/** Around a text whose parts follow each other from right to left. The renderer begins at the left of its own. */
const RIGHT_TO_LEFT = '\u202b'
const LAST = '\u202c'

/** Tags and numbers with a sign, which begin at the left in each language. */
const ONE_WAY = /#\w+|[+−±]\d[\d.,]*/g

/** Whether the picture is turned over, for a language that is written from right to left. Texts in it are not. */
const isMirrored = () => directionOf(pageLanguage()) === 'rtl'

/** A chart, which runs from left to right in each language, at its place in the picture. */
export function leftToRight(chart: string, { x, width }: { x: number; width: number }): string {
  return isMirrored() ? `<g transform="translate(${2 * x + width} 0) scale(-1 1)">${chart}</g>` : chart
}

/** A panel with the colours and corners of the site's cards. */
export function drawPanel(x: number, y: number, width: number, height: number): string {
  const edge = `stroke="${BELUGA.line}" stroke-opacity=".26"`
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="20" fill="${BELUGA.card}" ${edge}/>`
}

/** A whole picture: the content on the site's background. `definitions` are gradients that the content uses. */
export function drawCanvas(
  content: string,
  { definitions = '', width, height }: { definitions?: string; width: number; height: number } = CANVAS,
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Rubik"><defs>
<radialGradient id="glow" cx=".72" cy="0" r=".75"><stop stop-color="${BELUGA.glow}" stop-opacity=".9"/>
<stop offset="1" stop-color="${BELUGA.glow}" stop-opacity="0"/></radialGradient>${definitions}</defs>
<rect width="${width}" height="${height}" fill="${BELUGA.bg}"/><rect width="${width}" height="${height}" fill="url(#glow)"/>
${isMirrored() ? `<g transform="translate(${width} 0) scale(-1 1)">${content}</g>` : content}</svg>`
}

/** The product's mark, as src/web/ui/Notice.tsx draws it. */
const BODY =
  'M61.4 38.2c-1.2 1.6-4.6 1.7-8 1.5-4.3-.2-8.2.2-11.8 1.6-1 4-3.6 7.5-7.6 9.6-.7.4-1.4-.2-1.2-.9.7-2.8.6-5.1-.3-6.9-6.9 1.7-12.9 5.1-17.5 10.2 2.9 2.3 4.5 5 4.7 7.9 0 .7-.7 1.1-1.3.8-2.8-1.5-5.7-2.3-8.7-2.2-3.2 0-5.5.9-7.5 2.1-.6.4-1.4-.2-1.2-.9 1-4.1 4-7.2 8.6-8.7 1-8.4 4.8-16.2 11.2-22 .4-4.6-1.2-8.9-4.7-12.5-.5-.5-.2-1.4.5-1.4 5.4-.3 10.7 1.3 15 4.9 8.3-1.5 15.9 1.6 19.5 8.2 1.4 2.5 2.9 4.1 5.3 5.3 2.3 1.1 5.9 1.7 5 3.4Z'
const BELLY =
  'M53.4 39.7c-4.3-.2-8.2.2-11.8 1.6-3.4-.4-6.7-.2-9.6 1-6.9 1.7-12.5 5.8-17.2 11 4-8.2 11.6-14.6 20.4-16 6.6-1 12.8.3 18.2 2.4Z'
/** What the mark covers of its own coordinates. */
const DOLPHIN = { left: 1, top: 15, width: 62, height: 47 }

/** Height divided by width. */
export const DOLPHIN_SHAPE = DOLPHIN.height / DOLPHIN.width

/** The dolphin in a picture. `x` and `y` are its upper left corner. */
export function drawDolphin(x: number, y: number, width: number, behind: BelugaColour = 'bg'): string {
  const scale = width / DOLPHIN.width
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(${-DOLPHIN.left} ${-DOLPHIN.top})">
<path fill="${BELUGA.acc}" d="${BODY}"/><path fill="${BELUGA[behind]}" opacity=".32" d="${BELLY}"/>
<circle fill="${BELUGA.onacc}" cx="47.4" cy="29.4" r="1.9"/></g>`
}
