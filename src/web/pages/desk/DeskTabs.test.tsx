// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { call } from '#web/app/api-client.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { Desk } from './Desk.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const QUEUE = {
  club_name: 'Deep Pod',
  desk: { tag: '#2PYL', name: 'Deep Pod', role: 'editor', player_tag: '#8QQ', reads_until: null, alerts: 0 },
  ...{ entries: [], settled: [], members: 22, free_seats: 8, learning: null, stale: false },
  quiet: { absent: 0, safe: 0, newcomer: 0, unknown: 0, fine: 22 },
  last_updated: '2026-11-21T10:00:00Z',
}

test('each tab that is opened is a step that Back takes back', async () => {
  const session = createSessionStore({ call, stored: createStoredSession(), defaultTag: async () => null })
  const desk = <Desk tag="#2PYL" tab="" />
  renderPage(<SessionProvider store={session}>{desk}</SessionProvider>, { '/api/desk/2PYL/queue': QUEUE })
  const before = window.history.length
  fireEvent.click(await screen.findByRole('tab', { name: 'Log' }))
  await vi.waitFor(() => expect(window.location.search).toBe('?tab=log'))
  expect(window.history.length).toBe(before + 1)
})
