import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClubAnswer } from '#server/game/answers.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { ingest } from './ingest/ingest.ts'
import { unpack } from './ingest/raw-lines.ts'
import { dropOldHistory, makeNextWeek } from './retention.ts'

describe.each(storeKinds)('retention on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store })
  })
  afterAll(() => store.close())

  const daysAgo = (days: number) => new Date(context.clock.now().getTime() - days * DAY_MS)

  function scan(trophies: number): ClubAnswer {
    const member = { tag: '#8QR', name: 'Ada', nameColor: null, iconId: null, role: 'president' as const, trophies }
    const club = { tag: '#2PP', name: 'Stars', description: null, type: 'open', badgeId: 1, requiredTrophies: 0 }
    return { ...club, trophies, members: [member], membersComplete: true } as ClubAnswer
  }

  const rawTrophies = async () => {
    const rows = await store.db.selectFrom('club_answers').select(['day', 'entries']).orderBy('day').execute()
    return unpack(rows).map(({ facts }) => facts['t#8QR'])
  }
  const rawSince = async () => {
    const rows = await store.db.selectFrom('settings').select('value').where('key', '=', 'raw_history').execute()
    return rows.map(({ value }) => value)
  }

  it('drops raw answers older than a hundred days by whole weeks, and keeps their daily series', async () => {
    const ages = [150, 130, 108, 99, 50, 1]
    for (const age of ages) await ingest(store.db, [{ kind: 'club', body: scan(1000 - age), observedAt: daysAgo(age) }])
    const dropped = await dropOldHistory(context)
    expect(dropped.filter((name) => name.startsWith('club_answers')).length).toBe(3)
    expect(await rawTrophies()).toEqual([901, 950, 999])
    const months = await store.db.selectFrom('player_months').select('trophies').orderBy('month').execute()
    const closes = months.flatMap(({ trophies }) => trophies).filter((close) => close !== null)
    expect(closes).toEqual([850, 870, 892, 901, 950, 999])
    expect(await dropOldHistory(context)).toEqual([])
  })

  it('notes since when there are raw answers, since an older one has none to be compared with', async () => {
    await ingest(store.db, [{ kind: 'club', body: scan(1), observedAt: daysAgo(1) }])
    await dropOldHistory(context)
    expect(await rawSince()).toEqual([])
    await ingest(store.db, [{ kind: 'club', body: scan(1), observedAt: daysAgo(150) }])
    await dropOldHistory(context)
    const [noted] = (await rawSince()) as { since: string }[]
    expect(new Date(noted?.since ?? '').getUTCDay()).toBe(1)
    // An older week that is dropped later does not move it back.
    await ingest(store.db, [{ kind: 'club', body: scan(1), observedAt: daysAgo(200) }])
    await dropOldHistory(context)
    expect(await rawSince()).toEqual([noted])
  })

  it.skipIf(kind === 'embedded')('holds no reader up while an export reads, and drops the weeks after it', async () => {
    await ingest(store.db, [{ kind: 'club', body: scan(1), observedAt: daysAgo(150) }])
    const exporting = new pg.Client({ connectionString: String(store.url) })
    await exporting.connect()
    await exporting.query('begin isolation level repeatable read read only')
    await exporting.query('select count(*) from club_answers')
    let done = false
    const dropping = dropOldHistory(context).finally(() => {
      done = true
    })
    let slowestMs = 0
    while (!done) {
      const from = performance.now()
      await rawTrophies()
      slowestMs = Math.max(slowestMs, performance.now() - from)
    }
    expect((await dropping).filter((name) => name.startsWith('club_answers'))).toEqual([])
    expect(slowestMs).toBeLessThan(1000)
    expect(await rawTrophies()).toEqual([1])
    await exporting.query('commit')
    await exporting.end()
    expect((await dropOldHistory(context)).filter((name) => name.startsWith('club_answers'))).toHaveLength(1)
  })

  it('lets later answers be stored in weeks that have no partition', async () => {
    await ingest(store.db, [{ kind: 'club', body: scan(1), observedAt: daysAgo(150) }])
    await dropOldHistory(context)
    await ingest(store.db, [{ kind: 'club', body: scan(2), observedAt: daysAgo(149) }])
    expect(await rawTrophies()).toEqual([2])
  })

  const WEEKLY = ['battles', 'club_answers', 'player_answers', 'player_battles']
  const partitionsOf = async (monday: string) => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relispartition and relkind = 'r' and relname like ${`%\\_${monday}`}
      order by 1`.execute(store.db)
    return rows.map(({ name }) => name)
  }

  it('has the partitions of a week before the week begins', async () => {
    const clock = manualClock(new Date('2031-03-05T12:00:00Z'))
    await makeNextWeek({ db: store.db, clock })
    for (const monday of ['20310303', '20310310']) {
      expect(await partitionsOf(monday)).toEqual(WEEKLY.map((table) => `${table}_${monday}`))
    }
    expect(await partitionsOf('20310317')).toEqual([])
    // A week later it makes one more, and leaves the others alone.
    await clock.advance(7 * DAY_MS)
    await makeNextWeek({ db: store.db, clock })
    expect(await partitionsOf('20310317')).toHaveLength(WEEKLY.length)
  })

  // A cluster makes them between two writers: it waits for those that are there.
  it.skipIf(kind === 'embedded' || process.env.TEST_STORE === 'citus')(
    'makes them while others read and write the tables, without waiting for them',
    async () => {
      await ingest(store.db, [{ kind: 'club', body: scan(1), observedAt: daysAgo(1) }])
      const busy = new pg.Client({ connectionString: String(store.url) })
      await busy.connect()
      await busy.query('begin')
      for (const table of ['battles', 'player_answers', 'player_battles']) await busy.query(`select from ${table}`)
      await busy.query('update club_answers set entries = entries')
      await makeNextWeek({ db: store.db, clock: manualClock(new Date('2031-04-02T12:00:00Z')) })
      expect(await partitionsOf('20310407')).toHaveLength(WEEKLY.length)
      await busy.query('commit')
      await busy.end()
    },
  )

  it('keeps every ranking of two days, one a day for a hundred days, and always the newest', async () => {
    const hours = [0, 1, 30, 49, 50, 100, 101, 99 * 24, 101 * 24]
    const rows = hours.map((hoursAgo) => ({ collected_at: new Date(daysAgo(0).getTime() - hoursAgo * HOUR_MS) }))
    const key = { type: 'players', country: 'US', brawler_id: 0, entries: '[]' } as const
    await store.db
      .insertInto('rankings')
      .values(rows.map((row) => ({ ...key, ...row })))
      .execute()
    const old = { ...key, type: 'clubs' as const, collected_at: daysAgo(200) }
    await store.db.insertInto('rankings').values(old).execute()
    await dropOldHistory(context)
    const left = await store.db
      .selectFrom('rankings')
      .select(['type', 'collected_at'])
      .orderBy('collected_at', 'desc')
      .execute()
    const kept = left.filter((row) => row.type === 'players')
    expect(kept.map((row) => (daysAgo(0).getTime() - row.collected_at.getTime()) / HOUR_MS)).toEqual([
      0,
      1,
      30,
      50,
      101,
      99 * 24,
    ])
    expect(left.filter((row) => row.type === 'clubs')).toHaveLength(1)
  })
})
