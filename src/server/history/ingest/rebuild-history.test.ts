import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { HOUR_MS } from '#shared/days.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { storedHistory } from '#test/store-contents.ts'
import { ingest } from './ingest.ts'
import { rebuildHistory } from './replay.ts'

const DAYS = 20

/** The 20 days before this moment hold the end of a season. */
const NOW = new Date('2026-06-20T12:00:00Z')

describe.each(storeKinds)('the rebuild of the daily series on the %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  beforeAll(async () => {
    store = await openTestStore(kind)
    world = await openTestWorld(store, manualClock(NOW))
    await ingest(store.db, await past())
  })
  afterAll(async () => {
    await world.close()
    await store.close()
  })

  /** A club's scan every five hours, a member's profile every eight and battle log every three, so that they overlap. */
  async function past(): Promise<ObservedAnswer[]> {
    const { gameApi } = world.context({ api: { demoTime: true, callsPerSecond: 100_000 } })
    const answers: ObservedAnswer[] = []
    for (let hour = 1; hour < DAYS * 24; hour += 1) {
      const at = new Date(NOW.getTime() - (DAYS * 24 - hour) * HOUR_MS)
      const options = { at, priority: 'collector' } as const
      const tag = EXAMPLE_PLAYER_TAG
      const ask = <T>(asked: Promise<T>) => world.clock.drive(asked, 0)
      if (hour % 5 === 0) {
        const { body } = await ask(gameApi.getClub(EXAMPLE_CLUB_TAG, options))
        answers.push({ kind: 'club', body, observedAt: at })
      }
      if (hour % 8 === 0) {
        const observedAt = new Date(at.getTime() + 1000)
        answers.push({ kind: 'player', body: (await ask(gameApi.getPlayer(tag, options))).body, observedAt })
      }
      if (hour % 3 === 0) {
        const observedAt = new Date(at.getTime() + 2000)
        answers.push({
          kind: 'battle-log',
          tag,
          body: (await ask(gameApi.getBattleLog(tag, options))).body,
          observedAt,
        })
      }
    }
    return answers
  }

  it('gives what was written as the answers came in', async () => {
    const incremental = await storedHistory(store.db)
    expect(incremental.player_resets?.length).toBeGreaterThan(0)
    expect(incremental.club_resets?.length).toBeGreaterThan(0)
    expect(await rebuildHistory(store.db)).toBeGreaterThanOrEqual(29)
    expect(await storedHistory(store.db)).toEqual(incremental)
  })

  it('repairs wrong closes, games, resets and members', async () => {
    const good = await storedHistory(store.db)
    await sql`update player_months set changes[13] = 99, estimated[12] = 99 where changes[13] is not null`.execute(
      store.db,
    )
    await sql`update player_months set trophies[14] = 1 where trophies[14] is not null`.execute(store.db)
    await sql`update club_months set trophies[14] = 1, joined[14] = 5, members[14] = 2
      where trophies[14] is not null`.execute(store.db)
    await sql`update club_members set trophies = 1, left_at = null`.execute(store.db)
    await sql`delete from roster_events`.execute(store.db)
    await sql`delete from player_resets`.execute(store.db)
    await sql`delete from club_resets`.execute(store.db)
    await rebuildHistory(store.db)
    expect(await storedHistory(store.db)).toEqual(good)
  })

  it('brings back a month that was lost, days without a change included, but not the number of scans', async () => {
    const months = async () => {
      const rows = await store.db
        .selectFrom('player_months')
        .selectAll()
        .orderBy('player_tag')
        .orderBy('month')
        .execute()
      return rows.map(({ scans: _, ...row }) => row)
    }
    const good = await months()
    await sql`delete from player_months where month = '2026-06-01'`.execute(store.db)
    await rebuildHistory(store.db)
    expect(await months()).toEqual(good)
  })
})
