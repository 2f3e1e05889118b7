// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '#web/app/api-client.ts'
import { createQueryClient } from '#web/app/queries.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { ApiKeyForm } from './AccountForms.tsx'
import { apiKeyStatus } from './ProfileDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SUCCESS = 'API key updated successfully!'
const REFUSED = "API key saved, but the game refuses it. Allow-list this server's address for it and save again."
const UNVERIFIED = `${SUCCESS} The game could not be asked about it yet.`

/** The form before a server that gives this answer. */
function showForm(answer: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async () => answer())
  const session = createSessionStore({ call, stored: createStoredSession(), defaultTag: async () => null })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider store={session}>
        <ApiKeyForm />
      </SessionProvider>
    </QueryClientProvider>,
  )
}

function save(key: string) {
  fireEvent.change(screen.getByLabelText('API key'), { target: { value: key } })
  fireEvent.click(screen.getByRole('button', { name: 'Update API Key' }))
}

test.each([
  ['active', SUCCESS, 'status'],
  ['unverified', UNVERIFIED, 'status'],
  ['refused', REFUSED, 'alert'],
])('a saved key that is %s shows "%s"', async (api_key_status, message, role) => {
  showForm(() => Response.json({ ok: true, api_key_status, message }))
  save('my.key')
  expect((await screen.findByRole(role)).textContent).toBe(message)
})

test.each([
  ['the server fails', () => Response.json({}, { status: 418 }), 'Failed to update API key. Please try again.'],
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch')), 'Error updating API key.'],
])('a key that is not saved since %s says so', async (_why, answer, message) => {
  showForm(answer)
  save('my.key')
  expect(await screen.findByText(message)).toBeTruthy()
})

test('a key of blanks cannot be saved', () => {
  showForm(() => Response.json({}))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Update API Key' })
  const field = screen.getByLabelText('API key')
  fireEvent.change(field, { target: { value: '   ' } })
  expect(button.disabled).toBe(true)
  fireEvent.change(field, { target: { value: ' k ' } })
  expect(button.disabled).toBe(false)
})

test.each([
  ['not_set', false, 'Not Set'],
  ['active', true, 'Active'],
  ['refused', true, 'Active, but refused by the game'],
  ['unverified', true, 'Active, not verified yet'],
] as const)('a key that is %s (stored: %s) is called "%s"', (api_key_status, has_api_key, words) =>
  expect(apiKeyStatus({ has_api_key, api_key_status })).toBe(words),
)
