import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './hashed-secrets.ts'

const BUSY = { status: 503, code: 'busy', retryAfterSeconds: 2 }

it('a password is hashed with argon2id and its own salt, and verified', async () => {
  const [one, two] = [await hashPassword('dolphins'), await hashPassword('dolphins')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword('dolphins', one)).toBe(true)
})

it.each(['Dolphins', 'dolphins ', 'dolphin', 'dölphins', ''])(
  'a password is compared exactly: %j is wrong',
  async (other) => {
    expect(await verifyPassword(other, await hashPassword('dolphins'))).toBe(false)
  },
)

it('every character of a long password counts', async () => {
  const long = 'x'.repeat(256)
  expect(await verifyPassword(`${long}y`, await hashPassword(long))).toBe(false)
})

it('no password is right for an unknown user', async () => {
  expect(await verifyPassword('dolphins', undefined)).toBe(false)
})

it('two passwords are verified at a time while twenty wait, and more are refused at once', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword('dolphins', undefined)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(38)
  for (const { reason } of refused) expect(reason).toMatchObject(BUSY)
  expect(await verifyPassword('dolphins', undefined)).toBe(false)
})
