// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { ClubGoal } from './ClubGoal.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const won = (place: number) => ({
  player_tag: `#8Q${'PYLQGRJ'[place]}`,
  player_name: `Player ${place}`,
  gain: 700 - place,
})

const GOAL = {
  kind: 'gain',
  trophies: 50_000,
  from: '2026-11-16',
  until: '2026-11-29',
  words: '+50,000 trophies by Nov 29, 2026',
  reached_on: null,
  now: 38_000,
  missing: 12_000,
  share: 0.76,
  played: 37_000,
  joined: 2000,
  left: -1000,
  members: [0, 1, 2, 3, 4, 5, 6].map(won),
  futures_of_100: 82,
  chance: 'likely',
  unavailable_reason: null,
}

function show(goal: object | null, past: object[] = []) {
  const answer = { tag: '#2PYL', last_updated: '2026-11-26T09:00:00Z', stale: false, goal, past }
  return renderPage(<ClubGoal tag="#2PYL" />, { '/api/browse/club/2PYL/goal': answer })
}

function unfold(title: string): void {
  const details = screen.getByText(title).closest('details')
  if (details) details.open = true
  if (details) fireEvent(details, new Event('toggle'))
}

test('a goal tells what is missing, how likely it is, and who has won how much', async () => {
  show(GOAL)
  await screen.findByText('+50,000 trophies by Nov 29, 2026')
  screen.getByText('12,000 trophies to go: likely')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('76')
  unfold('Who won the trophies')
  await screen.findByText(/\+37,000 by play, joiners brought \+2,000, leavers took −1,000/)
  screen.getByRole('link', { name: 'Player 0' })
  expect(screen.queryByRole('link', { name: 'Player 6' })).toBeNull()
})

test('without a goal there is nothing', async () => {
  const asked = show(null)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(document.querySelector('section')).toBeNull()
})

test.each([
  [
    'it is reached, with all that it was reached by',
    { reached_on: '2026-11-24', missing: 0, played: 20_000, joined: 32_000 },
    /^\(By play \+20,000 · Joined \+32,000 · Left −1,000\)$/,
  ],
  [
    'it is reached by play alone',
    { reached_on: '2026-11-24', missing: 0, played: 51_000, joined: 0, left: 0 },
    /^\(\+51,000 won\)$/,
  ],
  ['it is over', { chance: null }, 'Not reached by Nov 29, 2026: 12,000 were missing'],
  ['too little is known for a chance', { chance: null, unavailable_reason: 'Why.' }, '12,000 trophies to go'],
  ['nobody looked', { missing: null, share: null, members: [] }, 'Nobody has looked since it began'],
])('a goal says that %s', async (_, changes, words) => {
  show({ ...GOAL, futures_of_100: null, ...changes })
  await screen.findByText(words)
})

test('without a goal the ones before it are still told', async () => {
  show(null, [{ ...GOAL, reached_on: '2026-11-20' }])
  await screen.findByText('No goal is set at the moment.')
  screen.getByText('Earlier goals: 1')
})

test('goals before it are told with what came of them', async () => {
  const past = { ...GOAL, kind: 'total', trophies: 1_000_000, until: '2026-10-01', reached_on: '2026-09-30' }
  show(GOAL, [past])
  await screen.findByText('Earlier goals: 1')
  unfold('Earlier goals: 1')
  await screen.findByText('1,000,000 trophies by Oct 1, 2026: reached on Sep 30, 2026')
})
