import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { claimDue } from './claim-due.ts'
import { collectDue } from './collect-due.ts'
import { collectTarget } from './collect-target.ts'
import { markCollected } from './settle-target.ts'
import { track } from './track.ts'

describe.each(storeKinds)('four collectors on one %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
  })
  afterEach(() => world.close())
  afterAll(() => store.close())

  async function clubTags() {
    const { body } = await world.clock.drive(world.context().gameApi.getClubRanking('global'), 1)
    await world.calls()
    return body.map((club) => club.tag)
  }

  /** Of each club's day: how often it was scanned; and observations of one player that say the same twice. */
  async function stored() {
    const scans = await sql<{ scans: number }>`select scans[extract(day from month)] as scans from (
      select scans, ${world.clock.now()}::timestamptz at time zone 'UTC' as month from club_months) m`.execute(store.db)
    const twice = await sql`
      select player_tag from (select player_tag, trophies, lag(trophies) over (partition by player_tag order by observed_at) as before
        from observations) o where trophies = before`.execute(store.db)
    return { scans: scans.rows.map((row) => row.scans), twice: twice.rows.length }
  }

  it('store each observation once, though one of them wakes up past its claim with an answer of its own', async () => {
    const tags = await clubTags()
    const [slow, ...others] = Array.from({ length: 4 }, () => world.context())
    if (slow === undefined) throw new Error('no collector')
    await track(
      slow,
      tags.map((key) => ({ kind: 'club', key, class: 'ranked' })),
    )
    const held = await claimDue(slow)
    const [first] = held
    if (first === undefined) throw new Error('nothing to claim')
    // It asks, and is paused before it can store.
    const answer = await world.clock.drive(slow.gameApi.getClub(first.key), 1)
    const sleeping = { ...slow, gameApi: { ...slow.gameApi, getClub: async () => answer } }
    await world.clock.advance(120_000)
    const tallies = await world.clock.drive(Promise.all(others.map((context) => collectDue(context))), 0.25)
    expect(tallies.reduce((sum, tally) => sum + tally.collected, 0)).toBe(tags.length)
    expect(await world.calls()).toMatchObject({ kinds: { club: tags.length + 1 } })
    const before = await stored()
    expect(before.scans).toEqual(tags.map(() => 1))
    const finding = await collectTarget(sleeping, first, {})
    expect(await markCollected(slow, first, finding)).toBe(false)
    expect(await stored()).toEqual({ scans: tags.map(() => 1), twice: 0 })
  })
})
