import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, request } from 'undici'
import { type ProductProcess, startProduct } from '#test/e2e/start-product.ts'
import { startPostgres } from '#test/postgres-server.ts'

/** The result of one request. `ms` counts from the time at which it should have been sent. */
export type Went = { sort: Sort; status: number; ms: number; retryAfter: boolean }

const TICK_MS = 5
/** With more requests waiting, the generator would measure itself. Further ones count as not answered. */
const OPEN_MAX = 3000
const PATIENCE_MS = 10_000
/** Connections. With fewer, requests would wait here and the site would not see them. */
const CONNECTIONS = OPEN_MAX

type Next = (turn: number) => Ask

/** A closed loop: each client sends its next request when the last one is answered. */
export async function closedLoad(url: string, next: Next, clients: number, seconds: number): Promise<Went[]> {
  const pool = openPool(url)
  const went: Went[] = []
  const end = performance.now() + seconds * 1000
  let turn = 0
  const work = async () => {
    while (performance.now() < end) went.push(await send(pool, next(turn++), performance.now()))
  }
  await Promise.all(Array.from({ length: clients }, work))
  await pool.close()
  return went
}

/** An open loop: a constant rate of requests, however many are answered, as from independent visitors. */
export async function openLoad(url: string, next: Next, perSecond: number, seconds: number): Promise<Went[]> {
  const pool = openPool(url)
  const went: Went[] = []
  const start = performance.now()
  const total = Math.round(perSecond * seconds)
  let turn = 0
  let open = 0
  const fire = (due: number) => {
    const ask = next(turn++)
    if (open >= OPEN_MAX) return went.push({ sort: ask.sort, status: 0, ms: PATIENCE_MS, retryAfter: false })
    open += 1
    return send(pool, ask, start + due).then((one) => {
      open -= 1
      went.push(one)
    })
  }
  while (turn < total) {
    const now = performance.now() - start
    while (turn < total && (turn / perSecond) * 1000 <= now) fire((turn / perSecond) * 1000)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  while (open > 0) await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  await pool.close()
  return went
}

function openPool(url: string): Pool {
  return new Pool(url, { connections: CONNECTIONS, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
}

async function send(pool: Pool, { sort, body, ...ask }: Ask, start: number): Promise<Went> {
  try {
    const answer = await pool.request({ ...ask, body: body ?? null })
    await answer.body.dump()
    const retryAfter = answer.headers['retry-after'] !== undefined
    return { sort, status: answer.statusCode, ms: performance.now() - start, retryAfter }
  } catch {
    return { sort, status: 0, ms: performance.now() - start, retryAfter: false }
  }
}

/** The value below which this share of the values is. NaN without values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

type Sort = 'read' | 'search' | 'account'
type Ask = {
  sort: Sort
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Other users log in than search: a user has at most twenty sessions, and a further login ends the oldest. */
const SEARCHERS = 16
const USERS = 64
const PASSWORD = 'under the sea'
const READER = { 'accept-encoding': 'gzip, deflate, br' }
const SENDER = { ...READER, 'content-type': 'application/json' }

/** Of ten requests: seven pages and public reads, two searches, one login. */
const ROUND: Sort[] = ['read', 'read', 'search', 'read', 'account', 'read', 'read', 'search', 'read', 'read']

/** Creates accounts and reads which tags there are. Returns the request of each turn, always in the same order. */
export async function createMixedTraffic(url: string): Promise<(turn: number) => Ask> {
  const tags = { club: await tagsOf(url, 'club'), player: await tagsOf(url, 'player') }
  const tokens: string[] = []
  for (let user = 0; user < SEARCHERS; user++) tokens.push(await signUp(url, `diver${user}`))
  for (let user = 0; user < USERS; user++) await signUp(url, `swimmer${user}`)
  const at = (list: string[], turn: number) => list[turn % list.length] ?? ''
  const reads = [
    () => '/',
    (turn: number) => `/club/${at(tags.club, turn)}`,
    (turn: number) => `/api/browse/club/${at(tags.club, turn)}`,
    (turn: number) => `/api/browse/player/${at(tags.player, turn)}`,
    () => '/api/browse/entities?type=player',
    (turn: number) => `/api/analytics/player/${at(tags.player, turn)}/trophy-progression?days=30`,
    () => '/api/browse/dashboard',
    (turn: number) => `/api/analytics/club/${at(tags.club, turn)}/member-scores`,
    (turn: number) => `/api/browse/entities?type=player&trophyMin=${turn % 1000}`,
  ]
  const make: Record<Sort, (turn: number) => Omit<Ask, 'sort'>> = {
    read: (turn) => ({ method: 'GET', path: reads[turn % reads.length]?.(turn) ?? '/', headers: READER }),
    search: (turn) => ({
      ...post('/api/search', { tag: at(turn % 2 === 0 ? tags.club : tags.player, turn) }),
      headers: { ...SENDER, authorization: `Bearer ${at(tokens, turn)}` },
    }),
    account: (turn) => post('/api/auth/login', { identifier: `swimmer${turn % USERS}`, password: PASSWORD }),
  }
  return (turn) => {
    const sort = ROUND[turn % ROUND.length] ?? 'read'
    return { sort, ...make[sort](Math.floor(turn / ROUND.length) * 7 + (turn % ROUND.length)) }
  }
}

function post(path: string, body: object): Omit<Ask, 'sort'> {
  return { method: 'POST', path, headers: SENDER, body: JSON.stringify(body) }
}

async function tagsOf(url: string, type: 'club' | 'player'): Promise<string[]> {
  const { body } = await request(`${url}/api/browse/entities?type=${type}`)
  const text = await body.text()
  const tags = [...new Set([...text.matchAll(new RegExp(`"${type}_tag":"#(\\w+)"`, 'g'))].map(([, tag = '']) => tag))]
  if (tags.length === 0) throw new Error(`There is no ${type} on the site`)
  return tags
}

async function signUp(url: string, username: string): Promise<string> {
  await sendOfMixedTraffic(
    url,
    post('/api/auth/register', { username, email: `${username}@example.org`, password: PASSWORD }),
  )
  const text = await sendOfMixedTraffic(url, post('/api/auth/login', { identifier: username, password: PASSWORD }))
  return (JSON.parse(text) as { token: string }).token
}

async function sendOfMixedTraffic(url: string, { path, ...rest }: Omit<Ask, 'sort'>): Promise<string> {
  const answer = await request(url + path, rest)
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}: ${text}`)
  return text
}

/** A small demo world, and limits that the load of one machine does not reach. */
const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'error',
  DEMO_CLUBS: '24',
  DEMO_HISTORY_DAYS: '14',
  CALLS_PER_SECOND: '50',
  REQUESTS_PER_MINUTE: '10000000',
  USER_REQUESTS_PER_MINUTE: '10000000',
  LOGINS_PER_MINUTE: '1000000',
  REGISTRATIONS_PER_HOUR: '1000000',
}

export type MixedSite = { product: ProductProcess; settings: Record<string, string> }

/** The product with site and collector, on a new PostgreSQL where that is installed, else on the embedded store. */
export async function withMixedSite(
  added: Record<string, string>,
  measure: (site: MixedSite) => Promise<void>,
): Promise<void> {
  const postgres = await startPostgres()
  const directory = mkdtempSync(join(tmpdir(), 'delphin-bench-'))
  if ('missing' in postgres) console.log(`${postgres.missing}: measuring the embedded store`)
  const store: Record<string, string> = 'missing' in postgres ? {} : { DATABASE_URL: postgres.url }
  const settings = { ...SETTINGS, ...store, DATA_DIR: directory, ...added }
  const product = await startProduct(settings)
  try {
    await product.says('Demo history: complete')
    await measure({ product, settings })
  } finally {
    await product.end('SIGTERM')
    if (!('missing' in postgres)) await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
