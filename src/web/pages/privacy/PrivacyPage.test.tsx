// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { call } from '#web/app/api-client.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { PrivacyPage } from './PrivacyPage.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const OPEN = {
  proof_id: 'id',
  tag: '#2PP',
  name: 'Milo',
  wish: 'delete',
  steps: [
    { instruction: 'Change your profile icon to any other one.', icon: null, done: false },
    { instruction: 'Now put your old one back.', icon: 28_000_001, done: false },
  ],
  current_icon: 28_000_001,
  state: 'open',
  reads_left: 39,
  next_read_at: '2026-06-01T12:00:20Z',
  starts_at: '2026-06-01T12:00:00Z',
  expires_at: '2026-06-01T12:20:00Z',
  deletes_at: null,
}
const DONE = { ...OPEN, steps: OPEN.steps.map((step) => ({ ...step, done: true })), state: 'done' }

/** Asks for a deletion and lets the page look at the icon once, after which the server says this. */
async function askAndCheck(checked: object, demo = false) {
  const session = createSessionStore({ call, stored: createStoredSession(), defaultTag: async () => null })
  renderPage(
    <SessionProvider store={session}>
      <PrivacyPage />
    </SessionProvider>,
    {
      '/api/site': { demo, art: true, public_ip: null, default_player_tag: null },
      '/api/privacy/requests': OPEN,
      '/api/proofs/id/check': checked,
      '/api/proofs/id/wear': checked,
    },
  )
  fireEvent.change(await screen.findByLabelText(/Player tag/), { target: { value: '#2pp' } })
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
  fireEvent.click(await screen.findByRole('button', { name: demo ? 'Demo: do this step for me' : 'Look at my icon' }))
}

test('shows the steps, the old icon with its picture where the site has pictures', async () => {
  await askAndCheck({ ...OPEN, current_icon: 28_000_009 })
  await screen.findByText(/Seen last: another icon/)
  const steps = screen.getByRole('list', { name: 'Steps for #2PP' })
  expect(steps.textContent).toContain('Change your profile icon to any other one. Not done yet')
  const pictures = [...steps.querySelectorAll('img')].map((picture) => picture.src)
  expect(pictures).toEqual([expect.stringMatching(/\/art\/player\/28000001\/72$/)])
})

test.each([
  [
    'when the history will be deleted, and how to stop it',
    '2026-06-02T12:00:00Z',
    /will be deleted on .*2026.*ask to be shown again/,
  ],
  ['that a deletion waits no more', null, /done, or another request stopped it/],
])('a proved request to delete says %s', async (_what, deletes_at, words) => {
  await askAndCheck({ ...DONE, deletes_at })
  await screen.findByText(words)
})

test('in the demo it says that others see the player as before', async () => {
  await askAndCheck(DONE, true)
  await screen.findByText(/Everybody else still sees the player/)
})
