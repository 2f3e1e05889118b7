import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'

const CODE = readFileSync(join(import.meta.dirname, '../src/web/public/service-worker.js'), 'utf8')
const SITE = 'https://delphin.example'

type Handler = (event: object) => void
type Asked = { path: string; method?: string; mode?: string; headers?: Record<string, string> }

/** What the network answers. A browser calls an answer of the own site `basic`. */
function answer(
  text: string,
  { cacheControl = 'no-store, private', status = 200, redirected = false, type = 'text/html' } = {},
): Response {
  const headers = { 'cache-control': cacheControl, 'content-type': type }
  const made = new Response(text, { status, headers })
  const clone = () => answer(text, { cacheControl, status, redirected, type })
  return Object.defineProperties(made, {
    type: { value: 'basic' },
    redirected: { value: redirected },
    clone: { value: clone },
  })
}

/** The worker in a browser of its own: its caches, and a network that can be changed. */
function openWorker() {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    const keyOf = (key: string | { url: string }) => (typeof key === 'string' ? key : key.url)
    return {
      match: async (url: string) => store.get(url)?.clone(),
      put: async (url: string, kept: Response) => void store.set(url, kept),
      delete: async (key: string | { url: string }) => store.delete(keyOf(key)),
      keys: async () => [...store.keys()].map((url) => ({ url })),
    }
  }
  const caches = { open, keys: async () => [...stores.keys()], delete: async (name: string) => stores.delete(name) }
  const handlers = new Map<string, Handler>()
  const network = { fetch: async (): Promise<Response> => Promise.reject(new TypeError('offline')), asked: 0 }
  const fetchNow = () => {
    network.asked++
    return network.fetch()
  }
  const self = {
    location: { origin: SITE },
    registration: {},
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
  }
  // No time passes here: the network that never answers is late at once.
  const setTimeout = (call: () => void) => void queueMicrotask(() => queueMicrotask(call))
  const late = { now: false }
  const timer = (call: () => void) => (late.now ? setTimeout(call) : undefined)
  runInNewContext(CODE, { self, caches, fetch: fetchNow, Response, Headers, URL, Promise, setTimeout: timer, Date })
  const ask = async ({ path, method = 'GET', mode = 'cors', headers = {} }: Asked): Promise<Response | null> => {
    const work: Promise<unknown>[] = []
    let given: Promise<Response> | null = null
    handlers.get('fetch')?.({
      request: { url: new URL(path, SITE).href, method, mode, headers: new Headers(headers) },
      respondWith: (made: Promise<Response>) => {
        given = made
      },
      waitUntil: (job: Promise<unknown>) => void work.push(job),
    })
    const response = given === null ? null : await (given as Promise<Response>)
    await Promise.allSettled(work)
    return response
  }
  const kept = () => [...stores.values()].flatMap((store) => [...store.keys()]).map((url) => url.slice(SITE.length))
  return { ask, kept, network, late, stores, handlers }
}

/** The words that a page of the site has kept for the worker. */
const WORDS = {
  language: 'en',
  site: '/',
  title: 'You are offline',
  kept: 'What you saw before is here.',
  nothing: 'Pages that you open will be.',
  again: 'Try again',
  home: 'Home',
  tracker: 'Tracker: ',
  club: 'Club, as of {when}',
  player: 'Player, as of {when}',
  other: 'as of {when}',
}
const keptWords = () => new Map([['/offline-words', new Response(JSON.stringify(WORDS))]])

const PUBLIC = { cacheControl: 'public, max-age=0, s-maxage=30, must-revalidate' }
const page = (text: string) => answer(text, { cacheControl: 'public, no-cache' })
const CLUB = { path: '/club/2PP', mode: 'navigate' }

