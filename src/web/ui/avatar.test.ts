import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crestOf, GROUNDS } from './Avatar.tsx'

test.each([
  ['Beluga Pod', 'BP'],
  ['Yuki', 'YU'],
  ['кит и ко', 'КИ'],
  ['x', 'X'],
  ['☆★☆', '??'],
  ['', '??'],
  ['𝒜da', '𝒜D'],
])('the crest of "%s" has the letters %s', (name, letters) => expect(crestOf('#2PYL', name).letters).toBe(letters))

test('a crest keeps its looks when the name changes, but for the letters', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (seed, before, after) => {
      const { letters: _, ...looks } = crestOf(seed, before)
      expect(crestOf(seed, after)).toMatchObject(looks)
    }),
  )
})

/** Tags as the game makes them, each with the next one. */
const ALPHABET = '0289PYLQGRJCUV'
const tagOf = (number: number) => `#2${[...number.toString(14)].map((digit) => ALPHABET[parseInt(digit, 14)]).join('')}`
const CRESTS = Array.from({ length: 2000 }, (_, place) => crestOf(tagOf(7_000_000 + 9973 * place), ''))
const looksOf = ({ ground, figure, shape, isMirrored }: (typeof CRESTS)[number]) =>
  [ground, figure, shape, isMirrored].join()

test('crests use all twelve grounds and four shapes, each about as often as the others', () => {
  for (const [part, kinds] of [
    ['ground', 12],
    ['shape', 4],
  ] as const) {
    const counts = Map.groupBy(CRESTS, (crest) => crest[part])
    expect(counts.size).toBe(kinds)
    for (const { length } of counts.values()) expect(Math.abs(length / CRESTS.length - 1 / kinds)).toBeLessThan(0.03)
  }
})

test('two crests beside each other are hardly ever of the same colours and shape', () => {
  const alike = CRESTS.filter((crest, place) => looksOf(crest) === looksOf(CRESTS[place - 1] ?? crest) && place > 0)
  expect(alike.length / CRESTS.length).toBeLessThan(0.03)
})

type Colour = (typeof GROUNDS)[number][0]

/** Numbers of a colour as the crest writes it: `oklch(0.53 0.19 25)`. */
function numbersOf(css: string): Colour {
  const [lightness = 0, chroma = 0, hue = 0] = css.match(/[\d.-]+/g)?.map(Number) ?? []
  return [lightness, chroma, hue]
}

/** A colour of OKLCH in OKLab (Ottosson 2020). */
function lab([lightness, chroma, hue]: Colour) {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)] as const
}

/** The relative luminance of WCAG, of a colour cut to sRGB. */
function luminance(css: string): number {
  const [lightness, a, b] = lab(numbersOf(css))
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const cut = (light: number) => Math.min(1, Math.max(0, light))
  const red = cut(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)
  const green = cut(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)
  const blue = cut(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('the letters of every crest have a contrast of 4.5:1 and more, on the ground and on the shape', () => {
  const [ink, ground, figure] = ['oklch(1 0 0)', 'oklch(0.6 0 0)', 'oklch(0 0 0)']
  expect([contrast(ink, ground) < 4.5, contrast(ink, figure)]).toEqual([true, 21])
  const weak = CRESTS.filter(
    (crest) => Math.min(contrast(crest.ink, crest.ground), contrast(crest.ink, crest.figure)) < 4.5,
  )
  expect(weak.map(looksOf)).toEqual([])
})

test('any two grounds differ at a glance, and each shape from its ground', () => {
  const distance = (one: Colour, other: Colour) =>
    Math.hypot(...lab(one).map((part, place) => part - (lab(other)[place] ?? 0)))
  const near = GROUNDS.flatMap(([one], place) => GROUNDS.slice(place + 1).map(([other]) => distance(one, other)))
  expect(Math.min(...near)).toBeGreaterThan(0.1)
  const faint = CRESTS.map(({ ground, figure }) => distance(numbersOf(ground), numbersOf(figure)))
  expect(Math.min(...faint)).toBeGreaterThan(0.12)
})
