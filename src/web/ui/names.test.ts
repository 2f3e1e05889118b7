import { expect, test } from 'vitest'
import { countryName } from '#shared/game-names.ts'
import { nameColour } from '#web/ui/EntityLink.tsx'

test.each([
  ['DE', 'Germany'],
  ['kr', 'South Korea'],
  ['global', 'global'],
])('the country code %s is %s', (code, name) => {
  expect(countryName(code)).toBe(name)
})

test.each([
  ['0xffff9727', '#ff9727'],
  ['0xFF1BA5F5', '#1ba5f5'],
  ['0xffffffff', null],
  ['orange', null],
  [null, null],
])('the colour %s of a name is %s in styles', (code, colour) => {
  expect(nameColour(code)).toBe(colour)
})
