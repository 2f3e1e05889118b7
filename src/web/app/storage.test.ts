// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createStored } from './storage.ts'

const local = () => localStorage
const perTab = () => sessionStorage

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('token and history outlive the tab, the guest session does not', () => {
  const stored = createStored(local, perTab)
  stored.writeToken('t')
  stored.writeHistory(['#2PYL'])
  stored.writeGuest('g')
  expect({ ...localStorage }).toEqual({ 'delphin.token': 't', 'delphin.history': '["#2PYL"]' })
  expect({ ...sessionStorage }).toEqual({ 'delphin.guest': 'g' })
})

test('what was written is read, what was removed is gone', () => {
  const stored = createStored(local, perTab)
  stored.writeToken('t')
  expect(stored.readToken()).toBe('t')
  stored.writeToken(null)
  expect(stored.readToken()).toBeNull()
})

test('a browser that refuses storage forgets, and nothing breaks', () => {
  const refuse = (): Storage => {
    throw new DOMException('denied', 'SecurityError')
  }
  const stored = createStored(refuse, refuse)
  stored.writeToken('t')
  stored.writeHistory(['#2PYL'])
  expect([stored.readToken(), stored.readHistory(), stored.readGuest()]).toEqual([null, [], null])
})

test('whatever stands in the history, it reads as a list of tags', () => {
  const stored = createStored(local, perTab)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      localStorage.setItem('delphin.history', text)
      const history = stored.readHistory()
      expect(history.every((tag) => typeof tag === 'string' && tag !== '')).toBe(true)
    }),
  )
})
