import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openReadLines, type ReadLines } from './read-lines.ts'
import { storeFault } from './store-fault.ts'

const url = inject('postgresUrl') ?? null
const LINES = 2

describe.skipIf(url === null)('lines for short reads', () => {
  const lost: string[] = []
  let reads: ReadLines
  const open = () => {
    const config = { connectionString: url ?? '' }
    return openReadLines({
      config,
      lines: LINES,
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

  it('answer each of many at once with its own, by no more sessions than there are lines', async () => {
    const numbers = Array.from({ length: 200 }, (_, number) => number)
    const doubled = await Promise.all(
      numbers.map((number) => read('select $1::integer * 2 as found', [number], 'double')),
    )
    expect(doubled).toEqual(numbers.map((number) => number * 2))
    const sessions = await Promise.all(numbers.map(() => read('select pg_backend_pid() as found')))
    expect(new Set(sessions).size).toBe(LINES)
  })

  it('fail the one that is wrong and none beside it', async () => {
    const results = await Promise.allSettled([
      read('select 1 as found'),
      read('select 1 / $1::integer as found', [0]),
      read('select * from no_such_table'),
      read('select 2 as found'),
      read('select 3 as found'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'])
  })

  it('are prepared like any other session', async () => {
    expect(await read(`select current_setting('statement_timeout') as found`)).toBe('7s')
  })

  it('open anew when they break, and say what was lost as a store that is away', async () => {
    const broken = await Promise.allSettled(
      Array.from({ length: LINES }, () => read('select pg_terminate_backend(pg_backend_pid()) as found')),
    )
    for (const each of broken) expect(each.status === 'rejected' && storeFault(each.reason)).toBe('unavailable')
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await expect.poll(() => read('select 4 as found').catch(() => null)).toBe(4)
  })

  it('close when all that is under way is answered', async () => {
    const others = open()
    const slow = others.query({ text: 'select pg_sleep(0.2), 5 as found' })
    const quick = others.query({ text: 'select 6 as found' })
    expect(others.underWay()).toBe(2)
    await quick
    expect(others.underWay()).toBe(1)
    await others.close()
    expect((await slow).rows).toMatchObject([{ found: 5 }])
  })
})
