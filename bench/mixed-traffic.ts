import { request } from 'undici'

export type Sort = 'read' | 'search' | 'account'
export type Ask = {
  sort: Sort
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Those who log in are others than those who search: a user has twenty sessions, and the oldest ends with one more. */
const SEARCHERS = 16
const USERS = 64
const PASSWORD = 'under the sea'
const READER = { 'accept-encoding': 'gzip, deflate, br' }
const SENDER = { ...READER, 'content-type': 'application/json' }

/** Of ten requests in a row: seven pages and public reads, two searches, one login. */
const ROUND: Sort[] = ['read', 'read', 'search', 'read', 'account', 'read', 'read', 'search', 'read', 'read']

/** Makes some accounts on the site and reads what there is; gives the request of each turn, always in the same order. */
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
  await send(url, post('/api/auth/register', { username, email: `${username}@example.org`, password: PASSWORD }))
  const text = await send(url, post('/api/auth/login', { identifier: username, password: PASSWORD }))
  return (JSON.parse(text) as { token: string }).token
}

async function send(url: string, { path, ...rest }: Omit<Ask, 'sort'>): Promise<string> {
  const answer = await request(url + path, rest)
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}: ${text}`)
  return text
}
