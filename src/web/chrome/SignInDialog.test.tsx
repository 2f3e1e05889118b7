// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '#web/app/api-client.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStored } from '#web/app/storage.ts'
import { SignInDialog } from './SignInDialog.tsx'
import type { SignInMode } from './SignInFields.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The dialog in front of a server that refuses logins, and registers everybody but who is refused. */
function open(first: SignInMode, refused: object | null = null) {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/register' && !refused) return Response.json({ search_history: [] })
    return Response.json({ error: 'Not today.', code: 'no', ...refused }, { status: 401 })
  })
  const area = () => localStorage
  const session = createSessionStore({ call, stored: createStored(area, area), defaultTag: async () => null })
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
] as const)('%s opens at its first field', (mode, label) => {
  open(mode)
  expect(inFocus()).toBe(field(label))
})

test('turning to the other mode leads to its first field', () => {
  open('login')
  fireEvent.click(screen.getByRole('button', { name: 'Sign Up', hidden: true }))
  expect(inFocus()).toBe(field(/^Username/))
})

test('a refusal leads to its sentence', async () => {
  open('login')
  fill(/^Email or username/, 'ada')
  fill(/^Password/, 'a wrong guess')
  send()
  const message = await screen.findByText('Not today.')
  expect(inFocus()?.contains(message)).toBe(true)
})

test('a refusal of one field leads to that field', async () => {
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

test('a new account asks for the password next, and says no more of itself once something is wrong', async () => {
  open('register')
  fill(/^Username/, 'ada')
  fill(/^Email/, 'ada@example.org')
  fill(/^Password/, 'dolphins')
  send()
  await screen.findByText(/^Your account was created/)
  expect(inFocus()).toBe(field(/^Password/))
  fill(/^Password/, 'no')
  send()
  expect(screen.queryByText(/^Your account was created/)).toBeNull()
})
