// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LoginFields } from './LoginFields.tsx'

afterEach(cleanup)

const EMPTY = { identifier: '', username: '', email: '', password: '', api_key: '' }

test.each([
  ['login', { Password: 'current-password' }],
  ['register', { Password: 'new-password', 'API key': 'off' }],
] as const)('the %s form masks passwords and keys, and tells password managers what they are', (mode, secrets) => {
  const { container } = render(<LoginFields mode={mode} values={EMPTY} problems={{}} onChange={() => {}} />)
  const key = screen.queryByRole('button', { name: 'I have a game API key (optional)' })
  if (key) fireEvent.click(key)
  for (const [label, autocomplete] of Object.entries(secrets)) {
    const field = screen.getByLabelText(new RegExp(`^${label}`)) as HTMLInputElement
    expect([field.type, field.autocomplete]).toEqual(['password', autocomplete])
  }
  const names = [...container.querySelectorAll('input')].map((field) => field.autocomplete)
  expect(names).toContain('username')
})

test('a password may be pasted or dropped into its field', () => {
  render(<LoginFields mode="login" values={EMPTY} problems={{}} onChange={() => {}} />)
  const field = screen.getByLabelText(/^Password/)
  for (const type of ['paste', 'drop']) {
    const event = new Event(type, { bubbles: true, cancelable: true })
    field.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  }
})
