import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBattleLog } from './battle-log.ts'
import { learnModes, type ModeWords, parseRotation } from './catalogue.ts'
import { parseClub } from './club.ts'
import { UnusableAnswer } from './parsing.ts'
import { parseRecorded, type Recorded } from './recorded.ts'

const NO_WORDS: ModeWords = new Map()

const recordings = new URL('../../../../../shared/field/recordings/', import.meta.url)
const absent = !existsSync(recordings)
const skipped = absent ? ' (skipped: the recordings are not beside this project)' : ''

function recording(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, recordings), 'utf8'))
}

describe.skipIf(absent)(`real answers${skipped}`, () => {
  test.each([
    ['/clubs/%2380GP0LRL0', 'clubs/krawl_80GP0LRL0_rank1-global_2025-08.json', 'club'],
    ['/players/%23GJRV99Q8', 'players/krawl_GJRV99Q8_top-club-president_2025-08.json', 'player'],
    ['/v1/players/%23JRLLR9QU', 'players/maximistr_JRLLR9QU_2026-04-12.json', 'player'],
    ['/players/%2388YV8VQJL/battlelog', 'battlelogs/krawl_duels_2025-08-14.json', 'battle-log'],
    ['/players/%23GJRV99Q8/battlelog', 'battlelogs/krawl_ladder-brawlBall_2025-08-15.json', 'battle-log'],
    ['/players/%232JY2JR09UC/battlelog', 'battlelogs/krawl_lastStand+soloRanked_2025-07-25.json', 'battle-log'],
    ['/rankings/global/clubs?limit=10', 'rankings/krawl_clubs_paging_1.json', 'club-ranking'],
    ['/rankings/global/clubs', 'rankings/krawl_clubs_paging_2.json', 'club-ranking'],
    ['/rankings/global/clubs', 'rankings/krawl_clubs_paging_3.json', 'club-ranking'],
    ['/rankings/global/clubs', 'rankings/krawl_clubs_no_paging.json', 'club-ranking'],
    ['/rankings/DE/brawlers/16000000', 'rankings/krawl_brawlers_no_paging.json', 'brawler-ranking'],
    ['/rankings/global/brawlers/16000000', 'rankings/krawl_brawlers_paging_1.json', 'brawler-ranking'],
    ['/rankings/global/brawlers/16000000', 'rankings/krawl_brawlers_paging_2.json', 'brawler-ranking'],
    ['/rankings/global/brawlers/16000000', 'rankings/krawl_brawlers_paging_3.json', 'brawler-ranking'],
    ['/brawlers', 'brawlers/louisbgl_full_2026-05-04.json', 'brawlers'],
    ['/events/rotation', 'rotation/krawl_2025-08-14.json', 'rotation'],
  ] satisfies [string, string, Recorded['kind']][])('%s as in %s', (path, file, kind) => {
    expect(parseRecorded(path, recording(file), NO_WORDS)).toMatchObject({ kind, glitches: [] })
  })

  test.each([1, 2, 3])('the players ranking of 2025-08-15, page %i, is not believed', (page) => {
    const raw = recording(`rankings/krawl_players_paging_${page}.json`)
    expect(() => parseRecorded('/rankings/global/players', raw, NO_WORDS)).toThrow(
      expect.objectContaining({ kind: 'glitched' }),
    )
  })

  test('an error is no answer', () => {
    const raw = recording('errors/403_accessDenied_missing-authorization.json')
    expect(() => parseClub(raw)).toThrow(UnusableAnswer)
  })

  test('the rotation of 2025-08-14 names modes, maps and times', () => {
    const rotation = parseRecorded('/events/rotation', recording('rotation/krawl_2025-08-14.json'), NO_WORDS)
    expect(rotation?.body).toHaveLength(14)
    expect(rotation?.body).toContainEqual({
      id: 15000026,
      mode: 'brawlBall',
      map: 'Pinhole Punt',
      startsAt: new Date('2025-08-14T08:00:00Z'),
      endsAt: new Date('2025-08-15T08:00:00Z'),
    })
  })

  test('team mates see the same battles', () => {
    const raw = recording('battlelogs/krawl_ladder-brawlBall_2025-08-15.json')
    const keysOf = (tag: string) => parseBattleLog(raw, tag, NO_WORDS).body.battles.map((battle) => battle.key)
    expect(keysOf('#LLL9JU0U0')).toEqual(keysOf('#282VGGG0R'))
    expect(new Set(keysOf('#GJRV99Q8')).size).toBe(25)
  })
})