it.each<[what: string, asked: Asked, given: Response]>([
  ['a call of a user', { path: '/api/browse/club/2PP', headers: { authorization: 'Bearer x' } }, answer('{}', PUBLIC)],
  ['a write', { path: '/api/browse/club/2PP', method: 'POST' }, answer('{}', PUBLIC)],
  ['an answer that the server calls private', { path: '/api/browse/club/2PP' }, answer('{}')],
  ['a failure', { path: '/api/browse/club/2PP' }, answer('{}', { ...PUBLIC, status: 503 })],
  ['the state of the server', { path: '/api/status' }, answer('{}', PUBLIC)],
  ['a page that the server does not call public', { path: '/desk/2PP', mode: 'navigate' }, answer('<html>')],
  ['a page of elsewhere', { path: 'https://elsewhere.example/club/2PP', mode: 'navigate' }, page('<html>')],
  [
    'a file that is opened alone',
    { path: '/robots.txt', mode: 'navigate' },
    answer('Allow', { ...PUBLIC, type: 'text/plain' }),
  ],
  ['a page that leads to another', CLUB, answer('<html>', { ...PUBLIC, redirected: true })],
])('%s is never kept', async (_, asked, given) => {
  const { ask, kept, network } = openWorker()
  network.fetch = async () => given
  await ask(asked)
  expect(kept()).toEqual([])
})

it('a page comes from the network, and in flight mode as it was seen last, with its moment', async () => {
  const { ask, kept, network } = openWorker()
  network.fetch = async () => page('<html lang="en">Dolphins')
  expect(await (await ask(CLUB))?.text()).toBe('<html lang="en">Dolphins')
  expect(kept()).toEqual(['/club/2PP'])
  network.fetch = async () => page('<html lang="en">Orcas')
  expect(await (await ask(CLUB))?.text()).toBe('<html lang="en">Orcas')
  network.fetch = () => Promise.reject(new TypeError('offline'))
  expect(await (await ask(CLUB))?.text()).toMatch(/^<html data-kept-at="\d{13}" lang="en">Orcas$/)
})

it('a kept page stands in for a server that fails, or that does not answer in time', async () => {
  const { ask, network, late } = openWorker()
  network.fetch = async () => page('<html>Dolphins')
  await ask(CLUB)
  network.fetch = async () => answer('<html>Busy', { status: 503 })
  expect(await (await ask(CLUB))?.text()).toContain('Dolphins')
  late.now = true
  let end = () => {}
  network.fetch = () =>
    new Promise((resolve) => {
      end = () => resolve(page('<html>Late'))
    })
  const asked = ask(CLUB)
  await new Promise((resolve) => void setImmediate(resolve))
  end()
  expect(await (await asked)?.text()).toContain('Dolphins')
})

it('public answers are kept for flight mode, and the network’s newer one is shown where there is one', async () => {
  const { ask, network } = openWorker()
  const call = { path: '/api/browse/club/2PP' }
  network.fetch = async () => answer('{"trophies":1}', PUBLIC)
  await ask(call)
  network.fetch = async () => answer('{"trophies":2}', PUBLIC)
  expect(await (await ask(call))?.text()).toBe('{"trophies":2}')
  network.fetch = () => Promise.reject(new TypeError('offline'))
  expect(await (await ask(call))?.text()).toBe('{"trophies":2}')
})

it.each<[what: string, asked: Asked, given: () => Response]>([
  ['page', CLUB, () => page('<html>')],
  ['answer', { path: '/api/browse/club/2PP/reviews/2026' }, () => answer('{}', PUBLIC)],
])('a kept %s is forgotten once the server no longer has it', async (_, asked, given) => {
  const { ask, kept, network } = openWorker()
  network.fetch = async () => given()
  await ask(asked)
  expect(kept()).toEqual([asked.path])
  network.fetch = async () => answer('gone', { status: 404 })
  await ask(asked)
  expect(kept()).toEqual([])
})

it('files with a hash in their name are asked for once', async () => {
  const { ask, network } = openWorker()
  network.fetch = async () => answer('code', { cacheControl: 'public, max-age=31536000, immutable' })
  for (let time = 0; time < 3; time++) await ask({ path: '/assets/main-1a2b3c.js' })
  expect(network.asked).toBe(1)
})

it('no more than 30 pages are kept, the newest ones', async () => {
  const { ask, kept, network } = openWorker()
  network.fetch = async () => page('<html>')
  for (let place = 0; place < 33; place++) await ask({ path: `/club/P${place}`, mode: 'navigate' })
  expect(kept()).toHaveLength(30)
  expect(kept().at(0)).toBe('/club/P3')
})

