import { expect, test } from 'vitest'
import { clubSentence } from './club-sentence.ts'
import { clubType } from './club-words.ts'
import { rosterWords } from './roster-words.ts'

test.each([
  ['joined', null, null, 'joined'],
  ['left', null, null, 'left'],
  ['returned', null, null, 'came back'],
  ['promoted', 'member', 'vicePresident', 'was promoted to Vice President'],
  ['demoted', 'senior', null, 'was demoted'],
  ['renamed', 'Milo', 'Milo II', 'was Milo before'],
  ['settings_changed', 'open', 'closed', 'changed the settings from open to closed'],
])('%s reads as a sentence', (kind, before, after, words) => {
  expect(rosterWords({ kind, before, after })).toBe(words)
})

test('a club without history has a sentence all the same', () => {
  expect(clubSentence({ memberCount: 1, trophies: 12_345 })).toContain('1 member with 12.3k trophies')
})

test.each([
  ['inviteOnly', 'Invite only'],
  ['open', 'Open'],
  ['somethingNew', 'somethingNew'],
])('the type %s reads %s', (type, words) => {
  expect(clubType(type)).toBe(words)
})
