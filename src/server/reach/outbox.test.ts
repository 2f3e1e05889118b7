import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '#server/database/open-store.ts'
import { DAY_MS, MINUTE_MS } from '#shared/days.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { bothStores, openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { because } from './delivery-reasons.ts'
import { type Deliverer, deliverDue, enqueue, forgetSent, giveUpWaiting, type Message } from './outbox.ts'

const SECRET = 'https://delphin.example/reset#the-only-one'

describe.each(storeKinds)('the outbox on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let logged: string[]
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    logged = []
    const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
    const settings = { SECRET_KEY: 'a secret that has 32 characters or more' }
    context = openTestContext({ store, settings, log })
  })
  afterAll(() => store.close())

  const message = (more: Partial<Message> = {}): Message => ({
    kind: 'mail',
    channel: 'mail 1',
    event: 'reset',
    dedupeKey: 'first',
    dueAt: context.clock.now(),
    payload: { text: 'hello' },
    ...more,
  })
  const put = (more: Partial<Message> = {}) => enqueue(context, store.db, message(more))
  const rows = () => store.db.selectFrom('outbox').selectAll().orderBy('id').execute()

  /** A deliverer that answers so, and notes what it was given. */
  function recorder(outcome: Awaited<ReturnType<Deliverer>> = { kind: 'sent' }) {
    const given: unknown[] = []
    const deliver: Deliverer = async (due) => {
      await due.sending()
      given.push(due.payload)
      return outcome
    }
    return { given, deliver }
  }

  it('delivers a message once, at its time, and keeps nothing of what it said', async () => {
    const { given, deliver } = recorder({ kind: 'sent', receipt: '77' })
    expect(await put({ dueAt: new Date(context.clock.now().getTime() + MINUTE_MS) })).toBe(true)
    expect(await put()).toBe(false)
    await deliverDue(context, 'mail', deliver)
    expect(given).toEqual([])
    await context.clock.advance(MINUTE_MS)
    await deliverDue(context, 'discord', deliver)
    await deliverDue(context, 'mail', deliver)
    await deliverDue(context, 'mail', deliver)
    expect(given).toEqual([{ text: 'hello' }])
    expect(await rows()).toMatchObject([{ state: 'sent', receipt: '77', payload: null, tries: 0 }])
    expect(await put()).toBe(false)
  })

  it('is not sent when the transaction that put it there fails', async () => {
    const { given, deliver } = recorder()
    const failing = store.db.transaction().execute(async (db) => {
      await enqueue(context, db, message())
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await deliverDue(context, 'mail', deliver)
    expect(given).toEqual([])
  })

  it('keeps a secret sealed, and tells it to nobody but the deliverer', async () => {
    await put({ payload: { link: SECRET }, secret: true })
    expect(JSON.stringify(await rows())).not.toContain('reset#')
    const failing: Deliverer = async ({ payload }) => {
      throw new Error(`cannot send ${JSON.stringify(payload)}`)
    }
    await deliverDue(context, 'mail', failing)
    expect([logged.length, logged.join().includes('reset#')]).toEqual([1, false])
    expect((await rows())[0]).toMatchObject({ state: 'due', tries: 1, reason: 'Error' })
    await context.clock.advance(MINUTE_MS)
    const { given, deliver } = recorder()
    await deliverDue(context, 'mail', deliver)
    expect(given).toEqual([{ link: SECRET }])
    expect(await rows()).toMatchObject([{ sealed: null, nonce: null, key_id: null, state: 'sent' }])
  })

  it('tries again after 1, 5, 30 minutes, 3 hours and 12 hours, then gives up and says why', async () => {
    await put()
    const { given, deliver } = recorder({ kind: 'failed', reason: 'Nobody answers' })
    const waits: number[] = []
    let before = context.clock.now().getTime()
    for (let minute = 0; minute < 1200 && (await rows())[0]?.state === 'due'; minute += 1) {
      const sent = given.length
      await deliverDue(context, 'mail', deliver)
      const now = context.clock.now().getTime()
      if (given.length > sent) {
        waits.push((now - before) / MINUTE_MS)
        before = now
      }
      await context.clock.advance(MINUTE_MS)
    }
    expect(waits).toEqual([0, 1, 5, 30, 180, 720])
    expect(await rows()).toMatchObject([{ state: 'given_up', reason: 'Nobody answers', tries: 6, payload: null }])
  })

  it('waits without counting a try when the deliverer says so', async () => {
    await put()
    const until = new Date(context.clock.now().getTime() + 1500)
    await deliverDue(context, 'mail', recorder({ kind: 'later', until }).deliver)
    expect(await rows()).toMatchObject([{ state: 'due', tries: 0, unsure: 0, due_at: until }])
    await context.clock.advance(1500)
    const { given, deliver } = recorder()
    await deliverDue(context, 'mail', deliver)
    expect(given).toHaveLength(1)
  })

  it('gives up at once what is refused', async () => {
    await put()
    await deliverDue(context, 'mail', recorder({ kind: 'refused', reason: 'No such address' }).deliver)
    expect(await rows()).toMatchObject([{ state: 'given_up', reason: 'No such address' }])
  })

  it('sends twice at most what may have arrived, and says so in the second one', async () => {
    await put()
    const repeats: boolean[] = []
    const deliver: Deliverer = async (due) => {
      await due.sending()
      repeats.push(due.isRepeat)
      return { kind: 'unsure', reason: 'No answer' }
    }
    for (let minute = 0; minute < 60; minute += 1) {
      await deliverDue(context, 'mail', deliver)
      await context.clock.advance(MINUTE_MS)
    }
    expect(repeats).toEqual([false, true])
    expect(await rows()).toMatchObject([{ state: 'given_up', reason: 'No answer' }])
  })

  it('is sent again by another process after one that died between sending and noting it, and then no more', async () => {
    await put()
    let sent = 0
    const dies: Deliverer = async (due) => {
      await due.sending()
      sent += 1
      return new Promise(() => {})
    }
    void deliverDue(context, 'mail', dies)
    await expect.poll(() => sent).toBe(1)
    const { given, deliver } = recorder()
    await context.clock.advance(MINUTE_MS)
    await deliverDue(context, 'mail', deliver)
    expect(given).toEqual([])
    await context.clock.advance(MINUTE_MS)
    await deliverDue(context, 'mail', deliver)
    await context.clock.advance(DAY_MS)
    await deliverDue(context, 'mail', deliver)
    expect([sent, given.length]).toEqual([1, 1])
  })

  it('keeps the order of a channel, and lets no channel wait for another', async () => {
    for (const [channel, dedupeKey] of [
      ['a', '1'],
      ['a', '2'],
      ['b', '1'],
    ] as const) {
      await put({ channel, dedupeKey, payload: { channel, dedupeKey } })
    }
    const order: string[] = []
    const deliver: Deliverer = async ({ channel, payload }) => {
      order.push(`${channel}${(payload as { dedupeKey: string }).dedupeKey}`)
      return { kind: 'sent' }
    }
    await deliverDue(context, 'mail', deliver)
    expect(order.toSorted()).toEqual(['a1', 'a2', 'b1'])
    expect(order.indexOf('a1')).toBeLessThan(order.indexOf('a2'))
    expect(order.indexOf('b1')).toBeLessThan(order.indexOf('a2'))
  })

  it('gives up what waits in a channel that is switched off, and forgets what ended a month ago', async () => {
    await put()
    await put({ channel: 'other', dedupeKey: 'stays' })
    await giveUpWaiting(context, store.db, 'mail 1', because({ code: 'channel_removed' }))
    expect((await rows()).map(({ state }) => state)).toEqual(['given_up', 'due'])
    await context.clock.advance(31 * DAY_MS)
    await forgetSent(context)
    expect((await rows()).map(({ channel }) => channel)).toEqual(['other'])
  })
})

describe.skipIf(!bothStores.includes('postgres'))('the outbox of two processes', () => {
  it('sends each message once', async () => {
    const store = await openTestStore('postgres')
    const other = await openStore({ databaseUrl: store.url, dataDirectory: '', connections: 4, onError: () => {} })
    const one = openTestContext({ store })
    const two = openTestContext({ store: { ...store, db: other.db }, clock: one.clock })
    const given: string[] = []
    const deliver: Deliverer = async (due) => {
      await due.sending()
      given.push(due.channel)
      return { kind: 'sent' }
    }
    for (let place = 0; place < 60; place += 1) {
      const channel = `mail ${place}`
      const dueAt = one.clock.now()
      await enqueue(one, store.db, { kind: 'mail', channel, event: 'test', dedupeKey: '1', dueAt, payload: {} })
    }
    const claimed = await Promise.all([one, two, one, two].map((context) => deliverDue(context, 'mail', deliver)))
    expect(given.toSorted()).toEqual(Array.from({ length: 60 }, (_, place) => `mail ${place}`).toSorted())
    expect(claimed.reduce((sum, count) => sum + count, 0)).toBe(60)
    await other.close()
    await store.close()
  })
})
