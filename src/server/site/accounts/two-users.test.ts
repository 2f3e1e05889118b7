import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SLICES } from '#server/app.ts'
import { createGameApi } from '#server/game/client.ts'
import { getProfile, listSessions, login } from '#shared/contract/accounts.ts'
import { endpoints } from '#shared/contract/all.ts'
import type { AnyEndpoint } from '#shared/contract/endpoint.ts'
import { answerOf, refusalOf } from '#test/ask.ts'
import { type FaultUpstream, openFaultUpstream, reply } from '#test/fault-upstream.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storeKey } from './personal-key.ts'

const SETTINGS = { SECRET_KEY: 'a secret that has 32 characters or more', LOGINS_PER_MINUTE: '1000' }
const BOB = { username: 'bob-canary', email: 'bob-canary@example.com', password: 'bobs dolphins' }
const EVE = { username: 'eve', email: 'eve@example.com', password: 'eves dolphins' }
const KEY = 'bobHeader.bobPayload.bobSignature'
const SEARCHED = '#8UVLGQ2JP'

describe.each(storeKinds)('two users on the %s store', (kind) => {
  let store: TestStore
  let game: FaultUpstream
  let context: TestContext
  let app: FastifyInstance
  let bob: { token: string; session: string }
  let eve: string
  beforeAll(async () => {
    store = await openTestStore(kind)
    game = await openFaultUpstream()
    game.answer(reply(404, { reason: 'notFound' }))
    const clock = manualClock()
    const gameApi = createGameApi({ baseUrl: game.baseUrl, tokens: ['shared'], callsPerSecond: 1000, clock })
    context = openTestContext({ store, clock, gameApi, settings: SETTINGS })
    app = openTestApp(context, SLICES)
    for (const user of [BOB, EVE]) await app.inject({ method: 'POST', url: '/api/auth/register', payload: user })
    const token = await logIn(BOB)
    const [session] = answerOf(listSessions, await send('GET', '/api/auth/sessions', token)).sessions
    bob = { token, session: session?.id ?? '' }
    eve = await logIn(EVE)
    await storeKey(context, 1, KEY)
    await store.db
      .updateTable('users')
      .set({ search_history: [SEARCHED], search_count: 4711 })
      .where('id', '=', 1)
      .execute()
  })
  afterAll(async () => {
    await context.gameApi.close()
    await game.close()
    await store.close()
  })

  // The guesses of earlier tests do not delay the next ones.
  beforeEach(() => context.clock.advance(60_000))

  async function logIn({ email, password }: typeof BOB): Promise<string> {
    const payload = { identifier: email, password }
    return answerOf(login, await app.inject({ method: 'POST', url: '/api/auth/login', payload })).token
  }

  const send = (method: AnyEndpoint['method'], url: string, token: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) })

  /** Everything that a caller may try to send: fields of every body, fields that no call takes, and Bob's own ids. */
  const greedy = () => ({
    ...EVE,
    tag: '#2PP',
    identifier: EVE.email,
    user_id: 1,
    id: 1,
    old_password: 'a guess',
    new_password: 'stolen!',
  })
  const filled = (path: string) =>
    path
      .replace('{tag}', SEARCHED.slice(1))
      .replace('{id}', bob.session)
      .replace(/\{\w+\}/, 'players')
  const rowOfBob = () => store.db.selectFrom('users').selectAll().where('id', '=', 1).executeTakeFirst()

  const walked = [...endpoints].filter(([name]) => name !== 'logout')

  it.each(walked)('%s shows a user nothing of another one, and changes nothing of theirs', async (_name, endpoint) => {
    const before = await rowOfBob()
    for (const query of ['', '?user_id=1&id=1&type=players&country=global&limit=5']) {
      const body = endpoint.body === undefined ? undefined : { ...greedy(), password: 'a guess' }
      const answer = await send(endpoint.method, filled(endpoint.path) + query, eve, body)
      expect(answer.statusCode).toBeLessThan(500)
      for (const own of [BOB.email, BOB.username, KEY, bob.token, bob.session, SEARCHED, '4711']) {
        if (filled(endpoint.path).includes(own.replace('#', ''))) continue
        expect(answer.body).not.toContain(own)
      }
    }
    expect(await rowOfBob()).toEqual(before)
    expect(answerOf(getProfile, await send('GET', '/api/auth/profile', bob.token)).email).toBe(BOB.email)
  })

  it.each([...endpoints].filter(([, endpoint]) => endpoint.access === 'user'))(
    '%s refuses every token that is not valid today',
    async (_name, endpoint) => {
      const old = await logIn(EVE)
      await send('POST', '/api/auth/logout', old)
      const body =
        endpoint.body === undefined
          ? undefined
          : { ...EVE, old_password: EVE.password, new_password: 'stolen!', api_key: KEY }
      for (const token of [old, 'A'.repeat(43), `${eve} ${eve}`, "' or 1=1 --", bob.session]) {
        const answer = await send(endpoint.method, filled(endpoint.path), token, body)
        expect([answer.statusCode, refusalOf(answer).code]).toEqual([401, 'login_required'])
      }
      const again = await logIn(EVE)
      expect(again).toMatch(/^[\w-]{43}$/)
      // Of twenty sessions the one that was unused the longest would end.
      await send('POST', '/api/auth/logout', again)
    },
  )

  const BODIES = [undefined, '{"api_key":', '[]', '{"password":7}', 'x'.repeat(40_000)]

  it.each([...endpoints].filter(([, endpoint]) => ['user', 'session', 'search'].includes(endpoint.access)))(
    '%s refuses a stranger before it looks at what they send',
    async (_name, { method, path, access }) => {
      const code = access === 'user' ? 'login_required' : 'no_session'
      for (const url of [filled(path), `${path.replace(/\{\w+\}/, '!')}?days=x&days=y`]) {
        for (const payload of BODIES) {
          for (const type of ['application/json', 'text/html']) {
            const given = payload === undefined ? {} : { payload, headers: { 'content-type': type } }
            const answer = await app.inject({ method, url, ...given })
            expect([answer.statusCode, refusalOf(answer).code]).toEqual([401, code])
          }
        }
      }
    },
  )

  it("cannot end each other's sessions, nor delete each other's accounts", async () => {
    expect((await send('DELETE', `/api/auth/sessions/${bob.session}`, eve)).statusCode).toBe(404)
    expect((await send('DELETE', '/api/auth/account', eve, { password: BOB.password })).statusCode).toBe(403)
    expect(await rowOfBob()).toBeDefined()
    const left = await send('DELETE', '/api/auth/account', eve, {
      password: EVE.password,
      user_id: 1,
      email: BOB.email,
    })
    expect(left.statusCode).toBe(200)
    expect(await rowOfBob()).toBeDefined()
    expect((await send('GET', '/api/auth/profile', eve)).statusCode).toBe(401)
  })
})
