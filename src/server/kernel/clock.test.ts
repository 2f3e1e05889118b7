import { describe, expect, test } from 'vitest'
import { systemClock } from './clock.ts'

describe('the system clock', () => {
  test('ends a negative wait at once', async () => {
    const before = systemClock.monotonic()
    await systemClock.wait(-5)
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before)
  })

  test('rejects an aborted wait with the reason, whether it was aborted before or during the wait', async () => {
    const stop = new AbortController()
    const waiting = systemClock.wait(2 ** 40, stop.signal)
    stop.abort(new Error('closing'))
    await expect(waiting).rejects.toThrow('closing')
    await expect(systemClock.wait(0, stop.signal)).rejects.toThrow('closing')
  })
})
