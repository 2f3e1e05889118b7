import * as argon2 from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestApp } from '#test/open-app.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storeKey } from './personal-key.ts'
import { registerAccounts } from './routes.ts'

// The real library, counting its calls.
vi.mock('@node-rs/argon2', { spy: true })

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BOB = { username: 'bob', email: 'bob@example.com', password: 'dolphins' }
const WRONG = { error: 'This is not your password', code: 'wrong_password' }

describe.each(storeKinds)('the own account on the %s store', (kind) => {
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
  const tokenOf = async () => (await logIn()).json().token as string
  const isOpen = async (token: string) => (await ask('GET', 'profile', token)).statusCode === 200

  it('gets another password, and everyone else who is logged in is out', async () => {
    const [own, other] = [await tokenOf(), await tokenOf()]
    const passwords = { old_password: BOB.password, new_password: 'other dolphins' }
    expect((await ask('PUT', 'password', own, passwords)).json()).toEqual({ ok: true })
    expect([await isOpen(own), await isOpen(other)]).toEqual([true, false])
    expect((await logIn()).statusCode).toBe(401)
    expect((await logIn('other dolphins')).statusCode).toBe(200)
  })

  it('keeps its password when the old one is not known, or the new one too short', async () => {
    const [own, other] = [await tokenOf(), await tokenOf()]
    const refused = await ask('PUT', 'password', own, { old_password: 'a guess', new_password: 'other dolphins' })
    expect([refused.statusCode, refused.json()]).toEqual([403, { ...WRONG, fields: { old_password: WRONG.error } }])
    const short = await ask('PUT', 'password', own, { old_password: BOB.password, new_password: 'short' })
    expect([short.statusCode, short.json().fields]).toEqual([
      400,
      { new_password: 'New password must have 6 to 256 characters' },
    ])
    expect([await isOpen(own), await isOpen(other), (await logIn()).statusCode]).toEqual([true, true, 200])
  })

  it('lets a thief of the token guess the password no more than anybody', async () => {
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

  it('shows where it is logged in, and ends what its owner does not know', async () => {
    const strange = await tokenOf()
    await context.clock.advance(2 * HOUR_MS)
    const own = await tokenOf()
    const listed = await ask('GET', 'sessions', own)
    const { sessions } = listed.json()
    expect(sessions).toMatchObject([
      { created_at: '2026-06-01T02:00:00.000Z', last_used_at: '2026-06-01T02:00:00.000Z', current: true },
      { created_at: '2026-06-01T00:00:00.000Z', last_used_at: '2026-06-01T00:00:00.000Z', current: false },
    ])
    expect(listed.body).not.toContain(own)
    expect(listed.body).not.toContain(strange)
    expect((await ask('DELETE', `sessions/${sessions[1].id}`, own)).json()).toEqual({ ok: true })
    expect([await isOpen(own), await isOpen(strange)]).toEqual([true, false])
    expect((await ask('DELETE', `sessions/${sessions[1].id}`, own)).statusCode).toBe(404)
    expect((await ask('DELETE', 'sessions/..%2f..', own)).statusCode).toBe(400)
  })

  it('is open in twenty places at most: the one used longest ago ends', async () => {
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

  it('asks for the password after ninety days, however much it is used', async () => {
    const token = await tokenOf()
    for (let visit = 0; visit < 4; visit += 1) {
      await context.clock.advance(22 * DAY_MS)
      expect(await isOpen(token)).toBe(true)
    }
    await context.clock.advance(2 * DAY_MS)
    expect(await isOpen(token)).toBe(false)
  })

  it('goes with all its data when its owner says so and proves it', async () => {
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

  it('has its password hashed anew at the next login when the parameters have changed', async () => {
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

  it('gives no token for a password that is being changed', async () => {
    const token = await tokenOf()
    const changing = ask('PUT', 'password', token, { old_password: BOB.password, new_password: 'other dolphins' })
    const racing = await Promise.all([changing, logIn(), logIn(), logIn()])
    expect(racing[0].statusCode).toBe(200)
    const open = await store.db.selectFrom('user_sessions').select('token_hash').execute()
    expect(open).toHaveLength(1)
    expect(await isOpen(token)).toBe(true)
  })
})
