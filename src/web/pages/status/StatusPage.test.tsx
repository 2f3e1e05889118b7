// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Answers, renderPage } from '#test/render-page.tsx'
import { ClockState, GameState, StatusPage, StorageState } from './StatusPage.tsx'

afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
})

const GOOD = { writable: true, last_backup_at: '2026-06-01T00:00:00Z', backup_failed: false }

test.each([
  [GOOD, []],
  [{ ...GOOD, writable: false }, ['The disk of this site is full']],
  [{ ...GOOD, backup_failed: true }, ['The last backup could not be made. The newest was made']],
  [{ ...GOOD, backup_failed: true, last_backup_at: null }, ['The last backup could not be made. There is none yet.']],
])('with the storage %o the status page says what is wrong, and nothing else', async (storage, said) => {
  renderPage(
    <main>
      <StorageState storage={storage} />
    </main>,
    {},
  )
  await screen.findByRole('main')
  const alerts = screen.queryAllByRole('alert').map((alert) => alert.textContent ?? '')
  expect(alerts.length).toBe(said.length)
  for (const [index, text] of said.entries()) expect(alerts[index]).toContain(text)
})

const CALLS = { state: 'ok', calls_last_minute: 12, calls_per_second: 8, calls_left_this_second: 8 } as const

test.each([
  [null, 'Everything works'],
  [899, 'Everything works'],
  [900, 'Works, but some figures are late'],
])('with the longest wait for a turn of %o seconds the status page says "%s"', async (oldest, title) => {
  const queue = { due: oldest === null ? 0 : 40, oldest_due_seconds: oldest }
  renderPage(<GameState status={{ game_api: CALLS, queue, history: null }} />, {})
  await screen.findByText(title)
})

test('while the history of the demo is filled the status page says so, and not that everything works', async () => {
  const history = { days_done: 13, days_total: 90, percent: 14.4 }
  renderPage(<GameState status={{ game_api: CALLS, queue: { due: 0, oldest_due_seconds: null }, history }} />, {})
  await screen.findByText("The demo's history is being filled")
  await screen.findByText(/^13 of 90 days are filled/)
  expect(screen.queryByText('Everything works')).toBeNull()
})

test('the status page says that the clock jumped', async () => {
  renderPage(<ClockState jumpedAt="2026-06-01T00:00:00Z" />, {})
  await screen.findByText(/The clock of this site was ahead and has been put back/)
})

const STATUS = {
  checked_at: '2026-06-01T00:00:00Z',
  game_api: { state: 'ok', since: null, calls_last_minute: 12, calls_per_second: 8 },
  storage: GOOD,
  tracked_clubs: 3,
  tracked_players: 90,
  players_daily: 12,
  observation_age_seconds: { median: 60, p95: 600 },
  queue: { due: 0, oldest_due_seconds: null },
  history: null,
  set_aside: 0,
  held_back: 0,
  clock_jumped_at: null,
  incidents: [],
}

test('the wait that makes figures late has the mark and says from when on; what is due has its unit', async () => {
  const queue = { due: 547, oldest_due_seconds: 7 * 60 * 60 }
  renderPage(<StatusPage />, { '/api/status': { ...STATUS, queue } })
  await screen.findByText('Works, but some figures are late')
  const line = (text: string) => screen.getByText(text).closest('div')?.textContent
  expect(line('Updates are late')).toBe('!Updates are late Longest wait: 7 hours. Late from 15 minutes.')
  const state = screen.getByText('95% of figures are at most 10 minutes old').closest('[role=status]')
  expect(state?.textContent).toMatch(/^Works, but some figures are late/)
  expect(screen.getAllByText(/547/)).toHaveLength(1)
  expect(screen.getByText('clubs, profiles, battle logs and lists')).toBeTruthy()
})

test.each([null, 0, 0.4])('where nothing waits, updates are on time and no wait is told: %o', async (wait) => {
  renderPage(<StatusPage />, { '/api/status': { ...STATUS, queue: { due: 0, oldest_due_seconds: wait } } })
  const line = (await screen.findByText('Updates are on time')).closest('div')
  expect(line?.textContent?.trim()).toBe('Updates are on time')
})

test('a status that cannot be read offers one button for another try, and none while that is made', async () => {
  const answers: Answers = { '/api/status': 418 }
  renderPage(<StatusPage />, answers)
  await screen.findByText('Unable to load the status')
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Try Again'])
  answers['/api/status'] = new Promise(() => {})
  for (const button of buttons) fireEvent.click(button)
  await screen.findByRole('status', { name: 'Loading the status' })
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['fails', true],
  ['fails, while the browser believes that it is offline,', false],
])('a refresh that %s says so, and the last figures stay', async (_case, online) => {
  const answers: Answers = { '/api/status': STATUS }
  renderPage(<StatusPage />, answers)
  await screen.findByText('Everything works')
  onlineManager.setOnline(online)
  answers['/api/status'] = 418
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Could not refresh: The server says 418. These are the last figures.')
  expect(screen.getByText('Everything works')).toBeTruthy()
})
