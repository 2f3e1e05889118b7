import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, toApiError } from './api-client.ts'
import { createRetries, retryDelay } from './read-again.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const unanswered = (kind: 'timeout' | 'network') => new ApiError('No answer.', { kind, status: 0, code: kind })
const busy = (seconds: number) => toApiError(503, { error: 'Busy.', code: 'busy' }, seconds)

test('of reads that fail together one is tried again, once', () => {
  const retries = createRetries()
  const together = [0, 0, 0].map((failures) => retries(failures, unanswered('network')))
  expect([...together, retries(1, unanswered('network'))]).toEqual([true, false, false, false])
  vi.advanceTimersByTime(10_000)
  expect(retries(0, unanswered('network'))).toBe(true)
})

test.each([
  ['the server refuses', toApiError(404, {})],
  ['is not answered in time, since the visitor has waited long enough', unanswered('timeout')],
  ['the server wants to be asked much later', busy(60)],
])('a read that %s is not tried again', (_what, error) => expect(createRetries()(0, error)).toBe(false))

test('a read is tried again when the server wants it, or after a second', () => {
  expect(createRetries()(0, busy(4))).toBe(true)
  expect([retryDelay(0, busy(4)), retryDelay(0, unanswered('network'))]).toEqual([4000, 1000])
})
