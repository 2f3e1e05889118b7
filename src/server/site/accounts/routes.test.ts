import * as argon2 from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getProfile, listSessions, login } from '#shared/contract/accounts.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { answerOf, refusalOf } from '#test/ask.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storeKey } from './personal-key.ts'
import { registerAccounts } from './routes.ts'
import { forgetExpired } from './sessions.ts'

// The real library, with its calls counted.
vi.mock('@node-rs/argon2', { spy: true })

const BOB = { username: 'Bob', email: 'Bob@example.com', password: 'dolphins!' }
const SETTINGS = { REGISTRATIONS_PER_HOUR: '1000', LOGINS_PER_MINUTE: '100000' }

describe.each(storeKinds)('accounts on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
    // A new store holds no account, not even a default one.
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

  it('can be registered, logged in to by username or email in any case, shown and logged out of', async () => {
    const registered = await post('register', BOB)
    expect([registered.statusCode, registered.json()]).toEqual([200, { search_history: ['#2PP'] }])
    const { token, user, search_history } = answerOf(login, await logIn(' bob@EXAMPLE.com'))
    // A new account has made no search: the tag that a guest's history starts with is not in it.
    expect(search_history).toEqual([])
    expect(user).toEqual({
      email: 'Bob@example.com',
      email_confirmed: false,
      username: 'Bob',
      search_count: 0,
      has_api_key: false,
      api_key_status: 'not_set',
      created_at: '2026-06-01T00:00:00.000Z',
    })
    expect((await profile(token)).json()).toEqual({ ...user, language: 'en', search_history })
    const elsewhere = answerOf(login, await logIn('BOB')).token
    const left = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: bearer(token) })
    expect(left.json()).toEqual({ ok: true })
    const refused = await profile(token)
    expect([refused.statusCode, refused.json()]).toEqual([401, { error: 'Please log in', code: 'login_required' }])
    expect((await profile(elsewhere)).statusCode).toBe(200)
  })

  it('give the same answer, with the same work, to an unknown user and a wrong password', async () => {
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

  it('have unique usernames and emails, and a refusal does not say which of the two is taken', async () => {
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

  it('can be registered five times an hour from one address', async () => {
    app = openTestApp(openTestContext({ store }), [registerAccounts])
    const made = []
    for (let i = 0; i < 8; i += 1)
      made.push(await post('register', { ...BOB, username: `bob${i}`, email: `${i}@x.org` }))
    expect(made.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(made[5]?.headers['retry-after']).toBe('3600')
  })

  it('ignore fields of a registration that are not declared', async () => {
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
  ])('refuse an invalid %s: %j', async (call, body) => {
    const answer = await post(call, body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: expect.any(String), code: 'invalid' })
    expect(await users()).toEqual([])
  })

  it('stay logged in while the token is used, until thirty days after the last use', async () => {
    await post('register', BOB)
    const { token } = answerOf(login, await logIn('bob'))
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
    'accept any password of the right length: %j',
    async (password) => {
      expect((await post('register', { ...BOB, password })).statusCode).toBe(200)
      expect((await logIn('bob', password)).statusCode).toBe(200)
      expect((await logIn('bob', `${password.trim()} or so`)).statusCode).toBe(password.length === 256 ? 400 : 401)
    },
  )

  it('show a profile only to its own user', async () => {
    await post('register', BOB)
    await post('register', { ...BOB, username: 'eve', email: 'eve@example.com' })
    const { token: bobs } = answerOf(login, await logIn('bob'))
    const { token: eves } = answerOf(login, await logIn('eve'))
    const emails = await Promise.all(
      [bobs, eves].map(async (token) => answerOf(getProfile, await profile(token)).email),
    )
    expect(emails).toEqual(['Bob@example.com', 'eve@example.com'])
    for (const token of ['', 'A'.repeat(43), `${bobs}A`, bobs.toLowerCase()]) {
      expect((await profile(token)).statusCode).toBe(401)
    }
  })
})

const WRONG = { error: 'This is not your password', code: 'wrong_password' }

describe.each(storeKinds)('the account of a signed-in user on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store })
    app = openTestApp(context, [registerAccounts])
    await app.inject({ method: 'POST', url: '/api/auth/register', payload: BOB })
  })
  afterAll(() => store.close())

  type Method = 'GET' | 'PUT' | 'DELETE'
  const ask = (method: Method, call: string, token: string, payload?: object) =>
    app.inject({
      method,
      url: `/api/auth/${call}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
  const logIn = (password = BOB.password, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/api/auth/login', payload: { identifier: 'bob', password }, remoteAddress })
  const tokenOf = async () => answerOf(login, await logIn()).token
  const isOpen = async (token: string) => (await ask('GET', 'profile', token)).statusCode === 200

  it('gets another password, and all its other sessions end', async () => {
    const [own, other] = [await tokenOf(), await tokenOf()]
    const passwords = { old_password: BOB.password, new_password: 'other dolphins' }
    expect((await ask('PUT', 'password', own, passwords)).json()).toEqual({ ok: true })
    expect([await isOpen(own), await isOpen(other)]).toEqual([true, false])
    expect((await logIn()).statusCode).toBe(401)
    expect((await logIn('other dolphins')).statusCode).toBe(200)
  })

  it('keeps its password when the old one is wrong, or the new one too short', async () => {
    const [own, other] = [await tokenOf(), await tokenOf()]
    const refused = await ask('PUT', 'password', own, { old_password: 'a guess', new_password: 'other dolphins' })
    expect([refused.statusCode, refused.json()]).toEqual([403, { ...WRONG, fields: { old_password: WRONG.error } }])
    const short = await ask('PUT', 'password', own, { old_password: BOB.password, new_password: 'short' })
    expect([short.statusCode, refusalOf(short).fields]).toEqual([
      400,
      { new_password: 'New password must have 6 to 256 characters' },
    ])
    expect([await isOpen(own), await isOpen(other), (await logIn()).statusCode]).toEqual([true, true, 200])
  })

  it('allows a thief of the token no more guesses of the password than anybody else', async () => {
    const token = await tokenOf()
    vi.mocked(argon2.verify).mockClear()
    const statuses = new Set<number>()
    for (let i = 0; i < 100; i += 1) {
      const call = i % 2 === 0 ? 'account' : 'password'
      const guess = { password: `guess ${i}`, old_password: `guess ${i}`, new_password: 'stolen!' }
      statuses.add((await ask(call === 'account' ? 'DELETE' : 'PUT', call, token, guess)).statusCode)
    }
    expect(statuses).toEqual(new Set([403, 429]))
    expect(vi.mocked(argon2.verify).mock.calls.length).toBeLessThanOrEqual(20)
    await context.clock.advance(60_000)
    expect((await logIn()).statusCode).toBe(200)
  })

  it('lists its sessions, and its owner can end one of them', async () => {
    const strange = await tokenOf()
    await context.clock.advance(2 * HOUR_MS)
    const own = await tokenOf()
    const listed = await ask('GET', 'sessions', own)
    const { sessions } = answerOf(listSessions, listed)
    expect(sessions).toMatchObject([
      { created_at: '2026-06-01T02:00:00.000Z', last_used_at: '2026-06-01T02:00:00.000Z', current: true },
      { created_at: '2026-06-01T00:00:00.000Z', last_used_at: '2026-06-01T00:00:00.000Z', current: false },
    ])
    expect(listed.body).not.toContain(own)
    expect(listed.body).not.toContain(strange)
    expect((await ask('DELETE', `sessions/${sessions[1]?.id}`, own)).json()).toEqual({ ok: true })
    expect([await isOpen(own), await isOpen(strange)]).toEqual([true, false])
    expect((await ask('DELETE', `sessions/${sessions[1]?.id}`, own)).statusCode).toBe(404)
    expect((await ask('DELETE', 'sessions/..%2f..', own)).statusCode).toBe(400)
  })

  it('has at most twenty sessions: one more ends the session that was unused the longest', async () => {
    context = openTestContext({ store, settings: { LOGINS_PER_MINUTE: '1000' } })
    app = openTestApp(context, [registerAccounts])
    const tokens = []
    for (let i = 0; i < 20; i += 1) {
      tokens.push(await tokenOf())
      await context.clock.advance(HOUR_MS)
    }
    const [first = '', second = ''] = tokens
    expect(await isOpen(first)).toBe(true)
    const last = await tokenOf()
    expect([await isOpen(first), await isOpen(second), await isOpen(last)]).toEqual([true, false, true])
  })

  it('needs the password again after ninety days, even if it is used every day', async () => {
    const token = await tokenOf()
    for (let visit = 0; visit < 4; visit += 1) {
      await context.clock.advance(22 * DAY_MS)
      expect(await isOpen(token)).toBe(true)
    }
    await context.clock.advance(2 * DAY_MS)
    expect(await isOpen(token)).toBe(false)
    expect((await logIn()).statusCode).toBe(200)
  })

  it('is deleted with all its data when its owner gives the password', async () => {
    const [own, other] = [await tokenOf(), await tokenOf()]
    await storeKey(context, 1, 'aaa.bbb.ccc')
    const refused = await ask('DELETE', 'account', own, { password: 'a guess' })
    expect([refused.statusCode, refused.json()]).toEqual([403, { ...WRONG, fields: { password: WRONG.error } }])
    expect((await ask('DELETE', 'account', own, { password: BOB.password })).json()).toEqual({ ok: true })
    for (const table of ['users', 'user_sessions', 'api_keys'] as const) {
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    expect([await isOpen(own), await isOpen(other), (await logIn()).statusCode]).toEqual([false, false, 401])
    expect((await app.inject({ method: 'POST', url: '/api/auth/register', payload: BOB })).statusCode).toBe(200)
  })

  it('gets a new password hash at the next login after the parameters have changed', async () => {
    const weak = await argon2.hash(BOB.password, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    await store.db.updateTable('users').set({ password_hash: weak }).execute()
    const hashOf = async () =>
      (await store.db.selectFrom('users').select('password_hash').executeTakeFirst())?.password_hash
    await logIn('a guess')
    expect(await hashOf()).toBe(weak)
    expect((await logIn()).statusCode).toBe(200)
    const renewed = await hashOf()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn()).statusCode).toBe(200)
    expect(await hashOf()).toBe(renewed)
  })

  it('gives no token for the old password while it is being changed', async () => {
    const token = await tokenOf()
    const changing = ask('PUT', 'password', token, {
      old_password: BOB.password,
      new_password: 'other dolphins',
    })
    const racing = await Promise.all([changing, logIn(), logIn(), logIn()])
    expect(racing[0].statusCode).toBe(200)
    const open = await store.db.selectFrom('user_sessions').select('token_hash').execute()
    expect(open).toHaveLength(1)
    expect(await isOpen(token)).toBe(true)
  })
})
