import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { forgetExpired } from './forget-expired.ts'
import { admitLogin, welcomeNetwork } from './login-guard.ts'

const HOME = '192.0.2.1'
const MONTH_MS = 30 * 86_400_000
const FIVE = Array.from({ length: 5 })

describe.each(storeKinds)('the guard of logins on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store, settings: { LOGINS_PER_MINUTE: '1000000' } })
  })
  afterAll(() => store.close())

  /** Seconds to wait that the guard asks for; 0 when the guess may be tried. */
  const guess = (identifier: string, address: string): Promise<number> =>
    admitLogin(context, identifier, address).then(
      () => 0,
      (error) => error.retryAfterSeconds,
    )

  async function guesses(count: number, address: (i: number) => string): Promise<number[]> {
    const waits = []
    for (let i = 0; i < count; i += 1) waits.push(await guess(i % 2 === 0 ? 'Bob' : 'bob ', address(i)))
    return waits
  }

  it('asks who keeps guessing to wait longer and longer, but never more than a minute', async () => {
    const waits = []
    for (let i = 0; i < 14; i += 1) {
      const seconds = await guess('bob', HOME)
      waits.push(seconds)
      await context.clock.advance(seconds * 1000)
      if (seconds > 0) expect(await guess('bob', HOME)).toBe(0)
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it.each(['192.0.2.%', '203.0.%.9', '2001:db8:%::1'])('tries few of many guesses from %s', async (addresses) => {
    let tried = 0
    for (let minute = 0; minute < 5; minute += 1) {
      const waits = await guesses(30, (i) => addresses.replace('%', String(30 * minute + i)))
      tried += waits.filter((seconds) => seconds === 0).length
      await context.clock.advance(10_000)
    }
    expect(tried).toBeGreaterThanOrEqual(5)
    expect(tried).toBeLessThanOrEqual(15)
    const wait = await guess('bob', '198.51.100.1')
    expect(wait).toBeLessThanOrEqual(60)
    await context.clock.advance(wait * 1000)
    if (wait > 0) expect(await guess('bob', '198.51.100.1')).toBe(0)
  })

  it('does not let strangers hold up an owner who logged in from there in the last month', async () => {
    await welcomeNetwork(context, ['bob@example.com', 'bob'], HOME)
    await context.clock.advance(MONTH_MS - 60_000)
    await forgetExpired(context)
    await guesses(20, (i) => `203.0.${i}.9`)
    expect(await guess('BOB', HOME)).toBe(0)
    expect(await guess('bob', '198.51.100.1')).toBeGreaterThan(0)
    await context.clock.advance(60_000)
    await guesses(20, (i) => `203.0.${i}.9`)
    expect(await guess('bob', HOME)).toBeGreaterThan(0)
  })

  it('forgets slips once the password was right, and all of it after a while', async () => {
    const slips = () => Promise.all(FIVE.map(() => guess('bob', HOME)))
    expect([...(await slips()), await guess('bob', HOME)]).toEqual([0, 0, 0, 0, 0, 1])
    await welcomeNetwork(context, ['bob'], HOME)
    expect(await slips()).toEqual([0, 0, 0, 0, 0])
    await context.clock.advance(15 * 60_000)
    expect(await slips()).toEqual([0, 0, 0, 0, 0])
    await context.clock.advance(MONTH_MS)
    await forgetExpired(context)
    expect(await store.db.selectFrom('login_tries').selectAll().execute()).toEqual([])
  })

  it('counts a refused guess nowhere, so that the owner is not held up by what never was tried', async () => {
    await guesses(40, () => '203.0.113.9')
    await context.clock.advance(60_000)
    const rows = await store.db.selectFrom('login_tries').select('tries').execute()
    expect(rows).toEqual([{ tries: 5 }, { tries: 5 }])
    expect(await guess('bob', HOME)).toBe(0)
  })
})
