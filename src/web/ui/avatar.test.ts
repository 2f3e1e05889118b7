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
])('the avatar of "%s" has the letters %s', (name, letters) =>
  expect(monogramParts('#2PYL', name).letters).toBe(letters),
)

test('an avatar keeps its looks when the name changes, but for the letters', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (seed, before, after) => {
      const { letters: _, ...looks } = monogramParts(seed, before)
      expect(monogramParts(seed, after)).toMatchObject(looks)
    }),
  )
})

test('avatars use all twelve hues', () => {
  const hues = new Set(Array.from({ length: 400 }, (_, seed) => monogramParts(`#${seed}`, '').hue))
  expect(hues.size).toBe(12)
})
