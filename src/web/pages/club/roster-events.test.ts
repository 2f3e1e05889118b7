import { expect, test } from 'vitest'
import type { RosterEventKind } from '#shared/event-texts.ts'
import { rosterNotes } from './RosterEvents.tsx'

const event = (kind: RosterEventKind, player_name: string | null, observed_at: string) => {
  return { kind, player_tag: '#2PYL', player_name, observed_at }
}
const LINE = [{ date: '2026-11-20' }, { date: '2026-11-19' }]
const notesOf = (...events: ReturnType<typeof event>[]) =>
  [...rosterNotes(events, LINE)].map(([day, note]) => `${day} ${note.replace(/[\u2068\u2069]/g, '')}`)

test('a note names who joined and who left on that UTC day, two of each by name', () => {
  expect(
    notesOf(
      event('joined', 'Ada', '2026-11-20T23:59:00Z'),
      event('returned', '<c3>Milo</c>', '2026-11-20T10:00:00Z'),
      event('left', null, '2026-11-20T10:00:00Z'),
      event('joined', 'Yuki', '2026-11-20T09:00:00Z'),
      event('left', 'Bo', '2026-11-19T00:00:00Z'),
    ),
  ).toEqual(['2026-11-20 joined: Ada, Milo +1; left: #2PYL', '2026-11-19 left: Bo'])
})

test('beside a name stand the trophies that came and went with members, and not the change of the day', () => {
  const events = [
    event('returned', 'frosty', '2026-11-20T10:00:00Z'),
    event('left', 'Bo', '2026-11-20T10:00:00Z'),
    event('joined', 'Ada', '2026-11-18T10:00:00Z'),
  ]
  const notes = rosterNotes(events, [{ date: '2026-11-20', joined: 48_933, left: null }])
  expect([...notes].map(([day, note]) => `${day} ${note.replace(/[\u2068\u2069]/g, '')}`)).toEqual([
    '2026-11-20 joined +48,933: frosty; left: Bo',
  ])
})

test('a promotion and a new name make no note', () => {
  expect(
    notesOf(event('promoted', 'Ada', '2026-11-20T10:00:00Z'), event('renamed', 'Bo', '2026-11-20T10:00:00Z')),
  ).toEqual([])
})

test('a note cuts a very long name, and shows the tag in place of an invisible one', () => {
  expect(notesOf(event('left', 'W'.repeat(10_000), '2026-11-20T10:00:00Z'))).toEqual([
    `2026-11-20 left: ${'W'.repeat(23)}…`,
  ])
  expect(notesOf(event('left', '\u2800\u2800', '2026-11-20T10:00:00Z'))).toEqual(['2026-11-20 left: #2PYL'])
})

test('a note isolates a name that is written from right to left', () => {
  expect(rosterNotes([event('left', 'שלום', '2026-11-20T10:00:00Z')], LINE).get('2026-11-20')).toBe(
    'left: \u2068שלום\u2069',
  )
})
