import * as argon2 from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestApp } from '#test/open-app.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { forgetExpired } from './forget-expired.ts'
import { registerAccounts } from './routes.ts'

// The real library, counting its calls.
vi.mock('@node-rs/argon2', { spy: true })

const DAY_MS = 24 * 3_600_000
const BOB = { username: 'Bob', email: 'Bob@example.com', password: 'dolphins!' }
const SETTINGS = { REGISTRATIONS_PER_HOUR: '1000', LOGINS_PER_MINUTE: '100000' }

describe.each(storeKinds)('accounts on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
    // Nobody has an account that was not registered.
    expect(await users()).toEqual([])
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store, settings: SETTINGS })
    app = openTestApp(context, [registerAccounts])
  })
  afterAll(() => store.close())

  const post = (call: string, payload: object, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: `/api/auth/${call}`, payload, remoteAddress })
  const logIn = (identifier: string, password = BOB.password, address?: string) =>
    post('login', { identifier, password }, address)
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const profile = (token: string) => app.inject({ url: '/api/auth/profile', headers: bearer(token) })
  const users = () => store.db.selectFrom('users').selectAll().execute()

  it('are registered, logged in to by either name in any case, looked at and left', async () => {
    const registered = await post('register', BOB)
    expect([registered.statusCode, registered.json()]).toEqual([200, { search_history: ['#2PP'] }])
    const { token, user, search_history } = (await logIn(' bob@EXAMPLE.com')).json()
    expect(user).toEqual({
      email: 'Bob@example.com',
      username: 'Bob',
      search_count: 0,
      has_api_key: false,
      api_key_status: 'not_set',
      created_at: '2026-06-01T00:00:00.000Z',
    })
    expect((await profile(token)).json()).toEqual({ ...user, search_history })
    const elsewhere = (await logIn('BOB')).json().token
    const left = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: bearer(token) })
    expect(left.json()).toEqual({ ok: true })
    const refused = await profile(token)
    expect([refused.statusCode, refused.json()]).toEqual([401, { error: 'Please log in', code: 'login_required' }])
    expect((await profile(elsewhere)).statusCode).toBe(200)
  })

  it('answer an unknown user and a wrong password alike, with the same work', async () => {
    await post('register', BOB)
    const seen = []
    for (const identifier of ['bob', 'nobody', 'bob@example.com', 'nobody@example.com']) {
      vi.mocked(argon2.verify).mockClear()
      const { statusCode, body, headers } = await logIn(identifier, 'wrong password')
      const cost = vi.mocked(argon2.verify).mock.calls.map(([hash]) => argon2.parseOptions(hash))
      seen.push({ statusCode, body, names: Object.keys(headers), cost })
    }
    expect(seen[0]).toMatchObject({
      statusCode: 401,
      body: JSON.stringify({ error: 'Invalid email, username or password', code: 'invalid_login' }),
      cost: [{ memoryCost: 19_456, timeCost: 2, parallelism: 1 }],
    })
    for (const other of seen) expect(other).toEqual(seen[0])
  })

  it('have no twins, and nobody learns which of the two names is taken', async () => {
    await post('register', BOB)
    const twins = [
      { ...BOB, email: 'other@example.com', username: 'bOB' },
      { ...BOB, username: 'other', email: 'bob@EXAMPLE.COM' },
    ]
    for (const twin of twins) {
      const answer = await post('register', twin)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toEqual({ error: 'That username or email is already taken', code: 'taken' })
    }
    const race = Array.from({ length: 10 }, (_, i) =>
      post('register', { ...BOB, username: 'eve', email: `e${i}@x.org` }),
    )
    const statuses = (await Promise.all(race)).map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await users()).toHaveLength(2)
  })

  it('can be made five times an hour from an address', async () => {
    app = openTestApp(openTestContext({ store }), [registerAccounts])
    const made = []
    for (let i = 0; i < 8; i += 1)
      made.push(await post('register', { ...BOB, username: `bob${i}`, email: `${i}@x.org` }))
    expect(made.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(made[5]?.headers['retry-after']).toBe('3600')
  })

  it('take no more from a registration than it may say', async () => {
    const greedy = { ...BOB, id: 7, is_admin: true, search_count: -100, password_hash: 'x', created_at: '1999-01-01' }
    await post('register', greedy)
    const [row] = await users()
    expect(row).toMatchObject({ search_count: 0, created_at: new Date('2026-06-01T00:00:00Z') })
    expect(row?.id).not.toBe(7)
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each([
    ['login', { identifier: ['bob'], password: 'dolphins!' }],
    ['login', { identifier: 'bob', password: 12_345_678 }],
    ['login', { identifier: 'bob', password: null }],
    ['login', { identifier: { $ne: '' }, password: { $ne: '' } }],
    ['login', { identifier: 'b\u0000b', password: 'dolphins!' }],
    ['register', { ...BOB, username: 'bo' }],
    ['register', { ...BOB, username: 'bоb with cyrillic' }],
    ['register', { ...BOB, password: 'short' }],
    ['register', { ...BOB, email: 'bob' }],
    ['register', { ...BOB, api_key: 'key\r\nHost: evil' }],
    ['register', [BOB]],
  ])('refuse a %s that is not what it should be: %j', async (call, body) => {
    const answer = await post(call, body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: expect.any(String), code: 'invalid' })
    expect(await users()).toEqual([])
  })

  it('stay open while their token is used, and close thirty days after', async () => {
    await post('register', BOB)
    const { token } = (await logIn('bob')).json()
    for (let visit = 0; visit < 3; visit += 1) {
      await context.clock.advance(20 * DAY_MS)
      expect((await profile(token)).statusCode).toBe(200)
    }
    await context.clock.advance(30 * DAY_MS)
    expect((await profile(token)).statusCode).toBe(401)
    await forgetExpired(context)
    expect(await store.db.selectFrom('user_sessions').selectAll().execute()).toEqual([])
    await context.clock.advance(1000 * DAY_MS)
    expect((await logIn('bob')).statusCode).toBe(200)
  })

  it.each(['      ', 'öäüßéå', '🐬🐬🐬🐬🐬🐬', ' spaces around ', 'x'.repeat(256)])(
    'may have any password: %j',
    async (password) => {
      expect((await post('register', { ...BOB, password })).statusCode).toBe(200)
      expect((await logIn('bob', password)).statusCode).toBe(200)
      expect((await logIn('bob', `${password.trim()} or so`)).statusCode).toBe(password.length === 256 ? 400 : 401)
    },
  )

  it('show each user only what is theirs, and strangers nothing', async () => {
    await post('register', BOB)
    await post('register', { ...BOB, username: 'eve', email: 'eve@example.com' })
    const tokens = [(await logIn('bob')).json().token, (await logIn('eve')).json().token]
    const emails = await Promise.all(tokens.map(async (token) => (await profile(token)).json().email))
    expect(emails).toEqual(['Bob@example.com', 'eve@example.com'])
    for (const token of ['', 'A'.repeat(43), `${tokens[0]}A`, tokens[0].toLowerCase()]) {
      expect((await profile(token)).statusCode).toBe(401)
    }
  })
})
