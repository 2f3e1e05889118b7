import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitLetters, widthOf } from './TrendPlot.tsx'

it.each([
  ['joined: Ada', 300, 'joined: Ada'],
  ['joined: Ada, Milo', 90, 'joined: Ada…'],
  ['joined: 海豚海豚海豚', 100, 'joined: 海豚…'],
  ['', 300, ''],
])('the label %j in %d pixels is cut to "%s"', (text, width, fits) => {
  expect(fitLetters(text, width)).toBe(fits)
})

it('a cut label is never wider than its room, whatever its letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 20, max: 400 }), (text, width) => {
      expect(widthOf(fitLetters(text, width))).toBeLessThanOrEqual(width)
    }),
  )
})