it('caches of an earlier worker are dropped, those of others stay', async () => {
  const { stores, handlers } = openWorker()
  for (const name of ['delphin-pages-0', 'delphin-pages-1', 'other']) stores.set(name, new Map())
  const work: Promise<unknown>[] = []
  handlers.get('activate')?.({ waitUntil: (job: Promise<unknown>) => void work.push(job) })
  await Promise.all(work)
  expect([...stores.keys()]).toEqual(['delphin-pages-1', 'other'])
})

it('in flight mode a page that was never seen leads to those that were, the newest first', async () => {
  const { ask, kept, network, stores } = openWorker()
  stores.set('delphin-words-1', keptWords())
  const titled = (title: string) =>
    page(
      `<html lang="en"><head><title>${title} | Delphin</title><script type="module" src="/assets/main-1.js"></script></head>
<body><link rel="stylesheet" href="/assets/style-1.css">`,
    )
  network.fetch = async () => titled('Tracker: Dolphins')
  await ask({ path: '/club/2PP?days=7', mode: 'navigate' })
  await ask(CLUB)
  network.fetch = async () => titled('Best &amp; first')
  await ask({ path: '/browse/clubs?entry=open&page=2', mode: 'navigate' })
  network.fetch = async () => titled('Analytics Platform')
  await ask({ path: '/', mode: 'navigate' })
  network.fetch = () => Promise.reject(new TypeError('offline'))
  for (const path of ['/club/9PP', '/desk/2PP']) {
    const shown = await ask({ path, mode: 'navigate' })
    const html = (await shown?.text()) ?? ''
    expect(shown?.status).toBe(503)
    expect(html).toContain('<title>You are offline</title><link rel="stylesheet" href="/assets/style-1.css"></head>')
    const links = [...html.matchAll(/href="([^"]*)">\s*<span[^>]*>([^<]*)<\/span><span[^>]*>([^<]*)<\/span><\/a>/g)]
    // A club over two timeframes stands there once, and names are plain.
    expect(links.map(([, address, name, since]) => [address, name, since?.split('as of ')[0]])).toEqual([
      ['/', 'Home', ''],
      ['/browse/clubs?entry=open&amp;page=2', 'Best &amp; first', ''],
      ['/club/2PP', 'Dolphins', 'Club, '],
    ])
    expect(links.every(([, , , since]) => /as of \w+ \d+, \d{4}, \d+:\d+$/.test(since ?? ''))).toBe(true)
    expect(html).toMatch(/href="">Try again<\/a>/)
  }
  expect(kept().filter((path) => path !== '')).toHaveLength(4)
})

it('without a network and without kept pages a visitor is told that there are none', async () => {
  const { ask, stores } = openWorker()
  expect(await (await ask(CLUB))?.text()).toMatch(/<title>Delphin.*href="">↻/s)
  stores.set('delphin-words-1', keptWords())
  expect(await (await ask(CLUB))?.text()).toMatch(/<h1[^>]*>You are offline.*Pages that you open will be/s)
})

it.each([
  ['POST', '/api/auth/logout'],
  ['DELETE', '/api/auth/account'],
])('after %s %s nothing is kept of what was looked at', async (method, path) => {
  const { ask, kept, network } = openWorker()
  network.fetch = async () => answer('{}', PUBLIC)
  for (const asked of [CLUB, { path: '/api/browse/club/2PP' }, { path: '/assets/main-1.js' }]) await ask(asked)
  expect(kept()).toHaveLength(3)
  await ask({ path, method, headers: { authorization: 'Bearer x' } })
  expect(kept()).toEqual(['/assets/main-1.js'])
})

it('what was asked for before a logout and comes after it is not kept', async () => {
  const { ask, kept, network } = openWorker()
  let arrive = (_: Response): void => {}
  network.fetch = () => new Promise<Response>((resolve) => (arrive = resolve))
  const club = ask({ path: '/api/browse/club/2PP' })
  await expect.poll(() => network.asked).toBe(1)
  await ask({ path: '/api/auth/logout', method: 'POST' })
  arrive(answer('{}', PUBLIC))
  await club
  expect(kept()).toEqual([])
})

it('a worker is small', () => {
  expect(brotliCompressSync(CODE).length).toBeLessThanOrEqual(6 * 1024)
})
