import { expect, it } from 'vitest'
import { ghostNote, memberGroups } from './ClubOverview.tsx'

it.each([
  [2, 0, 'Silent, 7+ days'],
  [0, 0, 'nobody is silent'],
  [0, 3, 'nobody is known to be silent'],
])('below %i ghosts, with %i members of whom too little is known, stands "%s"', (ghosts, unseen, note) => {
  expect(ghostNote(ghosts, unseen)).toBe(note)
})

it('tells each group of members, the ghosts among them, and what the groups add up to', () => {
  const counts = {
    active_members: 23,
    ghost_members: 6,
    plays_no_trophies_members: 0,
    members_known_7d: 29,
    newcomers: 1,
    unseen_members: 0,
    members: 30,
  }
  expect(memberGroups(counts).map(([label, members]) => [label, members])).toEqual([
    ['Active in 7 days', 23],
    ['Ghost members', 6],
    ['Known here for 7 days', 29],
    ['Too new to tell', 1],
    ['Members', 30],
  ])
  const rest = { plays_no_trophies_members: 2, members_known_7d: 31, unseen_members: 3, members: 35 }
  const groups = memberGroups({ ...counts, ...rest })
  expect(groups.map(([, members]) => members)).toEqual([23, 6, 2, 31, 1, 3, 35])
  // The bar of the parts is as long as the club.
  expect(groups.reduce((sum, [, members, part]) => sum + (part && members ? members : 0), 0)).toBe(rest.members)
})
