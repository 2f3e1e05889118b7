import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { HOUR_MS } from '#shared/days.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { ingest } from './ingest/ingest.ts'
import { rebuildSeries } from './rebuild-series.ts'

const DAYS = 20

/** The 20 days before this moment hold the end of a season. */
const NOW = new Date('2026-06-26T12:00:00Z')

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

  async function series() {
    const { db } = store
    const months = await db.selectFrom('player_months').selectAll().orderBy('player_tag').orderBy('month').execute()
    const resets = await db.selectFrom('player_resets').selectAll().orderBy('player_tag').orderBy('day').execute()
    return { months, resets }
  }

  it('gives what was written as the answers came in', async () => {
    const incremental = await series()
    expect(incremental.resets.length).toBeGreaterThan(0)
    expect(await rebuildSeries({ db: store.db, clock: world.clock })).toBeGreaterThanOrEqual(29)
    expect(await series()).toEqual(incremental)
  })

  it('repairs wrong closes, changes and resets', async () => {
    const good = await series()
    await sql`update player_months set changes[23] = 99 where changes[23] is not null`.execute(store.db)
    await sql`update player_months set trophies[24] = 1 where trophies[24] is not null`.execute(store.db)
    await sql`delete from player_resets`.execute(store.db)
    await rebuildSeries({ db: store.db, clock: world.clock })
    expect(await series()).toEqual(good)
  })

  it('brings back the closes of a month that was lost', async () => {
    const good = await series()
    await sql`delete from player_months where month = '2026-06-01'`.execute(store.db)
    await rebuildSeries({ db: store.db, clock: world.clock })
    const closes = ({ months }: typeof good) =>
      months.findLast((month) => month.player_tag === EXAMPLE_PLAYER_TAG)?.trophies ?? []
    const broughtBack = closes(await series())
    // A day without a change left no observation, so its close cannot be made again.
    const days = [...broughtBack.keys()].filter((day) => broughtBack[day] !== null)
    expect(days.length).toBeGreaterThan(12)
    expect(days.map((day) => broughtBack[day])).toEqual(days.map((day) => closes(good)[day]))
  })
})
