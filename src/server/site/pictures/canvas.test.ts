import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BELUGA } from './canvas.ts'

const CSS = readFileSync('src/web/palettes.css', 'utf8')

/** Converts OKLCH to sRGB (Ottosson 2020), as a browser does. */
function hex([lightness = 0, chroma = 0, hue = 0]: number[]): string {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return `#${[
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
    .map((light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
    .map((light) => Math.round(255 * Math.min(1, Math.max(0, light))))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`
}

it.each(Object.entries(BELUGA))('the colour %s of the pictures is that of the site’s theme', (token, colour) => {
  const [, written = ''] = new RegExp(`--${token}: oklch\\(([^)/]+)`).exec(CSS) ?? []
  expect(hex(written.trim().split(' ').map(Number))).toBe(colour)
})
