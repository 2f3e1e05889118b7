import { expect, test } from 'vitest'
import {
  changeLines,
  eventSentence,
  milestoneSentence,
  ROSTER_EVENT_KINDS,
  type RosterEventKind,
  reachedSentence,
} from './event-texts.ts'
import { makeTranslator, sayIn } from './texts.ts'

const of = (kind: RosterEventKind, before: string | null, after: string | null) => {
  return { kind, player_tag: '#2PYL', player_name: 'Ada', before, after }
}

const SENTENCES: [RosterEventKind, before: string | null, after: string | null, string][] = [
  ['joined', null, null, 'Ada joined'],
  ['left', null, null, 'Ada left'],
  ['returned', null, null, 'Ada came back'],
  ['promoted', 'member', 'vicePresident', 'Ada was promoted to Vice President'],
  ['demoted', 'senior', null, 'Ada was demoted'],
  ['renamed', 'Milo', 'Ada', 'Ada was Milo before'],
  ['settings_changed', 'Type: open', 'Type: closed', 'The club changed the settings from Type: open to Type: closed'],
]

test.each(SENTENCES)('the event %s (before %j, after %j) reads "%s"', (kind, before, after, sentence) => {
  expect(eventSentence(of(kind, before, after))).toBe(sentence)
})

test('each kind of event has a sentence in the table', () => {
  expect(ROSTER_EVENT_KINDS.filter((kind) => !SENTENCES.some(([told]) => told === kind))).toEqual([])
})

test('a change of the settings names no member', () => {
  const event = { ...of('settings_changed', null, 'Name: <c2>*Orcas*'), player_tag: null, player_name: null }
  const quoted = (name: string) => `"${name}"`
  expect(eventSentence(event, quoted)).toBe('The club changed the settings to "Name: <c2>*Orcas*"')
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

const NOTHING = {
  trophies: { before: 1000, now: 1000, gain: 0, reset: 0 },
  milestones: [],
  record: null,
  ranks: [],
  events: [],
  events_total: 0,
}
const named = (kind: RosterEventKind, ...names: string[]) =>
  names.map((player_name) => ({ kind, player_tag: '#2PYL', player_name, before: null, after: null }))

test('what changed is told line by line, the weightiest first', () => {
  const lines = changeLines({
    trophies: { before: 48_900, now: 50_120, gain: 1220, reset: 0 },
    milestones: [50_000],
    record: 50_120,
    ranks: [
      { country: 'global', before: 12, now: 9 },
      { country: 'DE', before: null, now: 3 },
    ],
    events: [
      ...named('left', 'Yuki'),
      ...named('joined', 'Ada', 'Milo', 'Bo', 'Kim', 'Lou'),
      of('promoted', 'member', 'senior'),
    ],
    events_total: 9,
  })
  expect(lines).toEqual([
    '+1,220 trophies: 48,900 to 50,120',
    'Passed 50k trophies',
    'New best: 50,120 trophies',
    'Now 9th in the world, was 12th',
    'Now 3rd in DE',
    'Ada, Milo, Bo and 2 others joined',
    'Yuki left',
    'Ada was promoted to Senior',
    '2 more events',
  ])
})

test('a reset is told apart from what was played', () => {
  const trophies = { before: 50_000, now: 47_600, gain: 100, reset: -2500 }
  expect(changeLines({ ...NOTHING, trophies })).toEqual([
    '−2,400 trophies: 50,000 to 47,600. A reset took 2,500; without it +100',
  ])
})

test('where nothing changed, or it is not known, there is no line', () => {
  expect(changeLines(NOTHING)).toEqual([])
  expect(changeLines({ ...NOTHING, trophies: { before: null, now: 5, gain: null, reset: null } })).toEqual([])
})

test('what a player reached in Ranked and with brawlers is told in words', () => {
  const of = { tier: null, brawler: null, figure: null }
  const reached = [
    { ...of, kind: 'tier', tier: 'Mythic I' },
    { ...of, kind: 'best', tier: 'Mythic I', figure: 5100 },
    { ...of, kind: 'prestige', brawler: 'Poco', figure: 2 },
    { ...of, kind: 'streak', brawler: 'Poco', figure: 20 },
  ] as const
  expect(changeLines({ ...NOTHING, reached })).toEqual([
    'Reached Mythic I in Ranked',
    'New best in Ranked: 5,100',
    'Poco reached prestige 2',
    '20 wins in a row with Poco',
  ])
  expect(reached.map((each) => reachedSentence('Ada', each))).toEqual([
    'Ada reached Mythic I in Ranked',
    'Ada has a new best in Ranked: 5,100',
    'Ada reached prestige 2 with Poco',
    'Ada won 20 times in a row with Poco',
  ])
})

test('a tier that a call told is named in the language of the reader', () => {
  const turkish = makeTranslator('tr', {
    'game.mythic': 'Gizemli',
    'event.tier': [['tier'], ' kademesine ulaştı'],
    'event.tierBy': [['who'], ' ', ['tier'], ' kademesine ulaştı'],
  })
  const reached = { kind: 'tier', tier: 'Mythic I', brawler: null, figure: null } as const
  expect(sayIn(turkish, () => changeLines({ ...NOTHING, reached: [reached] }))).toEqual(['Gizemli I kademesine ulaştı'])
  expect(sayIn(turkish, () => reachedSentence('Ada', reached))).toBe('Ada Gizemli I kademesine ulaştı')
})
