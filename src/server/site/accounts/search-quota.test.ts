import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGuestSession } from '#shared/contract/accounts.ts'
import { HOUR_MS } from '#shared/days.ts'
import { answerOf } from '#test/ask.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import type { Visitor } from '../http/serve.ts'
import { registerAccounts } from './routes.ts'
import { type Reservation, refundSearch, reserveSearch, startGuestSession } from './search-quota.ts'
import { forgetExpired, identifyVisitor } from './sessions.ts'
import { registerUser } from './users.ts'

const HOME = '192.0.2.1'
const LIMIT_REACHED = {
  status: 403,
  code: 'search_limit_reached',
  message: 'You have used all 5 free searches. Log in or sign up to go on.',
}
const SETTINGS = { GUEST_SESSIONS_PER_HOUR: '1000', GUEST_SEARCHES_PER_HOUR: '1000' }
const TAGS = ['#2P0', '#2P8', '#2P9', '#2PY', '#2PL', '#2PQ', '#2PG', '#2PR', '#2PJ', '#2PC', '#2PU', '#2PV']

describe.each(storeKinds)('free searches on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store, settings: SETTINGS })
  })
  afterAll(() => store.close())

  async function guest(): Promise<Visitor> {
    const { session_id } = await startGuestSession(context, HOME)
    return identifyVisitor(context, { authorization: undefined, guestSession: session_id })
  }

  async function user(): Promise<Visitor> {
    await registerUser(context, { username: 'bob', email: 'bob@example.com', password: 'dolphins' }, HOME)
    const { id } = await store.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    return { kind: 'user', userId: id, tokenHash: Buffer.alloc(32) }
  }

  async function searchAll(visitor: Visitor, tags: string[]): Promise<Reservation[]> {
    const made = []
    for (const tag of tags) made.push(await reserveSearch(context, visitor, tag, HOME))
    return made
  }

  it('count down from five, then the visitor must log in', async () => {
    const visitor = await guest()
    const made = await searchAll(visitor, TAGS.slice(0, 5))
    expect(made.map((reservation) => reservation.searches_remaining)).toEqual([4, 3, 2, 1, 0])
    expect(made[4]?.search_history).toEqual(['#2PL', '#2PY', '#2P9', '#2P8', '#2P0', '#2PP'])
    await expect(reserveSearch(context, visitor, '#2PQ', HOME)).rejects.toMatchObject(LIMIT_REACHED)
  })

  it('are exactly five of fifty simultaneous searches', async () => {
    const rounds = kind === 'postgres' ? 80 : 20
    for (let round = 0; round < rounds; round += 1) {
      const visitor = await guest()
      const tags = Array.from(
        { length: 50 },
        (_, i) => `#2P${TAGS[i % 12]?.slice(3)}${TAGS[Math.trunc(i / 12)]?.slice(3)}`,
      )
      const outcomes = await Promise.allSettled(tags.map((tag) => reserveSearch(context, visitor, tag, HOME)))
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(refused).toHaveLength(45)
      for (const { reason } of refused) expect(reason).toMatchObject(LIMIT_REACHED)
    }
  })

  it('are charged once for a tag, also when it is searched again at the same time', async () => {
    const visitor = await guest()
    const made = await Promise.all(Array.from({ length: 20 }, () => reserveSearch(context, visitor, '#2P0', HOME)))
    expect(made.filter((reservation) => reservation.added)).toHaveLength(1)
    const again = await reserveSearch(context, visitor, '#2P0', HOME)
    expect(again).toMatchObject({ searches_remaining: 4, search_history: ['#2P0', '#2PP'] })
  })

  it('are not needed for a tag of the history', async () => {
    const visitor = await guest()
    await searchAll(visitor, TAGS.slice(0, 5))
    expect((await searchAll(visitor, ['#2P0']))[0]?.searches_remaining).toBe(0)
  })

  it('are charged for the tag that every history starts with, as no search of the guest put it there', async () => {
    const [made] = await searchAll(await guest(), ['#2PP'])
    expect(made).toMatchObject({ searches_remaining: 4, search_history: ['#2PP'] })
  })

  it('are given back once for a failed search, and its tag leaves the history', async () => {
    const visitor = await guest()
    const [first, second] = await searchAll(visitor, ['#2P0', '#2P8'])
    if (first === undefined || second === undefined) throw new Error('no reservations')
    await refundSearch(context, second)
    await refundSearch(context, second)
    await refundSearch(context, await reserveSearch(context, visitor, '#2P0', HOME))
    const [next] = await searchAll(visitor, ['#2P9'])
    expect(next).toMatchObject({ searches_remaining: 3, search_history: ['#2P9', '#2P0', '#2PP'] })
  })

  it('need a session that is not over', async () => {
    const noSession = { status: 401, code: 'no_session', message: 'Start a session first' }
    await expect(reserveSearch(context, { kind: 'nobody' }, '#2P0', HOME)).rejects.toMatchObject(noSession)
    const visitor = await guest()
    await context.clock.advance(24 * HOUR_MS)
    await expect(reserveSearch(context, visitor, '#2P0', HOME)).rejects.toMatchObject(noSession)
  })

  it('are limited per hour for an address with many sessions', async () => {
    context = openTestContext({ store, settings: { ...SETTINGS, GUEST_SEARCHES_PER_HOUR: '7' } })
    await searchAll(await guest(), TAGS.slice(0, 5))
    const visitor = await guest()
    await searchAll(visitor, TAGS.slice(0, 2))
    const refusal = { status: 429, code: 'too_many', retryAfterSeconds: 3600 }
    await expect(reserveSearch(context, visitor, '#2P9', HOME)).rejects.toMatchObject(refusal)
    const elsewhere = await reserveSearch(context, visitor, '#2P9', '198.51.100.1')
    expect(elsewhere.searches_remaining).toBe(2)
  })

  it('have no limit for users: theirs are counted, and the newest ten tags are kept', async () => {
    const visitor = await user()
    const made = await searchAll(visitor, TAGS)
    expect(made.at(-1)).toMatchObject({
      searches_remaining: null,
      search_limit: null,
      search_history: TAGS.toReversed().slice(0, 10),
    })
    const failed = made.at(-1)
    if (failed !== undefined) await refundSearch(context, failed)
    const row = await store.db.selectFrom('users').select(['search_count', 'search_history']).executeTakeFirstOrThrow()
    expect(row).toEqual({ search_count: 11, search_history: TAGS.slice(2, 11).toReversed() })
  })
})

