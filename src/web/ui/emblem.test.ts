import { expect, test } from 'vitest'
import { MODE_NAMES } from '#shared/game-names.ts'
import { symbolOfMode, tierShape } from './Emblem.tsx'
import emblems from './emblems.svg?raw'
import modes from './modes.svg?raw'
import { tierColour } from './TierEmblem.tsx'

const symbolsOf = (drawn: string) => [...drawn.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id).sort()

test.each([
  ['gemGrab', 'gemGrab'],
  ['knockout5V5', 'knockout'],
  ['trioShowdown', 'trioShowdown'],
  ['somethingNew', 'mode'],
  ['unknown', 'mode'],
  ['silent', 'mode'],
])('the mode %s has the shape %s', (mode, symbol) => {
  expect(symbolOfMode(mode)).toBe(symbol)
})

test('every shape that a page may name is drawn', () => {
  const tiers = Array.from({ length: 8 }, (_, family) => `tier${family + 1}`)
  const played = new Set(MODE_NAMES.map((id) => symbolOfMode(id.replace('game.', ''))))
  expect(symbolsOf(modes)).toEqual([...played, 'mode'].sort())
  expect(symbolsOf(emblems)).toEqual(['silent', 'quiet', 'form', 'new', 'reset', 'bots', ...tiers].sort())
})

test.each([1, 6, 22])('the drawing of the tier at place %i has the colour of its band', (place) => {
  expect(new RegExp(`id="${tierShape(place)}".* fill="([^"]+)"`).exec(emblems)?.[1]).toBe(tierColour(place))
})
