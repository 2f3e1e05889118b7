import { describe, expect, it } from 'vitest'
import type { ClubAnswer, ClubMember } from '#server/game/answers.ts'
import { member, scan } from '#test/club-history.ts'
import { fellTogether, foldClub } from './fold-club.ts'
import { crossesSeasonEnd } from './fold-player.ts'
import { emptyLedger, type Ledger } from './ledger.ts'

const ada = member('#ADA', 1000)
const milo = member('#MILO', 2000, { role: 'senior' })

type Second = { members?: ClubMember[]; given?: Partial<ClubAnswer> }

/** The events of a second scan, an hour after a first one with Ada and Milo. */
function eventsOf({ members = [ada, milo], given = {} }: Second) {
  const ledger = emptyLedger()
  foldClub(ledger, scan('2026-03-02T08:00Z', [ada, milo]))
  foldClub(ledger, scan('2026-03-02T09:00Z', members, given))
  return ledger.rosterEvents.map(({ kind, playerName, before, after }) => [kind, playerName, before, after])
}

describe('the events between two scans of a club', () => {
  it.each<[string, Second, unknown[]]>([
    ['are none when nothing changed', {}, []],
    ['are none when only trophies changed', { members: [member('#ADA', 1200), milo] }, []],
    ['tell who joined', { members: [ada, milo, member('#YUKI', 5)] }, [['joined', 'YUKI', null, 'member']]],
    ['tell who left', { members: [ada] }, [['left', 'MILO', 'senior', null]]],
    [
      'are none for members who are missing in an incomplete list',
      { members: [ada], given: { membersComplete: false } },
      [],
    ],
    ['tell a promotion', { members: [{ ...ada, role: 'senior' }, milo] }, [['promoted', 'ADA', 'member', 'senior']]],
    [
      'tell a promotion to president',
      { members: [ada, { ...milo, role: 'president' }] },
      [['promoted', 'MILO', 'senior', 'president']],
    ],
    ['tell a demotion', { members: [ada, { ...milo, role: 'member' }] }, [['demoted', 'MILO', 'senior', 'member']]],
    ['are none when the answer leaves out a role', { members: [ada, { ...milo, role: null }] }, []],
    ['tell a new name', { members: [{ ...ada, name: 'Lady' }, milo] }, [['renamed', 'Lady', 'ADA', 'Lady']]],
    ['are none for a new colour of a name', { members: [{ ...ada, nameColor: '0xff00ff00' }, milo] }, []],
    ['tell a new type', { given: { type: 'closed' } }, [['settings_changed', null, 'Type: open', 'Type: closed']]],
    ['are none for an unknown type', { given: { type: 'unknown' } }, []],
    ['are none when the answer leaves out the description', { given: { description: null } }, []],
    [
      'tell new required trophies and a new badge',
      { given: { requiredTrophies: 900, badgeId: 8000001 } },
      [
        ['settings_changed', null, 'Required trophies: 500', 'Required trophies: 900'],
        ['settings_changed', null, 'Badge: 8000000', 'Badge: 8000001'],
      ],
    ],
    [
      'tell a new name of the club',
      { given: { name: 'Orcas' } },
      [['settings_changed', null, 'Name: Dolphins', 'Name: Orcas']],
    ],
  ])('%s', (_story, second, expected) => {
    expect(eventsOf(second)).toEqual(expected)
  })

  it('lie between the two scans', () => {
    const ledger = emptyLedger()
    foldClub(ledger, scan('2026-03-02T08:00Z', [ada, milo]))
    foldClub(ledger, scan('2026-03-02T09:00Z', [ada]))
    expect(ledger.rosterEvents[0]).toMatchObject({
      observedAfter: new Date('2026-03-02T08:00Z'),
      observedAt: new Date('2026-03-02T09:00Z'),
    })
  })
})

const TAGS = ['#P0', '#P2', '#P8', '#P9', '#PP', '#PY', '#PL', '#PQ', '#PC', '#PV']

/** A club of so many, all with 1000 trophies; then a scan in which so many of them have fallen. */
function falls(size: number, fallen: number, prepare: (ledger: Ledger) => void = () => {}): boolean {
  const tags = TAGS.slice(0, size)
  const ledger = emptyLedger()
  const first = scan(
    '2026-03-02T08:00Z',
    tags.map((tag) => member(tag, 1000)),
  )
  foldClub(ledger, first)
  prepare(ledger)
  const members = tags.map((tag, index) => member(tag, index < fallen ? 940 : 1008))
  const club = ledger.clubs.get(first.body.tag)
  return club !== undefined && fellTogether(ledger, club, members, new Date('2026-03-02T09:00Z'))
}

const battleAt = (time: string) => (ledger: Ledger) => {
  const player = ledger.players.get('#P0')
  if (player !== undefined) player.lastBattleAt = new Date(time)
}

describe('a fall of most of a club', () => {
  it.each([
    ['is a reset when all ten of ten fell', 10, 10, true],
    ['is a reset when 60 % of ten fell', 10, 6, true],
    ['is none when half of ten fell', 10, 5, false],
    ['is a reset when five of eight fell', 8, 5, true],
    ['is none when all of four fell, which are too few', 4, 4, false],
    ['is none when nobody fell', 10, 0, false],
  ])('%s', (_story, size, fallen, expected) => {
    expect(falls(size, fallen)).toBe(expected)
  })

  it('is none when one of those had a battle in between', () => {
    expect(falls(10, 10, battleAt('2026-03-02T08:30Z'))).toBe(false)
    expect(falls(10, 10, battleAt('2026-03-02T07:59Z'))).toBe(true)
  })

  it('is judged by the members of the scan before, without newcomers', () => {
    const ledger = emptyLedger()
    foldClub(
      ledger,
      scan(
        '2026-03-02T08:00Z',
        TAGS.slice(0, 5).map((tag) => member(tag, 1000)),
      ),
    )
    const club = [...ledger.clubs.values()][0]
    if (club === undefined) throw new Error('no club')
    const after = TAGS.map((tag) => member(tag, 940))
    expect(fellTogether(ledger, club, after, new Date('2026-03-02T09:00Z'))).toBe(true)
  })
})

describe('the end of a season, on the third Thursday at 08:00 UTC,', () => {
  it.each([
    ['2026-03-19T07:00Z', '2026-03-19T07:59:59Z', false],
    ['2026-03-19T07:00Z', '2026-03-19T08:00Z', true],
    ['2026-03-19T08:00Z', '2026-03-19T09:00Z', false],
    ['2026-03-01T00:00Z', '2026-03-31T00:00Z', true],
    ['2026-03-19T08:00Z', '2026-04-16T07:59Z', false],
  ])('lies between %s and %s: %s', (from, to, expected) => {
    expect(crossesSeasonEnd(new Date(from), new Date(to))).toBe(expected)
  })
})
