import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LoginValues, problemsOf } from './LoginFields.tsx'

const GOOD: LoginValues = {
  identifier: 'ada',
  username: 'ada.l_0-1',
  email: 'ada@example.org',
  password: 'secret',
  api_key: '',
}
const LETTERS = 'Username can only contain letters, numbers, dots, underscores, and hyphens'

test('a form with good values has no problems, with or without an API key', () => {
  expect(problemsOf('login', GOOD)).toEqual({})
  expect(problemsOf('register', GOOD)).toEqual({})
})

test.each<[keyof LoginValues, string, string]>([
  ['username', '', 'Username is required'],
  ['username', 'ab', 'Username must have 3 to 50 characters'],
  ['username', 'a'.repeat(51), 'Username must have 3 to 50 characters'],
  ['username', 'ada lovelace', LETTERS],
  ['username', 'ädä', LETTERS],
  ['email', '', 'Email is required'],
  ['email', 'ada@', 'Enter a valid email address'],
  ['password', '', 'Password is required'],
  ['password', '12345', 'Password must have at least 6 characters'],
])('registering with %s "%s": %s', (field, value, problem) => {
  expect(problemsOf('register', { ...GOOD, [field]: value })).toEqual({ [field]: problem })
})

test('login needs an identifier and a password only', () => {
  expect(problemsOf('login', { ...GOOD, username: '', email: '', identifier: ' ', password: '12345' })).toEqual({
    identifier: 'Email or username is required',
    password: 'Password must have at least 6 characters',
  })
})

test('every username of allowed letters and length may register', () => {
  const username = fc.stringMatching(/^[A-Za-z0-9._-]{3,50}$/)
  fc.assert(
    fc.property(username, (name) => {
      expect(problemsOf('register', { ...GOOD, username: name })).toEqual({})
    }),
  )
})
