import { describe, expect, it } from 'vitest'
import { dumpTags, threeDaysOfAClub } from '#test/recorded-dump.ts'
import { readItem } from './read-item.ts'

const now = new Date('2026-07-01T00:00:00Z')
const read = (json: unknown) =>
  readItem({ number: 7, text: typeof json === 'string' ? json : JSON.stringify(json) }, { now, words: new Map() })
const [scan = ''] = threeDaysOfAClub()
const recording = JSON.parse(scan) as Record<string, unknown>

describe('a line of a recording or an export', () => {
  it('is a scan of a club at its recorded time', () => {
    expect(read(recording)).toMatchObject({ is: 'answer', line: 7, glitches: 0 })
  })

  it.each([
    ['{"observed_at":', 'not a JSON object'],
    ['[1]', 'not a JSON object'],
    [{ ...recording, observed_at: undefined }, 'no observed_at'],
    [{ ...recording, observed_at: 'yesterday' }, 'observed_at is no ISO time with a zone'],
    [{ ...recording, observed_at: '2026-06-01T00:00:00' }, 'observed_at is no ISO time with a zone'],
    [{ ...recording, observed_at: 1_780_000_000 }, 'observed_at is no ISO time with a zone'],
    [{ ...recording, observed_at: '2026-07-01T00:00:01Z' }, 'observed_at is in the future'],
    [{ ...recording, observed_at: '2016-07-01T00:00:01Z' }, 'observed_at is before the game began'],
    [{ ...recording, path: undefined }, 'no path'],
    [{ ...recording, body: undefined }, 'no body'],
    [{ ...recording, path: '/events/past' }, 'the path is none that can be imported'],
    [{ ...recording, path: '/clubs/%238PP' }, 'answer is about another tag'],
    [{ ...recording, body: { reason: 'notFound' } }, expect.stringMatching(/^club: /)],
    [{ format: 'something', version: 1 }, 'a header of another format'],
    [{ table: 'clubs' }, 'not a row of a table'],
    [{ table: 'users', row: { id: 1 } }, 'no table of an export is called "users"'],
    [{ table: '__proto__', row: {} }, 'no table of an export is called "__proto__"'],
    [{ table: 'settings', row: { key: 'other', value: 1 } }, 'this setting is not moved'],
    [{ table: 'clubs', row: { name: 'No tag' } }, 'the row has no tag'],
    [
      { table: 'roster_events', row: { club_tag: '#2PP', id: 1, kind: 'exploded' } },
      'kind is none that is known: "exploded"',
    ],
    [
      { table: 'club_members', row: { club_tag: '#2PP', player_tag: '#2PL', role: 'king' } },
      'role is none that is known: "king"',
    ],
    [{ table: 'club_months', row: { club_tag: '#2PP', month: '2026-06-02' } }, 'month is no first day of a month'],
    [{ table: 'observations', row: { player_tag: '#2PP' } }, 'no table of an export is called "observations"'],
    [{ table: 'club_answers', row: { club_tag: '#2PP', day: '2016-01-01' } }, 'day is no possible time'],
    [{ table: 'battles', row: { battle_key: 'k', battle_time: '9999-01-01' } }, 'battle_time is no possible time'],
  ])('is bad: %j, %s', (json, reason) => {
    expect(read(json)).toEqual({ is: 'bad', line: 7, reason })
  })

  it.each(['/v1/clubs/%232PPCLU8', '/clubs/2ppclu8?limit=9', `/clubs/${dumpTags.club}`])(
    'may have the path %s',
    (path) => {
      const item = read({ ...recording, path, observed_at: '2026-06-01T02:00:00+02:00' })
      expect(item).toMatchObject({ is: 'answer', answer: { observedAt: new Date('2026-06-01T00:00:00Z') } })
    },
  )
})
