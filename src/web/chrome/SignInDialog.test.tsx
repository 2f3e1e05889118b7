// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '#web/app/api-client.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { SignInDialog } from './SignInDialog.tsx'
import type { SignInMode } from './SignInFields.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the dialog. Its server refuses every login, and with `refused` every registration as well. */
function open(first: SignInMode, refused: object | null = null) {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/register' && !refused) return Response.json({ search_history: [] })
    return Response.json({ error: 'Not today.', code: 'no', ...refused }, { status: 401 })
  })
  const session = createSessionStore({ call, stored: createStoredSession(), defaultTag: async () => null })
  function Site() {
    const [mode, setMode] = useState(first)
    return (
      <SessionProvider store={session}>
        <SignInDialog mode={mode} onMode={setMode} onClose={() => {}} />
      </SessionProvider>
    )
  }
  render(<Site />)
}

const field = (label: RegExp) => screen.getByLabelText(label)
const fill = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
function send() {
  const form = document.querySelector('form')
  if (form) fireEvent.submit(form)
}
const inFocus = () => document.activeElement

test.each([
  ['login', /^Email or username/],
  ['register', /^Username/],
] as const)('the %s form opens with the focus in its first field', (mode, label) => {
  open(mode)
  expect(inFocus()).toBe(field(label))
})

test('switching the mode of the sign-in dialog moves the focus to the first field', () => {
  open('login')
  fireEvent.click(screen.getByRole('button', { name: 'Sign Up', hidden: true }))
  expect(inFocus()).toBe(field(/^Username/))
})

test('a refused login moves the focus to its message', async () => {
  open('login')
  fill(/^Email or username/, 'ada')
  fill(/^Password/, 'a wrong guess')
  send()
  const message = await screen.findByText('Not today.')
  expect(inFocus()?.contains(message)).toBe(true)
})

test('a registration with one wrong field moves the focus to that field', async () => {
  open('register', { fields: { email: 'Taken.' } })
  for (const [label, text] of [
    [/^Username/, 'ada'],
    [/^Email/, 'ada@example.org'],
    [/^Password/, 'dolphins'],
  ] as const)
    fill(label, text)
  send()
  await screen.findByText('Taken.')
  expect(inFocus()).toBe(field(/^Email/))
})

test('after registering, one press logs in: name and password are filled in; the welcome disappears when it is wrong', async () => {
  open('register')
  fill(/^Username/, 'ada')
  fill(/^Email/, 'ada@example.org')
  fill(/^Password/, 'dolphins')
  send()
  await screen.findByText(/^Your account was created/)
  expect(inFocus()).toBe(field(/^Password/))
  expect((field(/^Email or username/) as HTMLInputElement).value).toBe('ada')
  expect((field(/^Password/) as HTMLInputElement).value).toBe('dolphins')
  fill(/^Password/, 'no')
  send()
  expect(screen.queryByText(/^Your account was created/)).toBeNull()
})
