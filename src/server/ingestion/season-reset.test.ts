import { describe, expect, it } from 'vitest'
import { member, scan } from '#test/club-history.ts'
import { foldClub } from './fold-club.ts'
import { emptyLedger, type Ledger } from './ledger.ts'
import { crossesSeasonEnd, fellTogether } from './season-reset.ts'

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
