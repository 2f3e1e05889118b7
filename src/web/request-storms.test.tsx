// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PagePath } from '#shared/pages.ts'
import { exampleAnswer } from '#test/example-answers.ts'
import { call, identifyBy } from './app/api-client.ts'
import { createClientLog, logFailures } from './app/client-log.ts'
import { forgetFailures } from './app/equal-failures.ts'
import { createPageSession } from './app/page-session.ts'
import { createQueryClient } from './app/queries.ts'
import { SessionProvider } from './app/SessionProvider.tsx'
import { loadFirstPage, Site } from './routes.tsx'

// No page storms its server, whoever visits it and whatever the server answers; and each says what is the matter.

const SECONDS = 10
const REQUESTS_MAX = 20
const REPEATS_MAX = 3

// Parts of pages then arrive at once: the clock of these tests does not wait for them.
const sources = import.meta.glob(['./{pages,chrome,charts}/**/*.tsx', './app/follow-account.ts', '!./**/*.test.tsx'])
beforeAll(async () => {
  await Promise.all(Object.values(sources).map((load) => load()))
})

afterEach(leave)

function leave(): void {
  cleanup()
  identifyBy()
  forgetFailures()
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

type Server = {
  /** The tokens and guest sessions that it knows. */
  sessions: Set<string>
  searchesLeft: number
  /** The answer to every call in place of the right ones: a status, or 0 where no answer comes. */
  broken?: number
  /** When that begins and ends, in milliseconds after the page was opened. */
  brokenFrom?: number
  brokenUntil?: number
  /** The calls that are answered all the same. */
  answers?: RegExp
}

type Asked = { name: string; who: string; at: number }

const refuse = (status: number, code = `http_${status}`, headers = {}) =>
  Response.json({ error: `The server says ${status}.`, code }, { status, headers })

const SITE = { demo: false, example_club_tag: '#2PYL', example_player_tag: '#2PY', mail: true, art: false }
const FOR_USERS = / \/api\/(auth\/profile|desk(?!\/own-absences)|favourites|visits)/

/** Answers as the server does: by the contract, desks and profiles to users, searches to sessions. */
function answer(server: Server, { name, who, at }: Asked): Response {
  const { sessions, searchesLeft, broken, brokenFrom = 0, brokenUntil = Number.POSITIVE_INFINITY, answers } = server
  if (broken !== undefined && at >= brokenFrom && at < brokenUntil && !answers?.test(name)) {
    if (broken === 0) throw new TypeError('Failed to fetch')
    return refuse(broken, broken === 401 ? 'login_required' : undefined, broken === 429 ? { 'retry-after': '60' } : {})
  }
  const isUser = who.startsWith('Bearer ') && sessions.has(who)
  const guest = { session_id: `guest-${sessions.size}`, searches_remaining: searchesLeft, search_limit: 5 }
  if (name === 'POST /api/auth/guest-session') {
    sessions.add(guest.session_id)
    return Response.json({ ...guest, search_history: [] })
  }
  if (name === 'POST /api/auth/logout') sessions.delete(who)
  // This login is ended on another device as soon as this page has begun.
  if (name === 'GET /api/auth/profile' && who === 'Bearer revoked') sessions.delete(who)
  if (FOR_USERS.test(name) && !isUser) return refuse(401, 'login_required')
  if (name === 'POST /api/search' && !sessions.has(who)) return refuse(401, 'no_session')
  if (name === 'POST /api/search' && searchesLeft === 0 && !isUser) return refuse(403, 'search_limit_reached')
  return Response.json(name === 'GET /api/site' ? SITE : exampleAnswer(name))
}

const realTimeout = globalThis.setTimeout
const turn = () => new Promise((resolve) => realTimeout(resolve))

type Opened = { requests: string[]; session: ReturnType<typeof createPageSession> }

/** Opens the site at an address, and returns the requests that it makes, `METHOD /path?query`, as they come. */
async function open(address: string, server: Server, token?: string, site = <Site />): Promise<Opened> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const begun = Date.now()
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { authorization, 'x-guest-session': guest } = (init.headers ?? {}) as Record<string, string>
    requests.push(`${init.method} ${url}`)
    // A storm ends here, and the test says so.
    if (requests.length > 60) return new Promise<never>(() => {})
    const name = `${init.method} ${url.replace(/\?.*/, '')}`
    return answer(server, { name, who: authorization ?? guest ?? '', at: Date.now() - begun })
  })
  if (token) localStorage.setItem('delphin.token', token)
  const queries = createQueryClient()
  const session = createPageSession(queries)
  const log = createClientLog({
    send: (entries) => call('POST /api/debug/log', { body: { entries } }),
    later: (run, ms) => void setTimeout(run, ms),
    now: () => new Date(),
  })
  logFailures(log, { addEventListener: () => {} }, queries)
  await act(async () => {
    window.history.replaceState(null, '', await loadFirstPage(address))
    void session.start()
    render(
      <QueryClientProvider client={queries}>
        <SessionProvider store={session}>{site}</SessionProvider>
      </QueryClientProvider>,
    )
    await turn()
  })
  return { requests, session }
}

