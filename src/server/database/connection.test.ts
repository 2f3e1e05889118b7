import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Connection, connect, openPipelinedReads, takeAdvisoryLock } from './connection.ts'
import type { PipelinedReads } from './database.ts'
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

const CONNECTIONS = 2

describe.skipIf(url === null)('pipelined reads', () => {
  const lost: string[] = []
  let reads: PipelinedReads
  const open = () => {
    const config = { connectionString: url ?? '' }
    return openPipelinedReads({
      config,
      connections: CONNECTIONS,
      prepare: `set statement_timeout = '7s'`,
      onError: ({ message }) => lost.push(message),
    })
  }
  const read = async (text: string, values: unknown[] = [], name?: string) =>
    (await reads.query<{ found: unknown }>({ text, values, ...(name === undefined ? {} : { name }) })).rows[0]?.found
  beforeAll(() => {
    reads = open()
  })
  afterAll(() => reads.close())

  it('answer many statements at once, each with its own rows, by no more sessions than allowed', async () => {
    const numbers = Array.from({ length: 200 }, (_, number) => number)
    const doubled = await Promise.all(
      numbers.map((number) => read('select $1::integer * 2 as found', [number], 'double')),
    )
    expect(doubled).toEqual(numbers.map((number) => number * 2))
    const sessions = await Promise.all(numbers.map(() => read('select pg_backend_pid() as found')))
    expect(new Set(sessions).size).toBe(CONNECTIONS)
  })

  it('fail the statement that is wrong and none beside it', async () => {
    const results = await Promise.allSettled([
      read('select 1 as found'),
      read('select 1 / $1::integer as found', [0]),
      read('select * from no_such_table'),
      read('select 2 as found'),
      read('select 3 as found'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'])
  })

  it('have the settings of their sessions', async () => {
    expect(await read(`select current_setting('statement_timeout') as found`)).toBe('7s')
  })

  it('open new connections when theirs break, and report the lost statements as an unavailable store', async () => {
    const broken = await Promise.allSettled(
      Array.from({ length: CONNECTIONS }, () => read('select pg_terminate_backend(pg_backend_pid()) as found')),
    )
    for (const each of broken) expect(each.status === 'rejected' && storeFault(each.reason)).toBe('unavailable')
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await expect.poll(() => read('select 4 as found').catch(() => null)).toBe(4)
  })

  it('close when all statements are answered', async () => {
    const others = open()
    const slow = others.query({ text: 'select pg_sleep(0.2), 5 as found' })
    const quick = others.query({ text: 'select 6 as found' })
    expect(others.pending()).toBe(2)
    await quick
    expect(others.pending()).toBe(1)
    await others.close()
    expect((await slow).rows).toMatchObject([{ found: 5 }])
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
