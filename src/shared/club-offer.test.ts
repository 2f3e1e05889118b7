import { expect, test } from 'vitest'
import { clubOffer, clubType, entryBar } from './club-offer.ts'

test.each([
  ['inviteOnly', 'Invite only'],
  ['open', 'Open'],
  ['somethingNew', 'somethingNew'],
  ['constructor', 'constructor'],
])('the club type %s reads %s', (type, words) => {
  expect(clubType(type)).toBe(words)
})

test.each([
  [{}, 'Open, 5,000+, 2 seats free, 22 of 28 active'],
  [{ required_trophies: 0, member_count: 30 }, 'Open, any trophies, full, 22 of 28 active'],
  [{ entry: 'inviteOnly', member_count: 29, known_members: 0 }, 'Invite only, 5,000+, 1 seat free'],
  [{ entry: null, required_trophies: null, active_members: null }, '2 seats free'],
])('a club with %j offers "%s"', (given, text) => {
  const club = { entry: 'open', required_trophies: 5000, member_count: 28, active_members: 22, known_members: 28 }
  expect(clubOffer({ ...club, ...given })).toBe(text)
})

test('a bar of 0 trophies is none', () => {
  const needs = (trophies: string) => `needs ${trophies} trophies`
  expect([entryBar(5000, needs), entryBar(0, needs)]).toEqual(['needs 5,000 trophies', 'any trophies'])
})
