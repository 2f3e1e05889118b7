import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/open-app.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { forgetExpired } from './forget-expired.ts'
import { registerAccounts } from './routes.ts'
import { identifyVisitor } from './visitor.ts'

const HOUR_MS = 3_600_000

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

  it('gives a new visitor five searches and the history that everybody begins with', async () => {
    const { session_id, ...rest } = (await start()).json()
    expect(rest).toEqual({ searches_remaining: 5, search_limit: 5, search_history: ['#2PP'] })
    expect(session_id).toMatch(/^[\w-]{43}$/)
  })

  it('is still there after a reload', async () => {
    const { session_id } = (await start()).json()
    expect((await statusOf(session_id)).json()).toEqual({ session_id, searches_remaining: 5, search_limit: 5 })
    const guest = await identifyVisitor(context, { authorization: undefined, guestSession: session_id })
    expect(guest.kind).toBe('guest')
  })

  it('knows no session that it did not start, and makes none of it', async () => {
    const forged = ['x', 'A'.repeat(43), "'; drop table guest_sessions; --", '%00', '../..', 'ü'.repeat(43)]
    for (const id of forged) {
      expect((await statusOf(encodeURIComponent(id))).statusCode).toBe(404)
      const visitor = await identifyVisitor(context, { authorization: undefined, guestSession: id })
      expect(visitor).toEqual({ kind: 'nobody' })
    }
    expect(await sessions()).toEqual([])
  })

  it('keeps no id that could be used', async () => {
    const { session_id } = (await start()).json()
    expect(JSON.stringify(await sessions())).not.toContain(session_id)
  })

  it('lives on while it is used and is forgotten a day after', async () => {
    const { session_id } = (await start()).json()
    for (let day = 0; day < 3; day += 1) {
      await context.clock.advance(20 * HOUR_MS)
      expect((await statusOf(session_id)).statusCode).toBe(200)
    }
    await context.clock.advance(24 * HOUR_MS)
    expect((await statusOf(session_id)).statusCode).toBe(404)
    await forgetExpired(context)
    expect(await sessions()).toEqual([])
  })

  it('starts ten an hour for an address, whatever the proxy headers claim', async () => {
    const minted = []
    for (let i = 0; i < 200; i += 1) minted.push(await start('192.0.2.1', { 'x-forwarded-for': `198.51.100.${i}` }))
    expect(minted.filter((answer) => answer.statusCode === 200)).toHaveLength(10)
    const refused = minted.at(-1)
    expect(refused?.json()).toEqual({
      error: 'Too many new sessions from your address. Please wait.',
      code: 'too_many',
    })
    expect(refused?.headers['retry-after']).toBe('3600')
    await context.clock.advance(HOUR_MS)
    expect((await start()).statusCode).toBe(200)
  })

  it('takes all addresses of one IPv6 subscriber for one', async () => {
    const statuses = []
    for (let i = 0; i < 11; i += 1) statuses.push((await start(`2001:db8:7:${i}::${i}`)).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect((await start('2001:db8:7:100::1')).statusCode).toBe(200)
  })
})
