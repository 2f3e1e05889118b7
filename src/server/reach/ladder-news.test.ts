import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingest } from '#server/history/ingest/ingest.ts'
import { calendarDay } from '#shared/days.ts'
import { CLUB, member, ownedBrawler, profile, scan } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { readReached } from './ladder-news.ts'

const [MONDAY, SUNDAY] = [calendarDay('2026-03-02'), calendarDay('2026-03-08')]

describe.each(storeKinds)('what members reached, on the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('is told of a week that is over, whatever came after, and only from the day they joined', async () => {
    const context = openTestContext({ store, clock: manualClock(new Date('2026-03-12T12:00:00Z')) })
    const seen = (day: string, tag: string, prestigeLevel: number) =>
      profile(new Date(`${day}T10:00:00Z`), tag, 1000, {
        brawlers: [{ ...ownedBrawler(16000013, 990), name: 'POCO', prestigeLevel }],
      })
    await ingest(store.db, [
      scan('2026-02-20T09:00:00Z', [member('#2PPP', 1000)]),
      seen('2026-02-20', '#2PPP', 4),
      seen('2026-02-20', '#2PPL', 1),
      seen('2026-03-03', '#2PPP', 5),
      seen('2026-03-03', '#2PPL', 2),
      scan('2026-03-05T09:00:00Z', [member('#2PPP', 1000), member('#2PPL', 1000)]),
      seen('2026-03-06', '#2PPL', 3),
      seen('2026-03-10', '#2PPP', 6),
      seen('2026-03-10', '#2PPL', 4),
    ])
    const told = async (day = MONDAY, until = SUNDAY) =>
      (await readReached(context, { club: CLUB, day, until })).map(({ player, figure }) => [player, figure])
    expect((await told()).sort()).toEqual([
      ['#2PPL', 3],
      ['#2PPP', 5],
    ])
    expect(await told(MONDAY, calendarDay('2026-03-04'))).toEqual([['#2PPP', 5]])
  })
})
