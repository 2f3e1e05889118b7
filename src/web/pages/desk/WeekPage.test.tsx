// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { initialSession } from '#web/app/session.ts'
import type { SessionStore } from '#web/app/session-store.ts'
import { WeekPage } from './WeekPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const DATES = ['2026-05-25', '2026-05-18']
const WEEKS = {
  '/api/desk/2PYL/weeks': { weeks: DATES.map((date) => ({ date, headline: null, growth: null, published: false })) },
}
const CLUB = { '/api/browse/club/2PYL': { tag: '#2PYL', name: 'Deep Pod' } }

function open(raw: Record<string, string>, answers: Record<string, object>, { leader }: { leader: boolean }) {
  const session = { ...initialSession([]), isLoading: false, isAuthenticated: leader }
  const store = { subscribe: () => () => {}, read: () => session } as unknown as SessionStore
  return renderPage(
    <SessionProvider store={store}>
      <WeekPage tag="2PYL" raw={raw} />
    </SessionProvider>,
    answers,
  )
}

const weekLinks = () => screen.getAllByRole('link', { name: / to May / }).map((link) => link.getAttribute('href'))

test('a week without a report names the club and the week, and leads a leader to the weeks that have one', async () => {
  open({ date: '2026-01-05' }, { ...CLUB, ...WEEKS }, { leader: true })
  expect(await screen.findByText('There is no report here')).toBeTruthy()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Deep Pod')
  expect(screen.getByText('Dec 29 to Jan 4, 2026')).toBeTruthy()
  const latest = screen.getByRole('link', { name: 'Latest report' })
  expect(latest.getAttribute('href')).toBe(`/week/2PYL?date=${DATES[0]}`)
  expect(weekLinks()).toEqual(DATES.map((date) => `/week/2PYL?date=${date}`))
})

test('a week of a club that nobody has searched for is told from one without a report', async () => {
  open({ date: '2026-01-05' }, {}, { leader: false })
  expect(await screen.findByText('Club data not found')).toBeTruthy()
  expect(screen.queryByText('There is no report here')).toBeNull()
})

test.each([{}, { date: '2026-02-31' }])('an address without a week opens the newest report: %o', async (raw) => {
  const asked = open(raw, { ...CLUB, ...WEEKS }, { leader: true })
  await screen.findByText('There is no report here')
  expect(asked).toContain('/api/browse/club/2PYL/weeks/2026-05-25')
})
