import { describe, expect, inject, it } from 'vitest'
import { takeAdvisoryLock } from './advisory-lock.ts'

const KEY = 5
const url = inject('postgresUrl') ?? ''

describe.skipIf(url === '')('an advisory lock', () => {
  const never = new AbortController().signal

  it('is held by one process at a time', async () => {
    const order: string[] = []
    const first = await takeAdvisoryLock(url, KEY, never)
    const second = takeAdvisoryLock(url, KEY, never).then((lock) => {
      order.push('second begins')
      return lock
    })
    const other = await takeAdvisoryLock(url, KEY + 1, never)
    order.push('first ends')
    await first.release()
    await (await second).release()
    await other.release()
    expect(order).toEqual(['first ends', 'second begins'])
  })

  it('is no longer waited for when the process stops', async () => {
    const lock = await takeAdvisoryLock(url, KEY, never)
    const stopping = new AbortController()
    const waiting = takeAdvisoryLock(url, KEY, stopping.signal)
    stopping.abort(new Error('stop'))
    await expect(waiting).rejects.toThrow('stop')
    await lock.release()
    await (await takeAdvisoryLock(url, KEY, never)).release()
  })
})
