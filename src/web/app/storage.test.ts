// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createStoredSession } from './storage.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('token and history are kept for all tabs, the guest session for one', () => {
  const stored = createStoredSession()
  stored.writeToken('t')
  stored.writeHistory(['#2PYL'])
  stored.writeGuest('g')
  expect({ ...localStorage }).toEqual({ 'delphin.token': 't', 'delphin.history': '["#2PYL"]' })
  expect({ ...sessionStorage }).toEqual({ 'delphin.guest': 'g' })
})

test('a token is read back until it is removed', () => {
  const stored = createStoredSession()
  stored.writeToken('t')
  expect(stored.readToken()).toBe('t')
  stored.writeToken(null)
  expect(stored.readToken()).toBeNull()
})

test('a browser that refuses storage keeps nothing and throws nothing', () => {
  const refuse = (): Storage => {
    throw new DOMException('denied', 'SecurityError')
  }
  const stored = createStoredSession(refuse, refuse)
  stored.writeToken('t')
  stored.writeHistory(['#2PYL'])
  expect([stored.readToken(), stored.readHistory(), stored.readGuest()]).toEqual([null, [], null])
})

test('a stored history is read as a list of tags, whatever the text', () => {
  const stored = createStoredSession()
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      localStorage.setItem('delphin.history', text)
      const history = stored.readHistory()
      expect(history.every((tag) => typeof tag === 'string' && tag !== '')).toBe(true)
    }),
  )
})
