import { BELUGA, type BelugaColour } from './beluga.ts'
import type { Weight } from './typeface.ts'
import { xmlText } from './xml-text.ts'

/** What chat programs and networks show whole: the size that Open Graph recommends, in pixels. */
export const CANVAS = { width: 1200, height: 630, margin: 56 }

type Writing = { x: number; y: number; size: number; weight?: Weight; colour?: BelugaColour; anchor?: 'start' | 'end' }

/** A line of text whose baseline begins (or ends) there. */
export function write(text: string, { x, y, size, weight = 400, colour = 'ink', anchor = 'start' }: Writing): string {
  const font = `font-size="${size}" font-weight="${weight}" text-anchor="${anchor}"`
  return `<text x="${x}" y="${y}" ${font} fill="${BELUGA[colour]}">${xmlText(text)}</text>`
}

/** A card of the site. */
export function panel(x: number, y: number, width: number, height: number): string {
  const edge = `stroke="${BELUGA.line}" stroke-opacity=".26"`
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="20" fill="${BELUGA.card}" ${edge}/>`
}

/** A whole picture: deep water with light from above, and what stands in it. */
export function canvas(content: string, definitions = ''): string {
  const { width, height } = CANVAS
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Rubik"><defs>
<radialGradient id="glow" cx=".72" cy="0" r=".75"><stop stop-color="${BELUGA.glow}" stop-opacity=".9"/>
<stop offset="1" stop-color="${BELUGA.glow}" stop-opacity="0"/></radialGradient>${definitions}</defs>
<rect width="${width}" height="${height}" fill="${BELUGA.bg}"/><rect width="${width}" height="${height}" fill="url(#glow)"/>
${content}</svg>`
}

/** The notice that the game's owner asks of fan sites, in short. */
export const UNOFFICIAL = 'Unofficial fan site, not endorsed by Supercell'
