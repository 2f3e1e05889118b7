import { expect, it } from 'vitest'
import { ghostNote } from './ClubOverview.tsx'

it.each([
  [2, 0, 'for 7+ days'],
  [0, 0, 'nobody is silent'],
  [0, 3, 'nobody is known to be silent'],
])('below %i ghosts, with %i members of whom too little is known, stands "%s"', (ghosts, unseen, note) => {
  expect(ghostNote(ghosts, unseen)).toBe(note)
})
