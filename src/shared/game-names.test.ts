import { expect, test } from 'vitest'
import { brawlerName, modeName, roleName, roleRank, titleCase } from './game-names.ts'

test.each([
  ['EL PRIMO', 'El Primo'],
  ['8-BIT', '8-Bit'],
  ['MR. P', 'Mr. P'],
  ['R-T', 'R-T'],
  ['Shelly', 'Shelly'],
])('the title case of %s is %s', (name, text) => {
  expect(titleCase(name)).toBe(text)
})

test.each([
  ['brawlBall', 'Brawl Ball'],
  ['knockout', 'Knockout'],
  ['knockout5V5', 'Knockout 5v5'],
  ['gemGrab5V5', 'Gem Grab 5v5'],
  ['unknown', 'Unknown mode'],
  ['', ''],
])('the mode %s is called %s', (mode, text) => {
  expect(modeName(mode)).toBe(text)
})

test('a brawler keeps no colour of the game', () => {
  expect(brawlerName('<c2>EL PRIMO</c>')).toBe('El Primo')
})

test('roles have English names and sort from the president down', () => {
  const roles = ['member', 'senior', 'notMember', 'president', 'vicePresident']
  expect(roles.toSorted((one, other) => roleRank(one) - roleRank(other)).map((role) => roleName(role))).toEqual([
    'President',
    'Vice President',
    'Senior',
    'Member',
    'notMember',
  ])
})
