import { expect, test } from 'vitest'
import { rosterNotes } from './ClubOverview.tsx'

const event = (kind: string, player_name: string | null, observed_at: string) => {
  return { kind, player_tag: '#2PYL', player_name, observed_at }
}
const words = (...events: ReturnType<typeof event>[]) =>
  [...rosterNotes(events)].map(([day, note]) => `${day} ${note.replace(/[\u2068\u2069]/g, '')}`)

test('who joined and left that day (UTC) is named, two by name', () => {
  expect(
    words(
      event('joined', 'Ada', '2026-11-20T23:59:00Z'),
      event('returned', '<c3>Milo</c>', '2026-11-20T10:00:00Z'),
      event('left', null, '2026-11-20T10:00:00Z'),
      event('joined', 'Yuki', '2026-11-20T09:00:00Z'),
      event('left', 'Bo', '2026-11-19T00:00:00Z'),
    ),
  ).toEqual(['2026-11-20 joined: Ada, Milo +1; left: #2PYL', '2026-11-19 left: Bo'])
})

test('who rises or changes a name moves no trophies of the club', () => {
  expect(
    words(event('promoted', 'Ada', '2026-11-20T10:00:00Z'), event('renamed', 'Bo', '2026-11-20T10:00:00Z')),
  ).toEqual([])
})

test('a name as long as a page is cut, one of nothing visible gives way to the tag', () => {
  expect(words(event('left', 'W'.repeat(10_000), '2026-11-20T10:00:00Z'))).toEqual([
    `2026-11-20 left: ${'W'.repeat(23)}…`,
  ])
  expect(words(event('left', '\u2800\u2800', '2026-11-20T10:00:00Z'))).toEqual(['2026-11-20 left: #2PYL'])
})

test('a name written from right to left is held together', () => {
  expect(rosterNotes([event('left', 'שלום', '2026-11-20T10:00:00Z')]).get('2026-11-20')).toBe('left: \u2068שלום\u2069')
})