describe.each(storeKinds)('guest sessions on the %s store', (kind) => {
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
  })
  afterAll(() => store.close())

  const start = (remoteAddress = '192.0.2.1', headers = {}) =>
    app.inject({ method: 'POST', url: '/api/auth/guest-session', remoteAddress, headers })
  const statusOf = (id: string) => app.inject({ url: `/api/auth/guest-status/${id}` })
  const sessions = () => store.db.selectFrom('guest_sessions').selectAll().execute()

  it('start with five searches and the tag that every history starts with', async () => {
    const { session_id, ...rest } = answerOf(createGuestSession, await start())
    expect(rest).toEqual({ searches_remaining: 5, search_limit: 5, search_history: ['#2PP'] })
    expect(session_id).toMatch(/^[\w-]{43}$/)
  })

  it('stay valid after a reload', async () => {
    const { session_id } = answerOf(createGuestSession, await start())
    expect((await statusOf(session_id)).json()).toEqual({ session_id, searches_remaining: 5, search_limit: 5 })
    const guest = await identifyVisitor(context, { authorization: undefined, guestSession: session_id })
    expect(guest.kind).toBe('guest')
  })

  it('cannot be made up by a visitor', async () => {
    const forged = ['x', 'A'.repeat(43), "'; drop table guest_sessions; --", '%00', '../..', 'ü'.repeat(43)]
    for (const id of forged) {
      expect((await statusOf(encodeURIComponent(id))).statusCode).toBe(404)
      const visitor = await identifyVisitor(context, { authorization: undefined, guestSession: id })
      expect(visitor).toEqual({ kind: 'nobody' })
    }
    expect(await sessions()).toEqual([])
  })

  it('are stored without their usable id', async () => {
    const { session_id } = answerOf(createGuestSession, await start())
    expect(JSON.stringify(await sessions())).not.toContain(session_id)
  })

  it('stay valid while they are used, and are deleted a day after the last use', async () => {
    const { session_id } = answerOf(createGuestSession, await start())
    for (let day = 0; day < 3; day += 1) {
      await context.clock.advance(20 * HOUR_MS)
      expect((await statusOf(session_id)).statusCode).toBe(200)
    }
    await context.clock.advance(24 * HOUR_MS)
    expect((await statusOf(session_id)).statusCode).toBe(404)
    await forgetExpired(context)
    expect(await sessions()).toEqual([])
  })

  it('can be started ten times an hour from one address, whatever a proxy header claims', async () => {
    const started = []
    for (let i = 0; i < 200; i += 1) started.push(await start('192.0.2.1', { 'x-forwarded-for': `198.51.100.${i}` }))
    expect(started.filter((answer) => answer.statusCode === 200)).toHaveLength(10)
    const refused = started.at(-1)
    expect(refused?.json()).toEqual({
      error: 'Many new guests came from your network. You can read on; to search, log in, or come back in 60 minutes.',
      code: 'too_many',
    })
    expect(refused?.headers['retry-after']).toBe('3600')
    await context.clock.advance(HOUR_MS)
    expect((await start()).statusCode).toBe(200)
  })

  it('count all addresses of one IPv6 subscriber as one address', async () => {
    const statuses = []
    for (let i = 0; i < 11; i += 1) statuses.push((await start(`2001:db8:7:${i}::${i}`)).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect((await start('2001:db8:7:100::1')).statusCode).toBe(200)
  })
})
