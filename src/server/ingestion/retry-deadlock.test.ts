import { expect, it } from 'vitest'
import { retryDeadlock } from './retry-deadlock.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

function failing(times: number, code: string) {
  let runs = 0
  return async () => {
    runs += 1
    if (runs <= times) throw failure(code)
    return runs
  }
}

it('runs again what the store gave up for another, a few times', async () => {
  expect(await retryDeadlock(failing(3, '40P01'))).toBe(4)
  await expect(retryDeadlock(failing(4, '40P01'))).rejects.toThrow('40P01')
})

it('leaves every other failure as it is', async () => {
  await expect(retryDeadlock(failing(1, '23505'))).rejects.toThrow('23505')
})
