import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './hashed-secrets.ts'

const BUSY = { status: 503, code: 'busy', retryAfterSeconds: 2 }

it('are hashed with argon2id and a salt of their own, and known again', async () => {
  const [one, two] = [await hashPassword('dolphins'), await hashPassword('dolphins')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword('dolphins', one)).toBe(true)
})

it.each(['Dolphins', 'dolphins ', 'dolphin', 'dölphins', ''])('are taken to the letter: not %j', async (other) => {
  expect(await verifyPassword(other, await hashPassword('dolphins'))).toBe(false)
})

it('count in full, however long', async () => {
  const long = 'x'.repeat(256)
  expect(await verifyPassword(`${long}y`, await hashPassword(long))).toBe(false)
})

it('are wrong for somebody who does not exist', async () => {
  expect(await verifyPassword('dolphins', undefined)).toBe(false)
})

it('are checked two at a time with twenty waiting, and a crowd beyond that is turned away at once', async () => {
  const crowd = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword('dolphins', undefined)))
  const turnedAway = crowd.filter((outcome) => outcome.status === 'rejected')
  expect(turnedAway).toHaveLength(38)
  for (const { reason } of turnedAway) expect(reason).toMatchObject(BUSY)
  expect(await verifyPassword('dolphins', undefined)).toBe(false)
})
