import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Connection, connect, takeAdvisoryLock } from './connection.ts'
import { storeFault } from './storage.ts'

const url = inject('postgresUrl') ?? null

describe.skipIf(url === null)('a connection that breaks', () => {
  const lost: string[] = []
  let connection: Connection
  const pid = async (db = connection.db) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0
  const end = (which: number) => sql`select pg_terminate_backend(${which})`.execute(connection.db)
  beforeAll(() => {
    connection = connect({ url: url ?? '', connections: 2, onError: ({ message }) => lost.push(message) })
  })
  afterAll(() => connection.close())

  it('within a transaction fails the transaction, and the next statement gets another connection', async () => {
    const transaction = connection.db.transaction().execute(async (db) => {
      await end(await pid(db))
      return pid(db)
    })
    const fault = await transaction.then(() => null, storeFault)
    expect(fault).toBe('unavailable')
    expect(await pid()).toBeGreaterThan(0)
  })

  it('while it is idle is reported and replaced', async () => {
    const [a, b] = await Promise.all([pid(), pid()])
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid = any(${[a, b]}) and pid <> pg_backend_pid()`.execute(connection.db)
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    expect(await pid()).toBeGreaterThan(0)
  })

  it('is not held for ever by a slow statement', async () => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(connection.db)
    expect(rows).toEqual([{ statement_timeout: '1min' }])
    const slow = connection.db.transaction().execute(async (db) => {
      await sql`set local statement_timeout = 20`.execute(db)
      await sql`select pg_sleep(5)`.execute(db)
    })
    expect(await slow.then(() => null, storeFault)).toBe('unavailable')
  })
})

const KEY = 5

describe.skipIf(url === null)('an advisory lock', () => {
  const never = new AbortController().signal

  it('is held by one process at a time', async () => {
    const order: string[] = []
    const first = await takeAdvisoryLock(url ?? '', KEY, never)
    const second = takeAdvisoryLock(url ?? '', KEY, never).then((lock) => {
      order.push('second begins')
      return lock
    })
    const other = await takeAdvisoryLock(url ?? '', KEY + 1, never)
    order.push('first ends')
    await first.release()
    await (await second).release()
    await other.release()
    expect(order).toEqual(['first ends', 'second begins'])
  })

  it('is no longer waited for when the process stops', async () => {
    const lock = await takeAdvisoryLock(url ?? '', KEY, never)
    const stopping = new AbortController()
    const waiting = takeAdvisoryLock(url ?? '', KEY, stopping.signal)
    stopping.abort(new Error('stop'))
    await expect(waiting).rejects.toThrow('stop')
    await lock.release()
    await (await takeAdvisoryLock(url ?? '', KEY, never)).release()
  })
})
