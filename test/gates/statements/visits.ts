import type { FastifyInstance } from 'fastify'
import { endpoints } from '#shared/contract/all.ts'

/** A guest and a user of their own each search all tags; the user changes what there is to change, and leaves. */
export async function searchAndLeave(app: FastifyInstance, tags: string[]): Promise<void> {
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) =>
    (await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })).json()
  const guest = await send('POST', '/api/auth/guest-session')
  for (const tag of tags) await send('POST', '/api/search', { tag }, { 'x-guest-session': guest.session_id })
  await send('GET', `/api/auth/guest-status/${guest.session_id}`)
  const [username, password] = [`user${guest.session_id.slice(0, 8).replaceAll(/\W/g, '')}`, 'correct horse']
  await send('POST', '/api/auth/register', { username, email: `${username}@example.com`, password })
  const { token } = await send('POST', '/api/auth/login', { identifier: username, password })
  const user = { authorization: `Bearer ${token}` }
  for (const tag of tags) await send('POST', '/api/search', { tag }, user)
  for (const url of ['/api/auth/profile', '/api/auth/sessions']) await send('GET', url, undefined, user)
  await send('PUT', '/api/auth/update-api-key', { api_key: 'aa.bb.cc' }, user)
  await send('PUT', '/api/auth/password', { old_password: password, new_password: `${password} 2` }, user)
  await send('DELETE', '/api/auth/account', { password: `${password} 2` }, user)
}

/** Asks every call that reads, and the lists in several ways; who answers 5xx has sent a statement that failed. */
export async function askPages(app: FastifyInstance, { club, player }: { club: string; player: string }) {
  const tagOf = (path: string) => encodeURIComponent(path.includes('player') ? player : club)
  const reads = [...endpoints.values()].filter(({ method }) => method === 'GET')
  const plain = reads.map(({ path }) => path.replace('{tag}', tagOf(path)).replace(/\{.*?\}/, 'nobody'))
  for (const url of [...plain, ...LISTS]) {
    const { statusCode, body } = await app.inject({ method: 'GET', url })
    if (statusCode >= 500) throw new Error(`${url}: ${body}`)
  }
  await app.inject({ method: 'POST', url: '/api/rankings/collect/players?country=global' })
}

const LISTS = [
  '/api/browse/entities?type=players&search=a',
  '/api/browse/entities?type=players&search=%23P',
  '/api/browse/entities?type=clubs&page=2',
  ...['popularity', 'trophies', 'performance', 'activity', 'name', 'members'].map(
    (sort) => `/api/browse/entities?sort=${sort}&sort_by=${sort}&region=europe&activity=high`,
  ),
  '/api/rankings/leaderboards?type=clubs',
  '/api/rankings/leaderboards?type=brawlers&brawler_id=16000000',
]
