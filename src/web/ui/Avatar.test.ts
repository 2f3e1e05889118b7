import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monogramParts } from './Avatar.tsx'

test.each([
  ['Beluga Pod', 'BP'],
  ['Yuki', 'YU'],
  ['кит и ко', 'КИ'],
  ['x', 'X'],
  ['☆★☆', '??'],
  ['', '??'],
  ['𝒜da', '𝒜D'],
])('%s is marked %s', (name, letters) => expect(monogramParts('#2PYL', name).letters).toBe(letters))

test('an entity looks the same everywhere, whatever its name becomes', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (seed, before, after) => {
      const { letters: _, ...looks } = monogramParts(seed, before)
      expect(monogramParts(seed, after)).toMatchObject(looks)
    }),
  )
})

test('all twelve hues are used', () => {
  const hues = new Set(Array.from({ length: 400 }, (_, seed) => monogramParts(`#${seed}`, '').hue))
  expect(hues.size).toBe(12)
})
