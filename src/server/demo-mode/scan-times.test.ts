import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scanTimes } from './scan-times.ts'

const DAY_MS = 86_400_000
const start = new Date('2026-08-01T00:00:00Z')

it('scans a club four times in any whole day', () => {
  const times = scanTimes('#2PP', 4, start, new Date(start.getTime() + 3 * DAY_MS))
  expect(times).toHaveLength(12)
  expect(new Set(times.map((time) => time.getTime() % (DAY_MS / 4))).size).toBe(1)
})

it('continues where it stopped: two spans give the scans of the whole, none twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 * DAY_MS }), fc.integer({ min: 1, max: 24 }), (cut, perDay) => {
      const middle = new Date(start.getTime() + cut)
      const end = new Date(start.getTime() + 5 * DAY_MS)
      const whole = scanTimes('#8QR', perDay, start, end)
      expect([...scanTimes('#8QR', perDay, start, middle), ...scanTimes('#8QR', perDay, middle, end)]).toEqual(whole)
      expect(whole.every((time) => time > start && time <= end)).toBe(true)
    }),
  )
})
