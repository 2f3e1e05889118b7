import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/open-app.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { admitShared } from '../http/shared-throttle.ts'
import { limitsOf } from './limits.ts'
import { storeKey } from './personal-key.ts'
import { registerAccounts } from './routes.ts'

const BOB = { username: 'BillIs', email: 'BillIs@example.com', password: 'dolphins' }
const SETTINGS = { REGISTRATIONS_PER_HOUR: '1000', SECRET_KEY: 'a secret that has 32 characters or more' }

describe.each(storeKinds)('whoever attacks accounts on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: FastifyInstance
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store, settings: SETTINGS })
    app = openTestApp(context, [registerAccounts])
    await send('register', JSON.stringify(BOB))
  })
  afterAll(() => store.close())

  const send = (call: string, payload: string, headers = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/auth/${call}`,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const logIn = async (identifier = 'billis') => send('login', JSON.stringify({ identifier, password: BOB.password }))
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
      const twin = { ...BOB, username: lookalike, email: `${lookalike}@example.com` }
      expect((await send('register', JSON.stringify(twin))).statusCode).toBe(400)
      expect((await send('register', JSON.stringify({ ...twin, username: 'eve' }))).statusCode).toBe(400)
      expect((await logIn(lookalike)).statusCode).toBe(401)
      expect((await logIn('BILLIS')).statusCode).toBe(200)
    },
  )

  it('gets no body taken that is not declared as JSON, so that no form of another site counts', async () => {
    const body = JSON.stringify({ identifier: 'billis', password: BOB.password })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect([400, 415]).toContain((await send('login', body, { 'content-type': type })).statusCode)
    }
  })

  it('makes no call fail by deleting the account under it', async () => {
    const { token } = (await logIn()).json()
    const deletion = withToken('DELETE', 'account', token, { password: BOB.password })
    const saving = () => storeKey(context, 1, 'a.b.c').then(String, (error) => error.code)
    const [gone, ...saved] = await Promise.all([deletion, saving(), saving(), saving()])
    expect(gone.statusCode).toBe(200)
    expect(await saving()).toBe('login_required')
    expect(saved.every((outcome) => ['[object Object]', 'login_required'].includes(outcome))).toBe(true)
    for (const table of ['users', 'api_keys', 'login_tries'] as const) {
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  it('tries no more than so many keys a minute on the game', async () => {
    const { token } = (await logIn()).json()
    const limit = limitsOf(context).triedKeys
    for (let i = 0; i < limit.limit; i += 1) await admitShared(context, limit, '127.0.0.1', 'Too many')
    const refused = await withToken('PUT', 'update-api-key', token, { api_key: 'a.b.c' })
    expect([limit.limit, refused.statusCode, refused.headers['retry-after']]).toEqual([20, 429, '60'])
    expect(await store.db.selectFrom('api_keys').selectAll().execute()).toEqual([])
  })
})
