// @vitest-environment happy-dom
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays, calendarDay } from '#shared/days.ts'
import { type Answers, renderPage } from '#test/render-page.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { initialSession } from '#web/app/session.ts'
import type { SessionStore } from '#web/app/session-store.ts'
import { WeekPage } from './WeekPage.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const DATES = ['2026-05-25', '2026-05-18']
const WEEKS = {
  '/api/desk/2PYL/weeks': { weeks: DATES.map((date) => ({ date, headline: null, growth: null, published: false })) },
}
const CLUB = { '/api/browse/club/2PYL': { tag: '#2PYL', name: 'Deep Pod' } }

const NONE = ['best', 'falls', 'joiners', 'leavers', 'came_and_left', 'left_and_back', 'promoted', 'anniversaries']
const UNKNOWN = ['growth', 'played', 'joined', 'left', 'trophies', 'active_share', 'battles', 'win_rate']
/** A week of which little is known. */
const REPORT = {
  ...Object.fromEntries([...NONE, 'active_shares_before', 'personal_bests', 'reached'].map((list) => [list, []])),
  ...Object.fromEntries(UNKNOWN.map((figure) => [figure, null])),
  ...{ club_tag: '#2PYL', club_name: 'Deep Pod', date: '2026-05-25', from: '2026-05-18', time_zone: 'UTC' },
  ...{ headline: '', members: 28, known_days: 7, published: true },
}
const PUBLISHED = '/api/browse/club/2PYL/weeks/2026-05-25'
const heading = () => screen.findByRole('heading', { level: 1 })

let client: QueryClient
/** Takes the page's cache, so that a test can have its calls repeated. */
function TakeCache() {
  client = useQueryClient()
  return null
}

function open(raw: Record<string, string>, answers: Answers, { leader }: { leader: boolean }) {
  const session = { ...initialSession([]), isLoading: false, isAuthenticated: leader }
  const store = { subscribe: () => () => {}, read: () => session } as unknown as SessionStore
  return renderPage(
    <SessionProvider store={store}>
      <TakeCache />
      <WeekPage tag="2PYL" raw={raw} />
    </SessionProvider>,
    answers,
  )
}

const weekLinks = () => screen.getAllByRole('link', { name: / to May / }).map((link) => link.getAttribute('href'))

test('a week without a report names the club and the week with both its years, and leads a leader to the weeks that have one', async () => {
  open({ date: '2026-01-05' }, { ...CLUB, ...WEEKS }, { leader: true })
  expect(await screen.findByText('There is no report here')).toBeTruthy()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Deep Pod')
  expect(screen.getByText('Dec 29, 2025 to Jan 4, 2026')).toBeTruthy()
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

test('a report that was read stays while reading it again fails, and its leader is asked nothing more', async () => {
  const answers: Answers = { ...CLUB, ...WEEKS, [PUBLISHED]: REPORT }
  const asked = open({ date: '2026-05-25' }, answers, { leader: true })
  await heading()
  answers[PUBLISHED] = 418
  answers['/api/desk/2PYL/weeks/2026-05-25'] = new Promise(() => {})
  answers['/api/desk/2PYL/weeks'] = new Promise(() => {})
  await act(() => client.refetchQueries({ queryKey: ['GET /api/browse/club/{tag}/weeks/{date}'] }))
  expect(asked.filter((path) => path === PUBLISHED)).toHaveLength(2)
  expect(screen.queryByRole('status', { name: 'Loading the week' })).toBeNull()
  expect((await heading()).textContent).toContain('Deep Pod')
  expect(asked).not.toContain('/api/desk/2PYL/weeks/2026-05-25')
})

test('a published report of last week waits for no answer of the desk', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-27T12:00:00Z') })
  open({}, { ...CLUB, [PUBLISHED]: REPORT, '/api/desk/2PYL/weeks': new Promise(() => {}) }, { leader: true })
  expect((await heading()).textContent).toContain('Deep Pod')
  await screen.findByText(/^May 18, 2026 to May 24, 2026/)
})

test('a leader goes from a published report to the six newest weeks and the shown one, and on a press to all', async () => {
  const dates = Array.from({ length: 52 }, (_, week) => addDays(calendarDay('2026-05-25'), -7 * week))
  const weeks = { weeks: dates.map((date) => ({ date, headline: null, growth: null, published: true })) }
  const date = '2025-12-29'
  const answers = { '/api/desk/2PYL/weeks': weeks, [`/api/browse/club/2PYL/weeks/${date}`]: { ...REPORT, date } }
  open({ date }, { ...CLUB, ...answers }, { leader: true })
  const nav = await screen.findByRole('navigation', { name: 'Weeks' })
  const links = () =>
    within(nav)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(links()).toHaveLength(7)
  expect([links()[0], links().at(-1)]).toEqual(['May 18 to May 24', 'Dec 22 to Dec 28, 2025'])
  fireEvent.click(within(nav).getByRole('button', { name: 'Show more' }))
  expect(links()).toHaveLength(52)
})

test('three of four who played are fifteen of twenty dolphins above the water, and records begin with the largest', async () => {
  const streak = (brawler: string, figure: number) => ({
    ...{ player_tag: '#8PQ', player_name: 'Yuki', kind: 'streak', tier: null, brawler, figure },
  })
  const reached = [streak('Bull', 10), streak('Glowy', 20), streak('Ollie', 15)]
  open({ date: '2026-05-25' }, { ...CLUB, [PUBLISHED]: { ...REPORT, active_share: 75, reached } }, { leader: false })
  expect((await screen.findByText('75%')).closest('section')?.querySelectorAll('.items-start')).toHaveLength(15)
  expect(screen.getAllByText(/^\d+ with /).map(({ textContent }) => textContent)).toEqual([
    '20 with Glowy',
    '15 with Ollie',
    '10 with Bull',
  ])
})
