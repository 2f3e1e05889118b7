// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { FoundClubs } from './FoundClubs.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ABOUT = {
  ...{ tag: '#8QQ', name: 'Milo', club_tag: null, trophies: 40_000, activity_score: 80, battles: 300, missing: [] },
  ...{ needed_battles: 50, needed_days: 14 },
}

function club(name: string, fit: number, parts: object = {}) {
  return {
    ...{ club_tag: '#2PP', club_name: name, member_count: 28, trophies: 900_000, median_trophies: 41_000 },
    ...{ activity_score: 70, country: null, entry: 'open', required_trophies: 0, active_members: 20 },
    ...{ known_members: 27, fit, hours: null, notice: null },
    parts: { hours: 0.9, activity: 0.8, trophies: 0.7, modes: 0.6, ...parts },
  }
}

const show = (clubs: object[], about: object = {}) =>
  renderPage(<FoundClubs search={{ tag: '8QQ' }} onSearch={() => {}} />, {
    '/api/finder/clubs': {
      about: { ...ABOUT, ...about },
      considered: 200,
      clubs: clubs.map((each, place) => ({ ...each, club_tag: `#2P${'0289PYLQ'.charAt(place)}` })),
    },
  })

const listed = (list: HTMLElement | undefined) =>
  list
    ? within(list)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent)
    : []

test('a club of which less is known does not stand above those that were compared in everything', async () => {
  show([club('Known', 71), club('Hardly Known', 75, { hours: null, modes: null }), club('Less', 60)])
  const [known, guessed] = await screen.findAllByRole('list')
  expect(screen.getByRole('heading', { name: 'Less is known of these clubs' })).toBeTruthy()
  expect([listed(known), listed(guessed)]).toEqual([['Known', 'Less'], ['Hardly Known']])
  // What was not compared is named once on the card, and has no bar there.
  expect(guessed?.textContent).toContain('Not known: same hours, same modes')
  expect(within(guessed as HTMLElement).queryByText('Same hours')).toBeNull()
  expect(screen.getByText(/^For/).textContent).toContain('The best 3 of 200 clubs.')
})

test('in either list the better number stands first', async () => {
  const unknown = { hours: null }
  show([club('A', 71), club('B', 72), club('C', 90, unknown), club('D', 95, unknown)])
  const [known, guessed] = await screen.findAllByRole('list')
  expect([listed(known), listed(guessed)]).toEqual([
    ['B', 'A'],
    ['D', 'C'],
  ])
})

test('what is not known of the player counts for nobody, so that all clubs stand in one list', async () => {
  show([club('A', 71, { hours: null, modes: null })], { missing: ['hours', 'modes'] })
  expect(listed((await screen.findAllByRole('list'))[0])).toEqual(['A'])
  expect(screen.queryByText('Less is known of these clubs')).toBeNull()
})
