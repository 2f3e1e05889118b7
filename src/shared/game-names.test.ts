import { expect, test } from 'vitest'
import { brawlerName, clubOffer, modeName, roleName, roleRank, titleCase } from './game-names.ts'

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
  expect(roles.toSorted((one, other) => roleRank(one) - roleRank(other)).map(roleName)).toEqual([
    'President',
    'Vice President',
    'Senior',
    'Member',
    'notMember',
  ])
})

test.each([
  [{}, 'Open, 5,000+, 2 seats, 22 of 28 active'],
  [{ required_trophies: 0, member_count: 30 }, 'Open, any trophies, full, 22 of 28 active'],
  [{ entry: 'inviteOnly', member_count: 29, known_members: 0 }, 'Invite only, 5,000+, 1 seat'],
  [{ entry: null, required_trophies: null, active_members: null }, '2 seats'],
])('a club with %j offers "%s"', (given, text) => {
  const club = { entry: 'open', required_trophies: 5000, member_count: 28, active_members: 22, known_members: 28 }
  expect(clubOffer({ ...club, ...given })).toBe(text)
})
