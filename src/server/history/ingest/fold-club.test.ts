import { describe, expect, it } from 'vitest'
import type { ClubAnswer, ClubMember } from '#server/game/answers.ts'
import { ROSTER_EVENT_KINDS } from '#shared/event-texts.ts'
import { member, scan } from '#test/club-history.ts'
import { fellTogether, foldClub } from './fold-club.ts'
import { emptyLedger } from './ledger.ts'

const ada = member('#ADA', 1000)
const milo = member('#MILO', 2000, { role: 'senior' })

/** The members of a scan in between, where there is one, and what the second scan says. */
type Second = { between?: ClubMember[]; members?: ClubMember[]; given?: Partial<ClubAnswer> }

/** The events of a second scan, an hour after a first one with Ada and Milo. */
function eventsOf({ between, members = [ada, milo], given = {} }: Second) {
  const ledger = emptyLedger()
  foldClub(ledger, scan('2026-03-02T08:00Z', [ada, milo]))
  if (between !== undefined) foldClub(ledger, scan('2026-03-02T08:30Z', between))
  foldClub(ledger, scan('2026-03-02T09:00Z', members, given))
  return ledger.rosterEvents.map(({ kind, playerName, before, after }) => [kind, playerName, before, after])
}

/** What the second scan shows, and each event that tells of it: kind, name, before, after. */
const CASES: [string, Second, (string | null)[][]][] = [
  ['are none when nothing changed', {}, []],
  ['are none when only trophies changed', { members: [member('#ADA', 1200), milo] }, []],
  ['tell who joined', { members: [ada, milo, member('#YUKI', 5)] }, [['joined', 'YUKI', null, 'member']]],
  ['tell who left', { members: [ada] }, [['left', 'MILO', 'senior', null]]],
  [
    'tell who came back',
    { between: [ada] },
    [
      ['left', 'MILO', 'senior', null],
      ['returned', 'MILO', null, 'senior'],
    ],
  ],
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
]

describe('the events between two scans of a club', () => {
  it.each(CASES)('%s', (_story, second, expected) => {
    expect(eventsOf(second)).toEqual(expected)
  })

  it('are of every kind that there is', () => {
    const told = CASES.flatMap(([, , events]) => events.map(([kind]) => kind))
    expect(ROSTER_EVENT_KINDS.filter((kind) => !told.includes(kind))).toEqual([])
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
function falls(size: number, fallen: number): boolean {
  const tags = TAGS.slice(0, size)
  const ledger = emptyLedger()
  const first = scan(
    '2026-03-02T08:00Z',
    tags.map((tag) => member(tag, 1000)),
  )
  foldClub(ledger, first)
  const members = tags.map((tag, index) => member(tag, index < fallen ? 940 : 1008))
  const club = ledger.clubs.get(first.body.tag)
  return club !== undefined && fellTogether(club, members)
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
    expect(fellTogether(club, after)).toBe(true)
  })
})

describe("a club's day", () => {
  const yuki = member('#YUKI', 500)
  const moved = (...scans: Parameters<typeof scan>[]) => {
    const ledger = emptyLedger()
    for (const each of scans) foldClub(ledger, scan(...each))
    const { joined, departed } = ledger.clubDays.get('#2PP') ?? {}
    return { joined, departed }
  }

  it.each<[string, Parameters<typeof scan>[], { joined: number; departed: number }]>([
    ['has neither at the first scan', [['2026-03-02T08:00Z', [ada, milo]]], { joined: 0, departed: 0 }],
    [
      'tells what joiners brought, as the scan that found them says',
      [
        ['2026-03-02T08:00Z', [ada]],
        ['2026-03-02T09:00Z', [ada, yuki]],
        ['2026-03-02T10:00Z', [ada, member('#YUKI', 560)]],
      ],
      { joined: 500, departed: 0 },
    ],
    [
      'tells what leavers took along, as the last scan that found them says',
      [
        ['2026-03-02T08:00Z', [ada, milo]],
        ['2026-03-02T09:00Z', [ada, member('#MILO', 2016)]],
        ['2026-03-02T10:00Z', [ada]],
      ],
      { joined: 0, departed: -2016 },
    ],
    [
      'adds up over members who come, go and come back',
      [
        ['2026-03-02T08:00Z', [ada, yuki]],
        ['2026-03-02T09:00Z', [ada, milo]],
        ['2026-03-02T10:00Z', [ada, milo, yuki]],
      ],
      { joined: 2500, departed: -500 },
    ],
    [
      'has none for members who are missing in an incomplete list',
      [
        ['2026-03-02T08:00Z', [ada, milo]],
        ['2026-03-02T09:00Z', [ada], { membersComplete: false }],
      ],
      { joined: 0, departed: 0 },
    ],
  ])('%s', (_story, scans, expected) => {
    expect(moved(...scans)).toEqual(expected)
  })
})
