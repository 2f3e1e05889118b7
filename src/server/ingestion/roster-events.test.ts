import { describe, expect, it } from 'vitest'
import { member, scan } from '#test/club-history.ts'
import type { ClubAnswer, ClubMember } from '../game-api/payloads/club.ts'
import { foldClub } from './fold-club.ts'
import { emptyLedger } from './ledger.ts'

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