/** Lets seconds pass. The code of parts of the page comes meanwhile, in its own time. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(1000)
      await turn()
    })
  }
}

const count = (requests: string[], request: string) => requests.filter((each) => each === request).length

/** What is too much among the requests of the first ten seconds, in sentences. */
function stormOf(requests: string[]): string[] {
  const repeated = [...new Set(requests)].map((each) => [each, count(requests, each)] as const)
  return [
    ...(requests.length > REQUESTS_MAX ? [`${requests.length} requests`] : []),
    ...repeated.filter(([, times]) => times > REPEATS_MAX).map(([each, times]) => `${times} times ${each}`),
  ]
}

/**
 * What a page says where its server works, and where it fails: `fails`, or other words for a status. `undecided`: while it
 * cannot be told who the visitor is.
 */
type Words = {
  at: string
  works: string
  fails?: string
  undecided?: string
  0?: string
  401?: string
  403?: string
  404?: string
}

const HOME: Omit<Words, 'at'> = { works: 'See what moves your club', 0: 'Unable to load platform data' }
const CLUB = { fails: 'Unable to load club analytics', 404: 'Club data not found' }
const PLAYER = { fails: 'Unable to load player analytics', 404: 'Player data not found' }
const NO_LOGIN = 'Log in to open the desk'

const PAGES = {
  '/': { at: '/', ...HOME },
  '/search/$tag': { at: '/search/2PYL', works: 'Copy tag #2PY', fails: 'Search failed' },
  '/search': { at: '/search', ...HOME },
  '/club/$tag': { at: '/club/2PYL', works: 'Copy tag #2PY', ...CLUB },
  '/club': { at: '/club', works: 'Club tag is required' },
  '/player/$tag': { at: '/player/2PY', works: 'Copy tag #2PY', ...PLAYER },
  '/player/$tag/battles': { at: '/player/2PY/battles', works: 'Battles of Ada', ...PLAYER },
  '/player/$tag/review': {
    ...{ at: '/player/2PY/review?period=2026', works: 'Year 2026' },
    ...{ fails: 'Unable to load this review', 404: 'There is no review here' },
  },
  '/club/$tag/review': { at: '/club/2PYL/review', works: 'Seasons and years in review', ...CLUB },
  '/player': { at: '/player', works: 'Player tag is required' },
  '/browse/clubs': { at: '/browse/clubs', works: '1 tracked club', fails: 'Unable to load data' },
  '/browse/players': { at: '/browse/players', works: '1 tracked player', fails: 'Unable to load data' },
  '/analytics': { at: '/analytics', works: 'Coverage', fails: 'Unable to load analytics dashboard' },
  '/leaderboards': { at: '/leaderboards', works: 'Updated', fails: 'Failed to load players leaderboard' },
  '/compare': {
    ...{ at: '/compare?type=club&a=2PYL&b=2PYY', works: 'Key figures' },
    ...{ fails: 'These two cannot be compared now', 404: '#2PYL cannot be compared' },
  },
  '/meta': { at: '/meta', works: 'Brawlers & Maps', fails: 'Failed to load the brawlers' },
  '/meta/map/$id': {
    ...{ at: '/meta/map/15000000', works: 'Map 15000000' },
    ...{ fails: 'Failed to load the brawlers of this map', 404: 'There is no such map' },
  },
  '/meta/brawler/$id': {
    ...{ at: '/meta/brawler/16000000', works: 'Ada' },
    ...{ fails: 'Failed to load this brawler', 404: 'There is no such brawler' },
  },
  '/find': {
    at: '/find?tag=2PY',
    works: 'Clubs that play',
    fails: 'Failed to find clubs',
    404: '#2PY is not tracked yet',
  },
  '/dashboard': { at: '/dashboard', works: 'Welcome', undecided: 'Latest searches' },
  '/desk/$tag': {
    ...{ at: '/desk/2PYL?tab=channels', works: 'desk', fails: 'The desk did not open' },
    ...{ 401: NO_LOGIN, 403: NO_LOGIN, 404: NO_LOGIN },
  },
  '/desk': { at: '/desk', works: "Leader's desk" },
  '/absence': {
    ...{ at: '/absence#secret', works: 'Take back' },
    ...{ fails: 'Unable to load your absences', 404: 'This link does not work' },
  },
  '/week/$tag': {
    ...{ at: '/week/2PYL?date=2026-05-25', works: 'The week of Ada' },
    ...{ fails: 'Unable to load this week', 404: 'Club data not found' },
  },
  '/password': { at: '/password', works: 'Send me a link', fails: 'Unable to load this page' },
  '/confirm': { at: '/confirm#secret', works: 'Press to confirm' },
  '/unsubscribe': { at: '/unsubscribe#secret', works: 'Press to stop' },
  '/scores': { at: '/scores', works: 'How scores work' },
  '/status': { at: '/status', works: 'Checked every 30 seconds', fails: 'Unable to load the status' },
  '/privacy': { at: '/privacy', works: 'What is stored, and how long' },
  // It leads home after five seconds.
  '/not-found': { at: '/no-such-page', ...HOME },
} satisfies Record<PagePath | '/not-found', Words>

