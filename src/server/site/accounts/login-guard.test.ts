import * as argon2 from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { login } from '#shared/contract/accounts.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { answerOf } from '#test/ask.ts'
import { isWholeRun } from '#test/how-much.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { admitShared } from '../http/shared-rate-limit.ts'
import { admitLogin, networkLimits, rememberNetwork } from './login-guard.ts'
import { storeKey } from './personal-key.ts'
import { registerAccounts } from './routes.ts'
import { forgetExpired } from './sessions.ts'

// The real library, with its calls counted.
vi.mock('@node-rs/argon2', { spy: true })

const HOME = '192.0.2.1'
const MONTH_MS = 30 * DAY_MS
const FIVE = Array.from({ length: 5 })
const BOB = { username: 'bob', email: 'bob@example.com', password: 'dolphins' }

describe.each(storeKinds)('the guard of logins on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store, settings: { LOGINS_PER_MINUTE: '1000000' } })
  })
  afterAll(() => store.close())

  /** The seconds to wait that the guard demands; 0 when the guess may be tried. */
  const guess = (identifier: string, address: string): Promise<number> =>
    admitLogin(context, identifier, address).then(
      () => 0,
      (error) => error.retryAfterSeconds,
    )

  async function guesses(count: number, address: (i: number) => string): Promise<number[]> {
    const waits = []
    for (let i = 0; i < count; i += 1) waits.push(await guess(i % 2 === 0 ? 'Bob' : 'bob ', address(i)))
    return waits
  }

  it('delays repeated guesses longer and longer, but never more than a minute', async () => {
    const waits = []
    for (let i = 0; i < 14; i += 1) {
      const seconds = await guess('bob', HOME)
      waits.push(seconds)
      await context.clock.advance(seconds * 1000)
      if (seconds > 0) expect(await guess('bob', HOME)).toBe(0)
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it.each(['192.0.2.%', '203.0.%.9', '2001:db8:%::1'])(
    'lets few of many guesses from %s through',
    async (addresses) => {
      let tried = 0
      for (let minute = 0; minute < 5; minute += 1) {
        const waits = await guesses(30, (i) => addresses.replace('%', String(30 * minute + i)))
        tried += waits.filter((seconds) => seconds === 0).length
        await context.clock.advance(10_000)
      }
      expect(tried).toBeGreaterThanOrEqual(5)
      expect(tried).toBeLessThanOrEqual(30)
      const wait = await guess('bob', '198.51.100.1')
      expect(wait).toBeLessThanOrEqual(60)
      await context.clock.advance(wait * 1000)
      if (wait > 0) expect(await guess('bob', '198.51.100.1')).toBe(0)
    },
  )

  it('does not let strangers delay an owner whose network is known from the last month', async () => {
    await rememberNetwork(context, ['bob@example.com', 'bob'], HOME)
    await context.clock.advance(MONTH_MS - 60_000)
    await forgetExpired(context)
    await guesses(30, (i) => `203.0.${i}.9`)
    expect(await guess('BOB', HOME)).toBe(0)
    expect(await guess('bob', '198.51.100.1')).toBeGreaterThan(0)
    await context.clock.advance(60_000)
    await guesses(30, (i) => `203.0.${i}.9`)
    expect(await guess('bob', HOME)).toBeGreaterThan(0)
  })

  it('lets an owner on a new network in while three networks of strangers try whenever they may', async () => {
    const strangers = async () => {
      for (const network of ['203.0.1.9', '203.0.2.9', '203.0.3.9']) await guess('bob', network)
    }
    /** Strangers try each second and always before the owner. Answers how many seconds the owner waited. */
    const ownerWaits = async () => {
      for (let second = 0; second < 600; second += 1) {
        await strangers()
        if ((await guess('bob', HOME)) === 0) return second
        await context.clock.advance(1000)
      }
      return Number.POSITIVE_INFINITY
    }
    for (let second = 0; second < 120; second += 1) {
      await strangers()
      await context.clock.advance(1000)
    }
    // The first password was mistyped, and so were the next ones.
    const waits = [await ownerWaits(), await ownerWaits(), await ownerWaits(), await ownerWaits()]
    expect(waits[0]).toBe(0)
    expect(Math.max(...waits)).toBeLessThanOrEqual(60)
  }, 60_000)

  it('bounds what many networks of strangers may try apart from each other', async () => {
    await guesses(100, (i) => `203.0.${i}.9`)
    const waits = await guesses(100, (i) => `203.1.${i}.9`)
    expect(waits.filter((seconds) => seconds === 0)).toEqual([])
    expect(Math.max(...waits)).toBeLessThanOrEqual(60)
    await context.clock.advance(60_000)
    const next = await guesses(100, (i) => `203.2.${i}.9`)
    expect(next.filter((seconds) => seconds === 0).length).toBeLessThanOrEqual(16)
  })

  it('forgets wrong guesses after the right password, and everything after a while', async () => {
    const wrongGuesses = () => Promise.all(FIVE.map(() => guess('bob', HOME)))
    expect([...(await wrongGuesses()), await guess('bob', HOME)]).toEqual([0, 0, 0, 0, 0, 1])
    await rememberNetwork(context, ['bob'], HOME)
    expect(await wrongGuesses()).toEqual([0, 0, 0, 0, 0])
    await context.clock.advance(15 * 60_000)
    expect(await wrongGuesses()).toEqual([0, 0, 0, 0, 0])
    await context.clock.advance(MONTH_MS)
    await forgetExpired(context)
    expect(await store.db.selectFrom('login_tries').selectAll().execute()).toEqual([])
  })

  it('does not count a refused guess, so that it does not delay the owner', async () => {
    await guesses(40, () => '203.0.113.9')
    await context.clock.advance(60_000)
    const rows = await store.db.selectFrom('login_tries').select('tries').execute()
    expect(rows).toEqual([{ tries: 5 }, { tries: 5 }])
    expect(await guess('bob', HOME)).toBe(0)
  })
})

const BILL = { username: 'BillIs', email: 'BillIs@example.com', password: 'dolphins' }

describe.each(storeKinds)('an attacker of accounts on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({
      store,
      settings: { REGISTRATIONS_PER_HOUR: '1000', SECRET_KEY: 'a secret that has 32 characters or more' },
    })
    app = openTestApp(context, [registerAccounts])
    await send('register', JSON.stringify(BILL))
  })
  afterAll(() => store.close())

  const send = (call: string, payload: string, headers = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/auth/${call}`,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const logIn = async (identifier = 'billis') => send('login', JSON.stringify({ identifier, password: BILL.password }))
  const withToken = (method: 'PUT' | 'DELETE', call: string, token: string, payload: object) =>
    app.inject({ method, url: `/api/auth/${call}`, headers: { authorization: `Bearer ${token}` }, payload })

  it.each([
    ['a prototype', '{"username":"eve","email":"e@x.org","password":"dolphins","__proto__":{"is_admin":true}}', 400],
    ['a constructor', '{"username":"eve","email":"e@x.org","password":"dolphins","constructor":{"prototype":{}}}', 400],
    ['the same field twice', '{"identifier":"billis","password":"dolphins","password":"a guess"}', 401],
    ['no JSON', '{"identifier":"billis",', 400],
    ['a text', '"billis"', 400],
    ['nothing', 'null', 400],
    ['a body too long', JSON.stringify({ identifier: 'x'.repeat(1_100_000), password: 'dolphins' }), 413],
  ])('gains nothing by sending %s', async (_what, body, status) => {
    for (const call of ['login', 'register']) {
      const answer = await send(call, body)
      expect([400, 413, status]).toContain(answer.statusCode)
      expect(answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    }
    expect(await store.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'BillIs' }])
    expect({}).not.toHaveProperty('is_admin')
  })

  it.each(['B\u0131llis', 'BILL\u0130S', '\uFF22illIs', 'Bill\u0399s', 'BillIs\u200B', 'bill\u00ADis'])(
    'neither registers nor logs in as a lookalike: %s',
    async (lookalike) => {
      const twin = { ...BILL, username: lookalike, email: `${lookalike}@example.com` }
      expect((await send('register', JSON.stringify(twin))).statusCode).toBe(400)
      expect((await send('register', JSON.stringify({ ...twin, username: 'eve' }))).statusCode).toBe(400)
      expect((await logIn(lookalike)).statusCode).toBe(401)
      expect((await logIn('BILLIS')).statusCode).toBe(200)
    },
  )

  it('cannot send a body that is not declared as JSON, such as a form of another site', async () => {
    const body = JSON.stringify({ identifier: 'billis', password: BILL.password })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect([400, 415]).toContain((await send('login', body, { 'content-type': type })).statusCode)
    }
  })

  it('causes no internal error by deleting an account while a key is saved', async () => {
    const { token } = answerOf(login, await logIn())
    const deletion = withToken('DELETE', 'account', token, { password: BILL.password })
    const saving = () => storeKey(context, 1, 'a.b.c').then(String, (error) => error.code)
    const [gone, ...saved] = await Promise.all([deletion, saving(), saving(), saving()])
    expect(gone.statusCode).toBe(200)
    expect(await saving()).toBe('login_required')
    expect(saved.every((outcome) => ['[object Object]', 'login_required'].includes(outcome))).toBe(true)
    for (const table of ['users', 'api_keys', 'login_tries'] as const) {
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  it('can try only twenty keys a minute on the game', async () => {
    const { token } = answerOf(login, await logIn())
    const limit = networkLimits(context).triedKeys
    for (let i = 0; i < limit.limit; i += 1) await admitShared(context, limit, '127.0.0.1', 'Too many')
    const refused = await withToken('PUT', 'update-api-key', token, { api_key: 'a.b.c' })
    expect([limit.limit, refused.statusCode, refused.headers['retry-after']]).toEqual([20, 429, '60'])
    expect(await store.db.selectFrom('api_keys').selectAll().execute()).toEqual([])
  })
})

describe.each(storeKinds)('two processes of a site on one %s store', (kind) => {
  let store: TestStore
  let apps: FastifyInstance[]
  let clock = manualClock()
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    clock = manualClock()
    apps = [0, 1].map(() =>
      openTestApp(openTestContext({ store, clock, settings: { LOGINS_PER_MINUTE: '100000' } }), [registerAccounts]),
    )
  })
  afterAll(() => store.close())

  /** Calls reach the two processes in turn, as a proxy would send them. */
  const post = (turn: number, call: string, payload: object = {}, remoteAddress = HOME) =>
    (apps[turn % 2] as FastifyInstance).inject({ method: 'POST', url: `/api/auth/${call}`, payload, remoteAddress })
  const logIn = (turn: number, password: string, address = HOME) =>
    post(turn, 'login', { identifier: 'bob', password }, address)
  const guesses = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => logIn(i, `guess ${i}`, `203.0.${i % 250}.1`)))

  it('together let few of many guesses through, and let the owner in within a minute', {
    timeout: 120_000,
  }, async () => {
    await post(0, 'register', BOB)
    vi.mocked(argon2.verify).mockClear()
    const statuses = new Set((await guesses(isWholeRun ? 1000 : 250)).map((answer) => answer.statusCode))
    expect(statuses).toEqual(new Set([401, 429]))
    expect(vi.mocked(argon2.verify).mock.calls.length).toBeLessThanOrEqual(30)
    await clock.advance(60_000)
    expect((await logIn(1, BOB.password)).statusCode).toBe(200)
  })

  it('share the networks from which the owner logged in, so that strangers cannot delay the owner', async () => {
    await post(0, 'register', BOB)
    await logIn(0, BOB.password)
    await guesses(50)
    expect((await logIn(1, BOB.password)).statusCode).toBe(200)
    expect((await logIn(0, BOB.password, '198.51.100.1')).statusCode).toBe(429)
  })

  it.each([
    ['guest-session', 10],
    ['register', 5],
  ])('together allow an address as many calls of %s an hour as one process: %i', async (call, limit) => {
    const payload = (i: number) => ({ ...BOB, username: `bob${i}`, email: `${i}@x.org` })
    const made = await Promise.all(Array.from({ length: 20 }, (_, i) => post(i, call, payload(i))))
    expect(made.filter((answer) => answer.statusCode === 200)).toHaveLength(limit)
    expect(made.at(-1)?.headers['retry-after']).toBe('3600')
    await clock.advance(HOUR_MS)
    expect((await post(0, call, payload(20))).statusCode).toBe(200)
  })
})
