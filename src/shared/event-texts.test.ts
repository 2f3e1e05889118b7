import { expect, test } from 'vitest'
import { eventSentence, milestoneSentence } from './event-texts.ts'

const of = (kind: string, before: string | null, after: string | null) => {
  return { kind, player_tag: '#2PYL', player_name: 'Ada', before, after }
}

test.each([
  ['joined', null, null, 'Ada joined'],
  ['left', null, null, 'Ada left'],
  ['returned', null, null, 'Ada came back'],
  ['promoted', 'member', 'vicePresident', 'Ada was promoted to Vice President'],
  ['demoted', 'senior', null, 'Ada was demoted'],
  ['renamed', 'Milo', 'Ada', 'Ada was Milo before'],
])('the event %s (before %j, after %j) reads "%s"', (kind, before, after, sentence) => {
  expect(eventSentence(of(kind, before, after))).toBe(sentence)
})

test('a change of the settings is told of the club', () => {
  const event = { ...of('settings_changed', 'Type: open', 'Type: closed'), player_tag: null, player_name: null }
  expect(eventSentence(event)).toBe('The club changed the settings from Type: open to Type: closed')
})

test('a name keeps no colour of the game, and the tag stands for an invisible one', () => {
  expect(eventSentence({ ...of('left', null, null), player_name: '<c3>Milo</c>' })).toBe('Milo left')
  expect(eventSentence({ ...of('left', null, null), player_name: '\u2800' })).toBe('#2PYL left')
})

test('a reader with a format of its own marks what players and clubs have written, and nothing else', () => {
  const quoted = (name: string) => `"${name}"`
  expect(eventSentence(of('renamed', 'Milo', 'Ada'), quoted)).toBe('"Ada" was "Milo" before')
  expect(eventSentence(of('promoted', 'member', 'senior'), quoted)).toBe('"Ada" was promoted to Senior')
})

test('a milestone is told with the name of the player', () => {
  expect(milestoneSentence('Ada', 50_000)).toBe('Ada passed 50k trophies')
})