type State = { token?: string; searchesLeft?: number; broken?: number; brokenFrom?: number; says?: string }

const ENDED = 'Your login has ended.'
const NO_SESSION = 'Failed to create session.'
const UNDECIDED = 'We cannot tell at the moment whether you are logged in.'

const STATES: Record<string, State> = {
  'a new guest': {},
  'a guest without searches': { searchesLeft: 0 },
  'a user': { token: 'theirs' },
  'a user whose token has expired': { token: 'expired', says: ENDED },
  'a user whose token is revoked': { token: 'revoked', says: ENDED },
  'a user, of a server that fails after 2 s': { token: 'theirs', broken: 500, brokenFrom: 2000 },
  ...failing([401, 403, 404, 429, 500, 0], 'a guest', { says: NO_SESSION }),
  ...failing([500, 0], 'a user', { token: 'theirs', says: UNDECIDED }),
}

/** `npm test -- --all`. */
const isWholeRun = import.meta.env.TEST_ALL === 'true'
const ALWAYS = ['a new guest', 'a user']

function failing(statuses: number[], who: string, state: State): Record<string, State> {
  const named = statuses.map((broken) => [
    `${who}, of a server that answers ${broken || 'nothing'}`,
    { ...state, broken },
  ])
  return Object.fromEntries(named)
}

const REASON = /The server says \d+\.|The server could not be reached\.|Failed to fetch \w+: \d+/g

/** How often the page says why it failed. What stands in closed details is there for who wants to know more. */
function reasonsGiven(): number {
  const page = document.querySelector('main')?.cloneNode(true) as HTMLElement | undefined
  for (const details of page?.querySelectorAll('details:not([open])') ?? []) details.remove()
  return page?.textContent.match(REASON)?.length ?? 0
}

/** What the page should say and does not, in sentences. */
function silenceOf(words: Words, { broken, brokenFrom, searchesLeft, says }: State): string[] {
  const page = document.querySelector('main')?.textContent ?? ''
  const fails = broken !== undefined && brokenFrom === undefined ? (words[broken as 0] ?? words.fails) : undefined
  const usedUp = words.at.startsWith('/search/') && searchesLeft === 0 ? 'No free searches left' : undefined
  const undecided = says === UNDECIDED ? words.undecided : undefined
  const expected = undecided ?? fails ?? usedUp ?? words.works
  const lists = [...document.querySelectorAll('dl')].filter((list) => !isListOfTerms(list))
  return [
    ...(page.includes(expected) ? [] : [`does not say: ${expected}, but: ${page.slice(0, 300)}`]),
    ...(says && !document.body.textContent.includes(says) ? [`does not say: ${says}`] : []),
    ...(reasonsGiven() > 1 && broken !== 404 ? ['says twice what failed'] : []),
    ...(fails && (broken === 500 || broken === 0) && !/Try Again|Refresh/.test(page) ? ['offers no other try'] : []),
    ...lists.map(({ outerHTML }) => `has a list with more than terms: ${outerHTML.slice(0, 200)}`),
  ]
}

