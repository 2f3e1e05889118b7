// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RouterAt, renderPage } from '#test/render-page.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { initialSession } from '#web/app/session.ts'
import type { SessionStore } from '#web/app/session-store.ts'
import { AbsencePage } from './AbsencePage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CLUB = { tag: '#2PYL', name: 'Deep Pod' }
const player = (club: typeof CLUB | null) => ({ tag: '#8PP', name: 'Milo', club, role: 'member' })
const desks = (...players: object[]) => ({ clubs: [], players, players_max: 10, proofs_left_today: 5 })
const READ = '/api/desk/own-absences/read'

function open(address: string, isAuthenticated: boolean, answers: Record<string, object | number>) {
  const session = { ...initialSession([]), isLoading: false, isAuthenticated }
  const store = { subscribe: () => () => {}, read: () => session } as unknown as SessionStore
  renderPage(
    <SessionProvider store={store}>
      <RouterAt address={address}>
        <AbsencePage />
      </RouterAt>
    </SessionProvider>,
    answers,
  )
}

const waysToALink = async () => within(await screen.findByRole('region', { name: 'How you get your own link' }))
const step = () => document.querySelector('[aria-current=step]')?.textContent

test('without a link, a guest reads the three steps to one, and begins with an account', async () => {
  open('/absence', false, {})
  const ways = await waysToALink()
  expect(ways.getAllByRole('listitem')).toHaveLength(3)
  expect(step()).toContain('Log in, or sign up')
  expect(ways.getByRole('button', { name: 'Sign Up' })).toBeTruthy()
  expect(ways.getByRole('button', { name: 'Login' })).toBeTruthy()
})

test('who is logged in without a player goes to link one', async () => {
  open('/absence', true, { '/api/desk/clubs': desks() })
  const ways = await waysToALink()
  expect((await ways.findByRole('link', { name: 'Link a player' })).getAttribute('href')).toBe('/desk')
  expect(step()).toContain('Prove it is your player')
})

test('who has a player makes the link at once, unless the player is in no club', async () => {
  open('/absence', true, {
    '/api/desk/clubs': desks(player(CLUB), { ...player(null), tag: '#8PPP' }),
    '/api/desk/2PYL/absence-link': { token: 'secret', expires_at: '2026-12-30T00:00:00Z' },
  })
  const ways = await waysToALink()
  await ways.findByText(/In no club/)
  expect(step()).toContain('Make your link')
  fireEvent.click(ways.getByRole('button', { name: 'Say that I am away' }))
  const link = await ways.findByRole('link', { name: 'Open my link' })
  expect(link.getAttribute('href')).toBe(`${window.location.origin}/absence#secret`)
})

test('who has only players in no club reads that a club comes first, and goes to find one', async () => {
  open('/absence', true, { '/api/desk/clubs': desks(player(null)) })
  const ways = await waysToALink()
  await ways.findByText('Your link can be made once you are in a club.')
  expect(ways.getByRole('link', { name: 'Find a Club' }).getAttribute('href')).toBe('/find')
})

test('a link that does not work says so first, then how another is made', async () => {
  open('/absence#old', false, { [READ]: 404 })
  await screen.findByRole('heading', { level: 1, name: 'This link does not work' })
  expect(await screen.findByText(/a newer one replaced it/)).toBeTruthy()
  expect((await waysToALink()).getByRole('button', { name: 'Sign Up' })).toBeTruthy()
})

test('a failure is no bad link: the same is tried again', async () => {
  const answers: Record<string, object | number> = { [READ]: 500 }
  open('/absence#secret', false, answers)
  await screen.findByText('Unable to load your absences')
  answers[READ] = {
    ...{ player_tag: '#8PP', player_name: 'Milo', club_tag: CLUB.tag, club_name: CLUB.name },
    absences: [{ id: 1, from: '2026-05-01', until: '2026-05-03', note: 'Exams', version: 1 }],
  }
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Exams')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('I am away')
})