test('a rotation may come within items, and a list of modes names those that nobody knows', () => {
  const modes = [
    { id: 46, name: 'KNOCKOUT 2V2' },
    { id: 47, name: null },
    { id: 5, name: 'SOME OTHER NAME' },
  ]
  const known = parseRecorded('/gamemodes', { items: [...modes, { name: 'x' }], paging: {} }, NO_WORDS)
  expect(known).toMatchObject({ kind: 'gamemodes', body: modes, glitches: [{ path: 'items.3' }] })
  const learnt: ModeWords = new Map()
  learnModes(learnt, modes)
  const at = { startTime: '20250814T080000.000Z', endTime: '20250815T080000.000Z', slotId: 1 }
  const event = (id: number, modeId: number) => ({ ...at, event: { id, mode: 'unknown', modeId, map: null } })
  const raw = { items: [event(1, 46), event(2, 47), event(3, 5), event(4, 55)] }
  const words = parseRotation(raw, learnt).body.map(({ mode }) => mode)
  expect(words).toEqual(['knockout2V2', 'unknown', 'brawlBall', 'tokenRun'])
})

test('of a rotation, events that cannot be read, that end before they start or that stand there twice are set aside', () => {
  const event = { id: 15000026, mode: 'unknown', modeId: 20, map: null }
  const at = { startTime: '20250814T080000.000Z', endTime: '20250815T080000.000Z', slotId: 1 }
  const raw = [{ ...at, event }, { ...at, event }, { ...at, event, endTime: at.startTime }, { ...at }, 'x']
  const { body, glitches } = parseRecorded('/v1/events/rotation', raw, NO_WORDS) as Extract<
    Recorded,
    { kind: 'rotation' }
  >
  expect(body).toMatchObject([{ id: 15000026, mode: 'knockout', map: null }])
  expect(glitches.map(({ path, kind }) => [path, kind])).toEqual([
    ['events.1', 'duplicate'],
    ['events.2', 'malformed'],
    ['events.3', 'malformed'],
    ['events.4', 'malformed'],
  ])
})

describe('a recorded answer', () => {
  test.each([
    '/',
    '',
    '/clubs',
    '/clubs/%23AAA',
    '/clubs/%232PP/members',
    '/rankings/xyz/players',
    '/brawlers/16000000',
  ])('at %s is of no use', (path) => {
    expect(parseRecorded(path, {}, NO_WORDS)).toBeNull()
  })

  test('about another tag than its path is refused', () => {
    const raw = { tag: '#8QQ', name: 'x', trophies: 0, members: [] }
    expect(() => parseRecorded('/clubs/%232PP', raw, NO_WORDS)).toThrow(expect.objectContaining({ kind: 'malformed' }))
    expect(parseRecorded('/clubs/%238QQ', raw, NO_WORDS)).toMatchObject({ kind: 'club', body: { tag: '#8QQ' } })
  })

  test('of any shape at all is parsed or refused with a typed error', () => {
    const lists = ['/rankings/de/clubs', '/brawlers', '/events/rotation']
    const paths = ['/clubs/%232PP', '/players/2PP', '/players/%232PP/battlelog', ...lists]
    const shapes = fc.oneof(fc.jsonValue(), fc.record({ items: fc.jsonValue(), tag: fc.constant('#2PP') }))
    fc.assert(
      fc.property(fc.constantFrom(...paths), shapes, (path, raw) => {
        try {
          parseRecorded(path, raw, NO_WORDS)
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableAnswer)
        }
      }),
    )
  })
})
