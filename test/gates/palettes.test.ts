import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'

type Lch = { l: number; c: number; h: number }

/** Red, green and blue as they shine, 0 to 1 each, of an OKLCH colour; what a screen cannot show is cut off. */
function shine({ l, c, h }: Lch): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const cones = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((cone) => cone ** 3)
  const [long = 0, middle = 0, short = 0] = cones
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((part) => Math.min(1, Math.max(0, part)))
}

function contrast(one: Lch, other: Lch): number {
  const [low = 0, high = 0] = [one, other]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = shine(colour)
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    })
    .sort((first, second) => first - second)
  return high / low
}

/** The background of each theme, and between which lightnesses a name's own colour is kept there. */
const THEMES = readFileSync('src/web/palettes.css', 'utf8')
  .split(/(?=\[data-theme=|:root)/)
  .flatMap((rules) => {
    const [, l, c, h] = /--bg: oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/.exec(rules) ?? []
    const [dark, light] = ['dark', 'light'].map((end) => new RegExp(`--own-${end}: ([\\d.]+)`).exec(rules)?.[1])
    if (l === undefined || dark === undefined) return []
    return [
      { bg: { l: Number(l), c: Number(c), h: (Number(h) * Math.PI) / 180 }, dark: Number(dark), light: Number(light) },
    ]
  })

test('a name in its own colour can be read in all three themes, whatever the colour', () => {
  expect(THEMES).toHaveLength(3)
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.constantFrom(...THEMES), unit, unit, unit, ({ bg, dark, light }, l, c, h) => {
      const kept = { l: Math.min(Math.max(dark, l), light), c: 0.33 * c, h: 2 * Math.PI * h }
      expect(contrast(kept, bg)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})
