import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteVisit } from '#server/directory/noted-visits.ts'
import { flushVisits } from '#server/directory/visits.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { DAY_MS } from '#shared/days.ts'
import { PROOF_DAYS } from '#shared/desk.ts'
import { member, profile, scan } from '#test/club-history.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { adoptProfiles } from './daily-profiles.ts'
import { nextInterval, TARGET_CLASS, track } from './targets.ts'

describe.each(storeKinds)('whose profile is read every day (%s)', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store })
    const at = new Date(context.clock.now().getTime() - 60_000)
    const single = ['#FAV0', '#SEEN0', '#HIDDEN0', '#OTHER0']
    await ingest(store.db, [
      scan(at.toISOString(), [member('#M0', 3000), member('#M1', 2000)]),
      ...single.map((tag) => profile(at, tag, 1000)),
    ])
  })
  afterAll(() => store.close())

  const read = async () => {
    const rows = await store.db.selectFrom('collection_targets').selectAll().where('kind', '=', 'player').execute()
    return rows.map((row) => `${row.key} ${row.class} ${row.interval_seconds}`).sort()
  }

  it('are members of a club with a desk, favourites, and who was looked at, as long as they are', async () => {
    const now = context.clock.now()
    const { id } = await store.db
      .insertInto('users')
      .values({ username: 'eve', email: 'e@x.org', password_hash: 'x', search_history: [], created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await store.db.insertInto('linked_players').values({ user_id: id, player_tag: '#M0', linked_at: now }).execute()
    await store.db
      .insertInto('favourites')
      .values(['#FAV0', '#HIDDEN0'].map((tag, place) => ({ user_id: id, type: 'player', tag, place })))
      .execute()
    await store.db
      .insertInto('tombstones')
      .values({ tag: '#HIDDEN0', wish: 'hide', alias: 'hidden-000000000001', since: now })
      .execute()
    noteVisit(context.visits, { tag: '#SEEN0', type: 'player', visitor: '192.0.2.1', kind: 'view' })
    await flushVisits(context)
    expect(await adoptProfiles(context)).toBe(4)
    expect(await adoptProfiles(context)).toBe(0)
    expect(await read()).toEqual(['#FAV0 3 82800', '#M0 3 82800', '#M1 3 82800', '#SEEN0 3 82800'])
    await context.clock.advance(8 * DAY_MS)
    await adoptProfiles(context)
    expect(await read()).toEqual(['#FAV0 3 82800', '#M0 3 82800', '#M1 3 82800'])
  })

  it('are no members of a club whose desk no proof opens any more', async () => {
    const now = context.clock.now()
    const user = { username: 'eve', email: 'e@x.org', password_hash: 'x', search_history: [], created_at: now }
    const { id } = await store.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
    await store.db.insertInto('linked_players').values({ user_id: id, player_tag: '#M0', linked_at: now }).execute()
    // A trial desk and a desk of before have rules too.
    for (const desk of ['#2PP', 'trial-1']) {
      await sql`insert into club_rules (desk, rules, time_zone, changed_at, version)
        values (${desk}, '{}', 'UTC', ${now}, 1)`.execute(store.db)
    }
    expect(await adoptProfiles(context)).toBe(2)
    await context.clock.advance((PROOF_DAYS.holds + 1) * DAY_MS)
    await adoptProfiles(context)
    expect(await read()).toEqual([])
  })

  it('are players too who were tracked as nobody asked for them, and who are so again when nobody wants them', async () => {
    await track(context, [{ kind: 'player', key: '#SEEN0', class: 'discovered' }])
    noteVisit(context.visits, { tag: '#SEEN0', type: 'player', visitor: '192.0.2.1', kind: 'view' })
    await flushVisits(context)
    expect(await adoptProfiles(context)).toBe(1)
    expect(await adoptProfiles(context)).toBe(0)
    expect(await read()).toEqual(['#SEEN0 3 82800'])
    await context.clock.advance(8 * DAY_MS)
    await adoptProfiles(context)
    expect(await read()).toEqual(['#SEEN0 4 86400'])
  })

  it('are no members where a club has no desk, and who was searched keeps the own turns', async () => {
    await track(context, [{ kind: 'player', key: '#OTHER0', class: 'searched' }])
    expect(await adoptProfiles(context)).toBe(0)
    expect(await read()).toEqual(['#OTHER0 1 21600'])
  })
})

it('a lively player is read once a day all the same, and a turn that comes late passes over no day', () => {
  const target = { kind: 'player', class: TARGET_CLASS.member, intervalSeconds: 82_800 } as const
  expect(nextInterval(target, 'lively')).toBe(82_800)
  expect(nextInterval({ ...target, class: TARGET_CLASS.searched }, 'silent')).toBe(82_800)
})
