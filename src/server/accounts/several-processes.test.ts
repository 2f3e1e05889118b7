import * as argon2 from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp } from '#test/open-app.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerAccounts } from './routes.ts'

// The real library, counting its calls.
vi.mock('@node-rs/argon2', { spy: true })

const BOB = { username: 'bob', email: 'bob@example.com', password: 'dolphins' }
const HOME = '192.0.2.1'
const SETTINGS = { LOGINS_PER_MINUTE: '100000' }

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
    apps = [0, 1].map(() => openTestApp(openTestContext({ store, clock, settings: SETTINGS }), [registerAccounts]))
  })
  afterAll(() => store.close())

  /** Each call reaches the other process than the one before, as a proxy would have it. */
  const post = (turn: number, call: string, payload: object = {}, remoteAddress = HOME) =>
    (apps[turn % 2] as FastifyInstance).inject({ method: 'POST', url: `/api/auth/${call}`, payload, remoteAddress })
  const logIn = (turn: number, password: string, address = HOME) =>
    post(turn, 'login', { identifier: 'bob', password }, address)
  const guesses = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => logIn(i, `guess ${i}`, `203.0.${i % 250}.1`)))

  it('try few of a thousand guesses together, and let the owner in within a minute', { timeout: 120_000 }, async () => {
    await post(0, 'register', BOB)
    vi.mocked(argon2.verify).mockClear()
    const statuses = new Set((await guesses(1000)).map((answer) => answer.statusCode))
    expect(statuses).toEqual(new Set([401, 429]))
    expect(vi.mocked(argon2.verify).mock.calls.length).toBeLessThanOrEqual(30)
    await clock.advance(60_000)
    expect((await logIn(1, BOB.password)).statusCode).toBe(200)
  })

  it('both know where the owner logged in, whom strangers then cannot hold up', async () => {
    await post(0, 'register', BOB)
    await logIn(0, BOB.password)
    await guesses(50)
    expect((await logIn(1, BOB.password)).statusCode).toBe(200)
    expect((await logIn(0, BOB.password, '198.51.100.1')).statusCode).toBe(429)
  })

  it.each([
    ['guest-session', 10],
    ['register', 5],
  ])('give an address no more of %s an hour than one would: %i', async (call, limit) => {
    const payload = (i: number) => ({ ...BOB, username: `bob${i}`, email: `${i}@x.org` })
    const made = await Promise.all(Array.from({ length: 20 }, (_, i) => post(i, call, payload(i))))
    expect(made.filter((answer) => answer.statusCode === 200)).toHaveLength(limit)
    expect(made.at(-1)?.headers['retry-after']).toBe('3600')
    await clock.advance(3_600_000)
    expect((await post(0, call, payload(20))).statusCode).toBe(200)
  })
})
