// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { call } from '#web/app/api-client.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { PrivacyPage } from './PrivacyPage.tsx'

afterEach(cleanup)

const OPEN = {
  request_id: 'id',
  tag: '#2PP',
  wish: 'delete',
  steps: [
    { instruction: 'Choose one icon.', icon: 28_000_003, done: false },
    { instruction: 'Then choose another.', icon: 28_000_007, done: false },
  ],
  current_icon: 28_000_001,
  carried_out: false,
  deletes_at: null,
  expires_at: '2026-06-01T12:15:00Z',
}
const PROVED = { ...OPEN, steps: OPEN.steps.map((step) => ({ ...step, done: true })), carried_out: true }
const HOST = 'https://art.example'

/** Asks for a deletion and lets the page look at the icon once, after which the server says this. */
async function askAndCheck(checked: object) {
  const session = createSessionStore({ call, stored: createStoredSession(), defaultTag: async () => null })
  renderPage(
    <SessionProvider store={session}>
      <PrivacyPage />
    </SessionProvider>,
    {
      '/api/site': { demo: true, art_base: HOST, public_ip: null, default_player_tag: null },
      '/api/privacy/requests': OPEN,
      '/api/privacy/requests/id/check': checked,
    },
  )
  fireEvent.change(await screen.findByLabelText(/Player tag/), { target: { value: '#2pp' } })
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Look at my icon' }))
}

test('shows the two icons to wear, with their pictures where an art host is configured', async () => {
  await askAndCheck(OPEN)
  await screen.findByText(/Looked at the icon just now/)
  const steps = screen.getByRole('list', { name: 'Steps for #2PP' })
  expect(steps.textContent).toContain('Choose one icon. Not done yet')
  const pictures = [...steps.querySelectorAll('img')].map((picture) => picture.src)
  expect(pictures).toEqual(OPEN.steps.map(({ icon }) => `${HOST}/profile-icons/regular/${icon}.png`))
})

test.each([
  [
    'when the history will be deleted, and how to stop it',
    '2026-06-02T12:00:00Z',
    /will be deleted on .*2026.*ask to be shown again/,
  ],
  ['that a deletion waits no more', null, /done, or another request stopped it/],
])('a proved request to delete says %s', async (_what, deletes_at, words) => {
  await askAndCheck({ ...PROVED, deletes_at })
  await screen.findByText(words)
})
