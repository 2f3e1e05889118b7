// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { initialSession } from '#web/app/session.ts'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { LinkPlayer } from './LinkPlayer.tsx'
import { MyDesks } from './MyDesks.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

let sent: { method: string; path: string }[]
/** What the server does with a change. */
let onChange: () => Response

beforeEach(() => {
  sent = []
})

/** Shows the form before a server that answers changes with `onChange`. */
function show(left: number, demo = false): void {
  renderPage(<LinkPlayer left={left} />, { '/api/site': { demo, art: false } })
  const read = fetch
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return read(path)
    sent.push({ method, path })
    return onChange()
  })
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const PROOF = {
  proof_id: 'id',
  tag: '#8PP',
  name: 'Milo',
  steps: [
    { instruction: 'Change your profile icon to any other one.', icon: null, done: false },
    { instruction: 'Now put your old one back.', icon: 28_000_001, done: false },
  ],
  current_icon: 28_000_001,
  state: 'open',
  reads_left: 39,
  next_read_at: '2100-01-01T00:00:00Z',
  starts_at: '2026-01-01T00:00:00Z',
  expires_at: '2100-01-01T00:00:00Z',
  deletes_at: null,
}

test('in the demo the steps of a proof are done from the page, with the real game they are not', async () => {
  const [one, two] = PROOF.steps
  const answers = [PROOF, { ...PROOF, steps: [{ ...one, done: true }, two] }]
  onChange = () => Response.json(answers.shift() ?? { ...PROOF, state: 'done' })
  show(5, true)
  fireEvent.change(screen.getByLabelText(/Player tag/), { target: { value: '8pp' } })
  await press('Link this player')
  await press('Demo: do this step for me')
  await screen.findByText('Done')
  await press('Demo: do this step for me')
  await screen.findByText(/This player is yours/)
  expect(sent.map(({ path }) => path)).toEqual(['/api/desk/proofs', '/api/proofs/id/wear', '/api/proofs/id/wear'])
  cleanup()
  onChange = () => Response.json(PROOF)
  show(5)
  fireEvent.change(screen.getByLabelText(/Player tag/), { target: { value: '8pp' } })
  await press('Link this player')
  await screen.findByRole('button', { name: 'Look at my icon' })
  expect(screen.queryByRole('button', { name: /^Demo/ })).toBeNull()
})

test('a proof goes on after the phone has forgotten the tab, and ends after the last step', async () => {
  onChange = () => Response.json(PROOF)
  show(5)
  fireEvent.change(screen.getByLabelText(/Player tag/), { target: { value: '8pp' } })
  await press('Link this player')
  expect((await screen.findByRole('list', { name: 'Steps for #8PP' })).textContent).toContain(
    'Change your profile icon to any other one.',
  )
  cleanup()
  sessionStorage.clear()
  const steps = PROOF.steps.map((step) => ({ ...step, done: true }))
  onChange = () => Response.json({ ...PROOF, steps, state: 'done' })
  show(4)
  expect(await screen.findByText(/This player is yours/)).toBeTruthy()
  expect(sent.map(({ path }) => path)).toEqual(['/api/desk/proofs', '/api/proofs/id/check'])
  expect(localStorage.getItem('delphin.proof')).toBeNull()
})

test('a proof that waits for its turn asks for no change yet, and can be given up', async () => {
  onChange = () => Response.json({ ...PROOF, state: 'waiting', current_icon: null, starts_at: '2100-01-01T00:00:00Z' })
  show(5)
  fireEvent.change(screen.getByLabelText(/Player tag/), { target: { value: '8pp' } })
  await press('Link this player')
  await screen.findByText('Please do not change the icon yet.')
  expect(screen.queryByRole('button', { name: 'Look at my icon' })).toBeNull()
  onChange = () => Response.json({ ok: true })
  await press('Give up')
  await screen.findByRole('button', { name: 'Link this player' })
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/desk/proofs',
    'DELETE /api/proofs/id',
  ])
})

test.each([
  ['holds the player whom the visitor calls theirs', [], '#8PP'],
  ['is empty once that player is linked', [{ tag: '#8PP', name: 'Milo', club: null, role: null }], ''],
])('the field for a tag %s', async (_story, linked, tag) => {
  localStorage.setItem('delphin.player', '["#8PP","Milo"]')
  const session = { ...initialSession([]), isLoading: false, isAuthenticated: true, token: 'a-token' }
  const stored = createStoredSession()
  const store = createSessionStore({ call: () => new Promise<never>(() => {}), stored, defaultTag: async () => null })
  const at = '2026-11-21T09:00:00Z'
  const players = linked.map((player) => ({ ...player, linked_at: at, proven_until: '2100-01-01T00:00:00Z' }))
  renderPage(
    <SessionProvider store={{ ...store, read: () => session }}>
      <MyDesks />
    </SessionProvider>,
    {
      '/api/site': { demo: false, art: false },
      '/api/desk/clubs': { clubs: [], players, players_max: 10, proofs_left_today: 5 },
    },
  )
  expect((await screen.findByLabelText<HTMLInputElement>(/Player tag/)).value).toBe(tag)
})
