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

/** The OKLCH colour of red, green and blue as CSS writes them, 0 to 1 each (https://bottosson.github.io/posts/oklab). */
function lchOf(colour: readonly number[]): Lch {
  const [r = 0, g = 0, b = 0] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const [a, other] = [
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
  return { l, c: Math.hypot(a, other), h: Math.atan2(other, a) }
}

test('a name in its own colour can be read in all three themes, whatever the colour', () => {
  expect(THEMES).toHaveLength(3)
  const part = fc.integer({ min: 0, max: 255 }).map((byte) => byte / 255)
  fc.assert(
    fc.property(fc.constantFrom(...THEMES), fc.tuple(part, part, part), ({ bg, dark, light }, colour) => {
      const own = lchOf(colour)
      const kept = { ...own, l: Math.min(Math.max(dark, own.l), light) }
      expect(contrast(kept, bg)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

const SEA = readFileSync('src/web/sea.css', 'utf8')
const MIXED = [...SEA.matchAll(/color-mix\(in oklab, var\(--(c\d)\) (\d+)%, var\(--bg\)\)/g)]

/** As `color-mix(in oklab, one share, other)`. */
function mixed(one: Lch, share: number, other: Lch): Lch {
  const of = (read: (colour: Lch) => number) => share * read(one) + (1 - share) * read(other)
  const [a, b] = [of(({ c, h }) => c * Math.cos(h)), of(({ c, h }) => c * Math.sin(h))]
  return { l: of(({ l }) => l), c: Math.hypot(a, b), h: Math.atan2(b, a) }
}

test('words and dolphins can be seen in the sea of all three themes, at its surface and at its floor', () => {
  const themes = readFileSync('src/web/palettes.css', 'utf8').split(/(?=\[data-theme=|:root)/)
  const seas = themes.flatMap((rules) => {
    const colour = (name: string): Lch | null => {
      const [, l, c, h] = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(rules) ?? []
      return l === undefined ? null : { l: Number(l), c: Number(c), h: (Number(h) * Math.PI) / 180 }
    }
    const [bg, mut, c1] = ['bg', 'mut', 'c1'].map(colour)
    if (!bg || !mut || !c1) return []
    return MIXED.map(([, name = '', share]) => mixed(colour(name) ?? bg, Number(share) / 100, bg)).map((water) => [
      contrast(mut, water) >= 4.5,
      contrast(c1, water) >= 3,
    ])
  })
  expect(seas).toEqual(Array(6).fill([true, true]))
})
