import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  afterRegistering,
  afterSearch,
  type GuestSession,
  guestStarted,
  historyOf,
  initialSession,
  loggedIn,
  type SearchResult,
  searchesUsedUp,
  type User,
  withError,
  withTag,
} from './session.ts'

const GUEST: GuestSession = { session_id: 'g1', searches_remaining: 5, search_limit: 5 }
const USER: User = {
  email: 'ada@example.org',
  email_confirmed: true,
  username: 'ada',
  search_count: 3,
  has_api_key: false,
  api_key_status: 'not_set',
  created_at: '2026-05-04T10:00:00Z',
}
const START = initialSession(['#8QVJ'])

function result(change: Partial<SearchResult> = {}): SearchResult {
  const time = '2026-11-21T12:00:00Z'
  const counts = { searches_remaining: 4, search_limit: 5, search_history: ['#2PYL', '#8QVJ'] }
  return { type: 'club', tag: '#2PYL', name: 'Pod', ingested_at: time, ...counts, ...change }
}

test('a new session is loading, and nobody is logged in', () => {
  expect(START).toEqual({
    isAuthenticated: false,
    user: null,
    token: null,
    guestSession: null,
    searchHistory: ['#8QVJ'],
    isLoading: true,
    error: null,
    hasEnded: false,
  })
})

test('logging in ends the guest session and takes the history of the account', () => {
  const session = loggedIn(withError(guestStarted(START, GUEST), 'Login failed'), 'token', USER, ['#2PYL'])
  expect(session).toEqual({
    isAuthenticated: true,
    user: USER,
    token: 'token',
    guestSession: null,
    searchHistory: ['#2PYL'],
    isLoading: false,
    error: null,
    hasEnded: false,
  })
})

test('an account without searches has an empty history, not that of the guest', () => {
  expect(loggedIn(START, 'token', USER, []).searchHistory).toEqual([])
})

test('registering changes the history only, and logs nobody in', () => {
  const before = guestStarted(START, GUEST)
  expect(afterRegistering(before, ['#2PYL'])).toEqual({ ...before, searchHistory: ['#2PYL'] })
})

test("a guest's search lowers the count and enters the history", () => {
  const session = afterSearch(guestStarted(START, GUEST), result())
  expect(session.guestSession?.searches_remaining).toBe(4)
  expect(session.searchHistory).toEqual(['#2PYL', '#8QVJ'])
})

test("a user's search has no limit and adds to their total", () => {
  const none = { searches_remaining: null, search_limit: null }
  const session = afterSearch(loggedIn(START, 'token', USER, []), result(none))
  expect([session.guestSession, session.user?.search_count]).toEqual([null, 4])
})

test('a searched tag enters the history also when the server sends an empty one', () => {
  expect(afterSearch(START, result({ search_history: [] })).searchHistory).toEqual(['#2PYL', '#8QVJ'])
})

test('a guest whose searches are used up has none left', () => {
  expect(searchesUsedUp(guestStarted(START, GUEST)).guestSession?.searches_remaining).toBe(0)
})

describe('a search history', () => {
  const tag = fc.stringMatching(/^#[0289PYL]{3}$/)
  const tags = fc.array(tag, { maxLength: 30 })

  it('holds every tag once, in the given order, and at most ten', () => {
    fc.assert(
      fc.property(tags, (list) => {
        const history = historyOf(list)
        expect(new Set(history).size).toBe(history.length)
        expect(history).toEqual([...new Set(list)].slice(0, 10))
      }),
    )
  })

  it('begins with a new tag, and does not change for one that is present', () => {
    fc.assert(
      fc.property(tags, tag, (list, added) => {
        const history = historyOf(list)
        const next = withTag(history, added)
        if (history.includes(added)) expect(next).toBe(history)
        else expect(next[0]).toBe(added)
        expect(next.length).toBeLessThanOrEqual(10)
      }),
    )
  })
})
