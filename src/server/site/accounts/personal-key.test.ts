import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGameApi } from '#server/game/client.ts'
import type { GameApi } from '#server/game/game-api.ts'
import { getProfile, login } from '#shared/contract/accounts.ts'
import { answerOf, ask } from '#test/ask.ts'
import { type FaultUpstream, openFaultUpstream, reply } from '#test/fault-upstream.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import type { Visitor } from '../http/serve.ts'
import { markKeyRefused, personalKey } from './personal-key.ts'
import { registerAccounts } from './routes.ts'
import { identifyVisitor } from './sessions.ts'

const KEY = 'eyJhbGci.eyJzdWIi.c2lnbmF0dXJl'
const BOB = { username: 'bob', email: 'bob@example.com', password: 'dolphins' }
const ROTATION = reply(200, [])
const REFUSAL = reply(403, { reason: 'accessDenied.invalidIp' })
const MAINTENANCE = reply(503, { reason: 'inMaintenance' })
const UNAVAILABLE = {
  error: 'Personal API keys cannot be stored or used at the moment. Please try later.',
  code: 'unavailable',
}

describe.each(storeKinds)('a personal key on the %s store', (kind) => {
  let store: TestStore
  let game: FaultUpstream
  let gameApi: GameApi
  let directory: string
  let context: TestContext
  let app: FastifyInstance
  let lines: string[]
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    game = await openFaultUpstream()
    game.answer(ROTATION)
    lines = []
    directory = mkdtempSync(join(tmpdir(), 'delphin-keys-'))
    start({})
  })
  afterEach(async () => {
    await gameApi.close()
    await game.close()
    rmSync(directory, { recursive: true })
  })
  afterAll(() => store.close())

  function start(settings: Record<string, string>) {
    const clock = manualClock()
    gameApi = createGameApi({ baseUrl: game.baseUrl, tokens: ['shared'], callsPerSecond: 100, clock })
    const sink = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
    const log = pino({ level: 'error' }, sink)
    context = openTestContext({ store, clock, gameApi, log, settings: { DATA_DIR: directory, ...settings } })
    app = openTestApp(context, [registerAccounts])
  }

  const post = (call: string, payload: object) => app.inject({ method: 'POST', url: `/api/auth/${call}`, payload })

  async function logIn(): Promise<{ headers: { authorization: string }; visitor: Visitor }> {
    const { token } = answerOf(login, await post('login', { identifier: BOB.username, password: BOB.password }))
    const authorization = `Bearer ${token}`
    return { headers: { authorization }, visitor: await identifyVisitor(context, { authorization, guestSession: '' }) }
  }

  async function save(api_key: string) {
    const { headers, visitor } = await logIn()
    const saving = app.inject({ method: 'PUT', url: '/api/auth/update-api-key', headers, payload: { api_key } })
    const answer = await context.clock.drive(saving.then((done) => done))
    const profile = await ask(app, getProfile, { headers })
    return { answer, visitor, profile }
  }

  it('is tried with the game, and then used', async () => {
    await post('register', BOB)
    const { answer, visitor, profile } = await save(KEY)
    const success = { ok: true, api_key_status: 'active', message: 'API key updated successfully!' }
    expect(answer.json()).toEqual(success)
    expect(profile).toMatchObject({ has_api_key: true, api_key_status: 'active' })
    expect(game.requests.map((request) => request.headers.authorization)).toEqual([`Bearer ${KEY}`])
    expect(await personalKey(context, visitor)).toBe(KEY)
  })

  it('may come with the registration', async () => {
    expect((await post('register', { ...BOB, api_key: KEY })).statusCode).toBe(200)
    expect(await personalKey(context, (await logIn()).visitor)).toBe(KEY)
    expect(game.requests.map((request) => request.headers.authorization)).toEqual([`Bearer ${KEY}`])
  })

  it('is kept but not used when the game refuses it, and the answer says what to do', async () => {
    start({ PUBLIC_IP: '203.0.113.5' })
    game.answer(REFUSAL)
    await post('register', BOB)
    const { answer, visitor, profile } = await save(KEY)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        ok: true,
        api_key_status: 'refused',
        message: 'API key saved, but the game refuses it. Allow-list 203.0.113.5 for it and save again.',
      },
    ])
    expect(profile.api_key_status).toBe('refused')
    expect(await personalKey(context, visitor)).toBeNull()
  })

  it('is saved unverified while the game is in maintenance', async () => {
    game.answer(MAINTENANCE)
    await post('register', BOB)
    const { answer, visitor } = await save(KEY)
    expect(answer.json()).toMatchObject({ ok: true, api_key_status: 'unverified' })
    expect(await personalKey(context, visitor)).toBe(KEY)
  })

  it('is not used after the game refused it in a search, until it is saved again', async () => {
    await post('register', { ...BOB, api_key: KEY })
    const { visitor } = await logIn()
    await markKeyRefused(context, visitor, 'the one before it')
    expect(await personalKey(context, visitor)).toBe(KEY)
    await markKeyRefused(context, visitor, KEY)
    expect(await personalKey(context, visitor)).toBeNull()
    await save(KEY)
    expect(await personalKey(context, visitor)).toBe(KEY)
  })

  it('can be used by its own user only', async () => {
    await post('register', { ...BOB, api_key: KEY })
    const { visitor } = await logIn()
    await post('register', { username: 'eve', email: 'eve@example.com', password: 'dolphins' })
    const eve = await store.db.selectFrom('users').select('id').where('username', '=', 'eve').executeTakeFirstOrThrow()
    const eveVisitor: Visitor = { kind: 'user', userId: eve.id, tokenHash: Buffer.alloc(32) }
    expect(await personalKey(context, eveVisitor)).toBeNull()
    await store.db.updateTable('api_keys').set({ user_id: eve.id }).execute()
    expect(await personalKey(context, eveVisitor)).toBeNull()
    expect(await personalKey(context, visitor)).toBeNull()
    expect(await personalKey(context, { kind: 'nobody' })).toBeNull()
  })

  it('needs a master key, whose file is made for the first personal key, with mode 0600', async () => {
    const file = join(directory, 'secret.key')
    await post('register', BOB)
    expect(existsSync(file)).toBe(false)
    await save(KEY)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('cannot be used when the master key is lost, damaged or replaced, and the site goes on', async () => {
    await post('register', { ...BOB, api_key: KEY })
    const file = join(directory, 'secret.key')
    rmSync(file)
    const lost = await save(KEY)
    expect([lost.answer.statusCode, lost.answer.json()]).toEqual([503, UNAVAILABLE])
    expect(await personalKey(context, lost.visitor)).toBeNull()
    expect(existsSync(file)).toBe(false)
    expect(lines.join('')).toContain('secret.key is missing')
    writeFileSync(file, 'damaged')
    expect((await save(KEY)).answer.statusCode).toBe(503)
    writeFileSync(file, Buffer.alloc(32).toString('base64url'))
    expect(await personalKey(context, lost.visitor)).toBeNull()
    const eve = { username: 'eve', email: 'eve@example.com', password: 'dolphins' }
    expect((await post('register', eve)).statusCode).toBe(200)
  })

  it('prevents a registration when it cannot be encrypted', async () => {
    writeFileSync(join(directory, 'secret.key'), 'damaged')
    expect((await post('register', { ...BOB, api_key: KEY })).statusCode).toBe(503)
    expect(await store.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  it('is encrypted with SECRET_KEY if that is set, and then no file is made', async () => {
    start({ SECRET_KEY: 'a secret that has 32 characters or more' })
    await post('register', { ...BOB, api_key: KEY })
    const { visitor } = await logIn()
    expect(await personalKey(context, visitor)).toBe(KEY)
    expect(existsSync(join(directory, 'secret.key'))).toBe(false)
    start({ SECRET_KEY: 'another secret, also 32 characters or more' })
    expect(await personalKey(context, visitor)).toBeNull()
  })
})