/** In a list of terms stand groups of `dt` and `dd` alone. Screen readers count others wrongly. */
function isListOfTerms(list: Element): boolean {
  const groups = [...list.children].map((each) => (each.tagName === 'DIV' ? [...each.children] : [each]))
  return groups.every((group) => group.every(({ tagName }) => tagName === 'DT' || tagName === 'DD'))
}

/**
 * Every page is seen by a guest and by a user, and in a fifth of the other states; five pages in a row see all of them. A
 * whole run tries each page in each state.
 */
function statesFor(page: number): [string, State][] {
  const states = Object.entries(STATES)
  return isWholeRun ? states : states.filter(([name], at) => ALWAYS.includes(name) || at % 5 === page % 5)
}

describe.each(Object.entries<Words>(PAGES).map(([path, words], at) => ({ path, words, at })))(
  '$path',
  ({ words, at }) => {
    test('storms no server, and says what is the matter', async () => {
      const faults: string[] = []
      for (const [name, state] of statesFor(at)) {
        const { token, searchesLeft = 5, ...rest } = state
        const sessions = new Set(['Bearer theirs', 'Bearer revoked'])
        const { requests } = await open(words.at, { sessions, searchesLeft, ...rest }, token)
        await pass(SECONDS)
        faults.push(...[...stormOf(requests), ...silenceOf(words, state)].map((fault) => `${name}: ${fault}`))
        leave()
      }
      expect(faults).toEqual([])
    })
  },
)

const HEALTHY = { searchesLeft: 5 }

test('a president who logs out on the desk is asked to log in, and begins one session', async () => {
  const server = { ...HEALTHY, sessions: new Set(['Bearer theirs']) }
  const { requests, session } = await open('/desk/2PYL', server, 'theirs')
  await pass(2)
  requests.length = 0
  await act(() => session.logout())
  await pass(SECONDS)
  expect(count(requests, 'GET /api/desk/2PYL/queue')).toBeLessThanOrEqual(2)
  expect(count(requests, 'POST /api/auth/guest-session')).toBe(1)
  expect(document.body.textContent).toContain(NO_LOGIN)
})

test('a page that fails asks for nothing more when its visitor comes back to it again and again', async () => {
  const { requests } = await open('/club/2PYL', { ...HEALTHY, sessions: new Set(), broken: 500 })
  for (let times = 0; times < SECONDS; times++) {
    await pass(1)
    window.dispatchEvent(new Event('visibilitychange'))
  }
  expect(stormOf(requests)).toEqual([])
})

test('after a moment without a network the whole page comes by itself', async () => {
  await open('/club/2PYL', { ...HEALTHY, sessions: new Set(), broken: 0, brokenUntil: 500 })
  await pass(SECONDS)
  const page = document.querySelector('main')?.textContent ?? ''
  expect(page).toContain('Similar clubs')
  expect(page).not.toContain('Try Again')
})

test('a guest whose session and parts of the page cannot be read is told once that there is no answer', async () => {
  sessionStorage.setItem('delphin.guest', 'guest-0')
  await open('/player/2PY', { ...HEALTHY, sessions: new Set(), broken: 0, answers: /\/browse\/player\/2PY$/ })
  await pass(SECONDS)
  expect(document.body.textContent).toContain('Some parts of this page did not load.')
  expect(document.body.textContent.match(/The server could not be reached\./g)).toHaveLength(1)
})

function LoopingPage() {
  const [asked, ask] = useState(0)
  useEffect(() => void call('GET /api/browse/stats', undefined).then(() => ask(asked + 1)), [asked])
  return <main>{asked}</main>
}

test('a page that asks in a loop and one that says nothing are found', async () => {
  const { requests } = await open('/', { ...HEALTHY, sessions: new Set() }, undefined, <LoopingPage />)
  await pass(SECONDS)
  expect(stormOf(requests)).toEqual([expect.stringMatching(/^\d+ requests$/), expect.stringMatching(/browse.stats$/)])
  expect(silenceOf(PAGES['/club/$tag'], { broken: 500 })[0]).toMatch(/^does not say: Unable to load club analytics/)
})
