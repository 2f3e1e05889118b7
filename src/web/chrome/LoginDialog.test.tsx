// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '#web/app/api-client.ts'
import { createQueryClient, siteQuery } from '#web/app/queries.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { RouterProvider } from '#web/router/Link.tsx'
import { LoginDialog } from './LoginDialog.tsx'
import type { LoginMode } from './LoginFields.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the dialog. Its server refuses every login, and with `refused` every registration as well. */
function open(first: LoginMode, refused: object | null = null, mail = false) {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/register' && !refused) return Response.json({ search_history: [] })
    return Response.json({ error: 'Not today.', code: 'no', ...refused }, { status: 401 })
  })
  const session = createSessionStore({ call, stored: createStoredSession(), defaultTag: async () => null })
  const queries = createQueryClient()
  const unset = { example_club_tag: null, example_player_tag: null, default_player_tag: null, public_ip: null }
  queries.setQueryData(siteQuery.queryKey, { demo: false, mail, art: false, ...unset })
  function Site() {
    const [mode, setMode] = useState(first)
    return (
      <QueryClientProvider client={queries}>
        <SessionProvider store={session}>
          <RouterProvider load={async () => {}}>
            <LoginDialog mode={mode} onMode={setMode} onClose={() => {}} />
          </RouterProvider>
        </SessionProvider>
      </QueryClientProvider>
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

test('switching the mode of the login dialog moves the focus to the first field', () => {
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
  await waitFor(() => expect(inFocus()?.contains(message)).toBe(true))
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
  await waitFor(() => expect(inFocus()).toBe(field(/^Email/)))
})

test('after registering, one press logs in: name and password are filled in; the welcome disappears when it is wrong', async () => {
  open('register')
  fill(/^Username/, 'ada')
  fill(/^Email/, 'ada@example.org')
  fill(/^Password/, 'dolphins')
  send()
  await screen.findByText(/^Your account was created/)
  await waitFor(() => expect(inFocus()).toBe(field(/^Password/)))
  expect((field(/^Email or username/) as HTMLInputElement).value).toBe('ada')
  expect((field(/^Password/) as HTMLInputElement).value).toBe('dolphins')
  fill(/^Password/, 'no')
  send()
  expect(screen.queryByText(/^Your account was created/)).toBeNull()
})

test.each([
  [true, /^We send one mail to confirm your address, and a link for a new password/],
  [false, /^This site sends no mail\. If you forget your password, only the operator/],
])('signing up says what helps who forgets the password (mail: %s)', (mail, words) => {
  open('register', null, mail)
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull()
})

test.each([true, false])('the login form leads to a new password, or to who can help (mail: %s)', (mail) => {
  open('login', null, mail)
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/password')
})

test('the password can be read before it is sent', () => {
  open('login')
  const typeOf = () => screen.getByLabelText('Password').getAttribute('type')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(typeOf()).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(typeOf()).toBe('password')
})
