import { afterEach, describe, expect, inject, it } from 'vitest'
import { openStore } from '#server/database/open-store.ts'
import { shareAnnouncements } from '#server/database/shared-announcements.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { registerClubs } from '#server/site/clubs/routes.ts'
import { DAY_MS } from '#shared/days.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { settle } from '#test/small-world.ts'

/** The longest that a process may answer with what another one has changed. */
const LIMIT_MS = 5000

const CLUB = '#2PYL'
const club = (name: string) => ({ tag: CLUB, name, members: [{ tag: '#2PY', name: 'Ada', days: [500] }] })

describe.skipIf((inject('postgresUrl') ?? null) === null)('two processes of a site on one PostgreSQL', () => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  /** A process with connections of its own. Its clock stands still, so that no answer in its cache grows old. */
  async function openProcess({ url }: TestStore, listenTo: string | null): Promise<TestContext> {
    const own = await openStore({ databaseUrl: url, dataDirectory: '', connections: 2, onError: () => {} })
    const context = openTestContext({ store: { ...own, url, dataDirectory: null, reset: async () => {} } })
    const { db, announcements, log } = context
    const stopSharing = shareAnnouncements({ db, announcements, log, clock: systemClock }, { listenTo, receives: true })
    ends.push(own.close, stopSharing)
    return context
  }

  it.each([
    ['that notifies', true],
    ['behind a pooler that passes no notification on', false],
  ])('answer with what the other has stored within 5 s, on a server %s', async (_server, notifies) => {
    const store = await openTestStore('postgres')
    ends.push(store.close)
    const listenTo = notifies ? store.url : null
    const [collecting, answering] = [await openProcess(store, listenTo), await openProcess(store, listenTo)]
    const app = openTestApp(answering, [registerClubs])
    ends.push(() => app.close())
    const nameOnPage = async () => (await app.inject('/api/browse/club/2PYL')).json<{ name: string }>().name

    await settle(collecting, [club('Delphin Divers')])
    expect(await nameOnPage()).toBe('Delphin Divers')
    await collecting.clock.advance(DAY_MS)
    await settle(collecting, [club('Renamed')])
    expect(await nameOnPage()).toBe('Delphin Divers')
    collecting.announcements.announce([clubChange(CLUB)])
    await expect.poll(nameOnPage, { timeout: LIMIT_MS }).toBe('Renamed')
  })
})
