import { expect, test } from 'vitest'
import { createRandom } from '#shared/random.ts'
import { EVERY_SCRIPT } from './countries.ts'
import { NAME_LENGTH, playerName } from './names.ts'

const random = createRandom(4)
const names = Array.from({ length: 5000 }, () => playerName(random, EVERY_SCRIPT))

test('player names are well-formed, not empty, not too long, and have no spaces around them', () => {
  for (const name of names) {
    expect(name.length).toBeGreaterThan(0)
    expect(name.length).toBeLessThanOrEqual(NAME_LENGTH)
    expect(name).toBe(name.replace(/^ | $/g, ''))
    expect(name.isWellFormed()).toBe(true)
  }
})

test.each([
  ['emoji', /\p{Extended_Pictographic}/u],
  ['right-to-left scripts', /[\u0590-\u06ff]/],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Han', /\p{Script=Han}/u],
  ['colour markup', /<c\d>.+<\/c>/],
  ['markup left open', /<c\d>[^/]+$/],
  ['mathematical letters', /[\u{1d41a}-\u{1d433}]/u],
  ['nothing but Braille blanks', /^\u2800+$/],
])('some player names have %s', (_, pattern) => {
  expect(names.some((name) => pattern.test(name))).toBe(true)
})
