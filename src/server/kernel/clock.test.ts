import { describe, expect, test } from 'vitest'
import { systemClock } from './clock.ts'

describe('the machine’s clock', () => {
  test('wait ends by itself, and a negative wait at once', async () => {
    const before = systemClock.monotonic()
    await systemClock.wait(-5)
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before)
  })

  test('an aborted wait rejects with the reason given, whether aborted before or during', async () => {
    const stop = new AbortController()
    const waiting = systemClock.wait(2 ** 40, stop.signal)
    stop.abort(new Error('closing'))
    await expect(waiting).rejects.toThrow('closing')
    await expect(systemClock.wait(0, stop.signal)).rejects.toThrow('closing')
  })
})
