import { expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { createLoginGuard } from './login-guard.ts'

const HOME = '192.0.2.1'
const PLENTY = 1_000_000

/** Seconds to wait that the guard asks for; 0 when the guess may be tried. */
function guess(guard: ReturnType<typeof createLoginGuard>, identifier: string, address: string): number {
  try {
    guard.admit(identifier, address)
    return 0
  } catch (error) {
    return (error as { retryAfterSeconds: number }).retryAfterSeconds
  }
}

it('asks who keeps guessing to wait longer and longer, but never more than a minute', async () => {
  const clock = manualClock()
  const guard = createLoginGuard(clock, PLENTY)
  const waits = []
  for (let i = 0; i < 14; i += 1) {
    const seconds = guess(guard, 'bob', HOME)
    waits.push(seconds)
    await clock.advance(seconds * 1000)
    if (seconds > 0) expect(guess(guard, 'bob', HOME)).toBe(0)
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
})

it.each(['192.0.2.%', '203.0.%.9', '2001:db8:%::1'])('tries few of a thousand guesses from %s', async (addresses) => {
  const clock = manualClock()
  const guard = createLoginGuard(clock, PLENTY)
  let tried = 0
  for (let i = 0; i < 1000; i += 1) {
    const spelling = i % 2 === 0 ? 'Bob' : 'bob '
    if (guess(guard, spelling, addresses.replace('%', String(i % 250))) === 0) tried += 1
    await clock.advance(100)
  }
  expect(tried).toBeGreaterThanOrEqual(5)
  expect(tried).toBeLessThanOrEqual(30)
  const wait = guess(guard, 'bob', '198.51.100.1')
  expect(wait).toBeLessThanOrEqual(60)
  await clock.advance(wait * 1000)
  if (wait > 0) expect(guess(guard, 'bob', '198.51.100.1')).toBe(0)
})

it('does not let strangers hold up an owner who logged in from there before', () => {
  const guard = createLoginGuard(manualClock(), PLENTY)
  guard.welcome(['bob@example.com', 'bob'], HOME)
  for (let i = 0; i < 1000; i += 1) guess(guard, 'bob', `203.0.${i % 250}.9`)
  expect(guess(guard, 'BOB', HOME)).toBe(0)
  expect(guess(guard, 'bob', '198.51.100.1')).toBeGreaterThan(0)
})

it('forgets slips once the password was right, and all of it after a while', async () => {
  const clock = manualClock()
  const guard = createLoginGuard(clock, PLENTY)
  const slips = () => Array.from({ length: 5 }, () => guess(guard, 'bob', HOME))
  expect([...slips(), guess(guard, 'bob', HOME)]).toEqual([0, 0, 0, 0, 0, 1])
  guard.welcome(['bob'], HOME)
  expect(slips()).toEqual([0, 0, 0, 0, 0])
  await clock.advance(15 * 60_000)
  expect(slips()).toEqual([0, 0, 0, 0, 0])
})

it('lets an address log in so many times a minute, whoever it claims to be', async () => {
  const clock = manualClock()
  const guard = createLoginGuard(clock, 20)
  const waits = Array.from({ length: 25 }, (_, i) => guess(guard, `user ${i}`, HOME))
  expect(waits.filter((seconds) => seconds === 60)).toHaveLength(5)
  await clock.advance(60_000)
  expect(guess(guard, 'bob', HOME)).toBe(0)
})
