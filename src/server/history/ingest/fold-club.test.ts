import { describe, expect, it } from 'vitest'
import type { ClubAnswer, ClubMember } from '#server/game/answers.ts'
import { member, scan } from '#test/club-history.ts'
import { fellTogether, foldClub } from './fold-club.ts'
import { crossesSeasonEnd } from './fold-player.ts'
import { emptyLedger, type Ledger } from './ledger.ts'

const ada = member('#ADA', 1000)
const milo = member('#MILO', 2000, { role: 'senior' })

type Told = { members?: ClubMember[]; given?: Partial<ClubAnswer> }

/** What a second scan, an hour after a first with Ada and Milo, has to tell. */
function told({ members = [ada, milo], given = {} }: Told) {
  const ledger = emptyLedger()
  foldClub(ledger, scan('2026-03-02T08:00Z', [ada, milo]))
  foldClub(ledger, scan('2026-03-02T09:00Z', members, given))
  return ledger.rosterEvents.map(({ kind, playerName, before, after }) => [kind, playerName, before, after])
}

describe('what happened between two scans of a club', () => {
  it.each<[string, Told, unknown[]]>([
    ['nothing', {}, []],
    ['trophies alone are no event', { members: [member('#ADA', 1200), milo] }, []],
    ['somebody joined', { members: [ada, milo, member('#YUKI', 5)] }, [['joined', 'YUKI', null, 'member']]],
    ['somebody left', { members: [ada] }, [['left', 'MILO', 'senior', null]]],
    ['a list cut short makes nobody leave', { members: [ada], given: { membersComplete: false } }, []],
    ['a rise', { members: [{ ...ada, role: 'senior' }, milo] }, [['promoted', 'ADA', 'member', 'senior']]],
    [
      'a rise to the top',
      { members: [ada, { ...milo, role: 'president' }] },
      [['promoted', 'MILO', 'senior', 'president']],
    ],
    ['a fall', { members: [ada, { ...milo, role: 'member' }] }, [['demoted', 'MILO', 'senior', 'member']]],
    ['a role left out is no fall', { members: [ada, { ...milo, role: null }] }, []],
    ['a new name', { members: [{ ...ada, name: 'Lady' }, milo] }, [['renamed', 'Lady', 'ADA', 'Lady']]],
    ['a new colour is no new name', { members: [{ ...ada, nameColor: '0xff00ff00' }, milo] }, []],
    ['the type', { given: { type: 'closed' } }, [['settings_changed', null, 'Type: open', 'Type: closed']]],
    ['an unknown type', { given: { type: 'unknown' } }, []],
    ['a description left out', { given: { description: null } }, []],
    [
      'the trophies required, and the badge',
      { given: { requiredTrophies: 900, badgeId: 8000001 } },
      [
        ['settings_changed', null, 'Required trophies: 500', 'Required trophies: 900'],
        ['settings_changed', null, 'Badge: 8000000', 'Badge: 8000001'],
      ],
    ],
    [
      'the name of the club',
      { given: { name: 'Orcas' } },
      [['settings_changed', null, 'Name: Dolphins', 'Name: Orcas']],
    ],
  ])('%s', (_story, second, expected) => {
    expect(told(second)).toEqual(expected)
  })

  it('is dated between the two', () => {
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

describe('a club that falls together', () => {
  it.each([
    ['all ten of ten', 10, 10, true],
    ['60 % of ten', 10, 6, true],
    ['half of ten', 10, 5, false],
    ['five of eight', 8, 5, true],
    ['all of four are too few', 4, 4, false],
    ['nobody', 10, 0, false],
  ])('%s', (_story, size, fallen, expected) => {
    expect(falls(size, fallen)).toBe(expected)
  })

  it('had no season end when one of the fallen had a battle in between', () => {
    expect(falls(10, 10, battleAt('2026-03-02T08:30Z'))).toBe(false)
    expect(falls(10, 10, battleAt('2026-03-02T07:59Z'))).toBe(true)
  })

  it('is judged by those who were there before: newcomers neither fall nor dilute', () => {
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

describe('the calendar of seasons: the third Thursday at 08:00 UTC', () => {
  it.each([
    ['2026-03-19T07:00Z', '2026-03-19T07:59:59Z', false],
    ['2026-03-19T07:00Z', '2026-03-19T08:00Z', true],
    ['2026-03-19T08:00Z', '2026-03-19T09:00Z', false],
    ['2026-03-01T00:00Z', '2026-03-31T00:00Z', true],
    ['2026-03-19T08:00Z', '2026-04-16T07:59Z', false],
  ])('between %s and %s: %s', (from, to, expected) => {
    expect(crossesSeasonEnd(new Date(from), new Date(to))).toBe(expected)
  })
})
