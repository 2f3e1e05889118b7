import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { refusalOf } from '#test/ask.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { watchDisk, whileWritable } from './disk-space.ts'

describe.each(storeKinds)('a full disk of the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: Awaited<ReturnType<typeof createApp>>
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 1) throw Object.assign(new Error('could not extend file'), { code: '53100' })
  }
  beforeAll(async () => {
    store = await openTestStore(kind)
    context = openTestContext({ store, settings: { MIN_FREE_DISK_MB: '500' } })
    app = await createApp(context)
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })
  const register = { username: 'ann', email: 'ann@example.org', password: 'secret1' }
  const write = () => app.inject({ method: 'POST', url: '/api/auth/register', payload: register })
  const users = async () => (await sql`select from users`.execute(store.db)).rows.length

  it('makes calls that write refuse, and those that read go on, until there is space again', async () => {
    const disk = { free: 499 }
    const stop = await watchDisk(context, async () => disk.free)
    const refused = await write()
    expect(refused.json()).toEqual({ error: expect.stringContaining('cannot store'), code: 'storage_full' })
    expect([refused.statusCode, refused.headers['retry-after'], await users()]).toEqual([503, '60', 0])
    expect((await app.inject('/api/health/ready')).json()).toMatchObject({ status: 'degraded' })
    expect((await app.inject('/api/status')).json()).toMatchObject({ storage: { writable: false } })
    expect((await app.inject('/api/browse/stats')).statusCode).toBe(200)
    disk.free = 510
    await context.clock.advance(10_000)
    expect((await write()).statusCode).toBe(503)
    disk.free = 600
    await context.clock.advance(10_000)
    expect((await write()).statusCode).toBe(200)
    await stop()
  })

  it('makes a job of the collector pause after the store has reported it', async () => {
    const job = whileWritable(context, { name: 'collect', everyMs: 1000, run })
    const signal = new AbortController().signal
    await expect(job.run(signal)).rejects.toThrow('could not extend file')
    await job.run(signal)
    expect([runs, refusalOf(await write()).code]).toEqual([1, 'storage_full'])
    await context.clock.advance(15_000)
    await job.run(signal)
    expect(runs).toBe(2)
  })

  it('is reported to callers also when the store allows only reading', async () => {
    await context.clock.advance(15_000)
    await sql`create function refuse() returns trigger language plpgsql as
      $$begin raise exception 'read-only' using errcode = 'read_only_sql_transaction'; end$$`.execute(store.db)
    await sql`create trigger refuse before insert on guest_sessions execute function refuse()`.execute(store.db)
    const answer = await app.inject({ method: 'POST', url: '/api/auth/guest-session' })
    expect([answer.statusCode, refusalOf(answer).code]).toEqual([503, 'storage_full'])
    expect(refusalOf(await write()).code).toBe('storage_full')
  })
})
