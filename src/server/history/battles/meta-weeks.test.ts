import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { dropOldHistory } from '#server/history/retention.ts'
import { META_CHANGE } from '#server/kernel/announcements.ts'
import { DAY_MS } from '#shared/days.ts'
import { type FoughtBattle, logOf } from '#test/fought-battles.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { ingestBattleLogs } from '../ingest/battle-logs.ts'
import { readBaselines } from './baselines.ts'
import { leaveBattles } from './hide-in-battles.ts'
import { countDueWeeks } from './meta-weeks.ts'

const SHELLY = 16000000
const COLT = 16000001
const never = new AbortController().signal

/** Tags that share no first character, so that nobody takes them for bots. */
const OWN = { '#2PPPPPPP': SHELLY, '#8QQQQQQQ': SHELLY, '#9RRRRRRR': SHELLY }
const OTHERS = { '#GJJJJJJJ': COLT, '#LCCCCCCC': COLT, '#YUUUUUUU': COLT }

describe.each(storeKinds)('the weeks of brawlers on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    // A Wednesday, so that battles of the same hour lie in one week.
    context = openTestContext({ store, clock: manualClock(new Date('2026-06-03T12:00:00Z')) })
  })
  afterAll(() => store.close())

  const daysAgo = (days: number) => new Date(context.clock.now().getTime() - days * DAY_MS)
  /** Battles that end at a moment, of which every `lostEach`th was lost. */
  const battlesAt = (from: Date, number: number, lostEach = 3): FoughtBattle[] =>
    Array.from({ length: number }, (_, place) => ({
      at: new Date(from.getTime() - place * 180_000),
      own: OWN,
      others: OTHERS,
      result: place % lostEach === 0 ? 'defeat' : 'victory',
    }))
  const rowsOf = async (db: Database) => {
    const rows = await db
      .selectFrom('meta_weeks')
      .selectAll()
      .orderBy('week')
      .orderBy('mode')
      .orderBy('event_id')
      .execute()
    return rows.map((row) => JSON.stringify(row, (_, value) => (value?.type === 'Buffer' ? value.data.join() : value)))
  }
  const total = async () => {
    const { rows } = await sql<{ battles: number }>`
      select coalesce(sum(all_battles), 0)::integer as battles from meta_weeks where mode = ''`.execute(store.db)
    return rows[0]?.battles
  }

  it('count each battle once, whoever told it, and counting them again changes nothing', async () => {
    const battles = battlesAt(daysAgo(0), 20)
    await ingest(store.db, [logOf('#2PPPPPPP', battles), logOf('#GJJJJJJJ', battles)])
    const announced: string[] = []
    context.announcements.listen((topics) => announced.push(...topics))
    expect(await countDueWeeks(context, never)).not.toEqual([])
    expect(announced).toEqual([META_CHANGE])
    expect(await total()).toBe(20)
    const first = await rowsOf(store.db)
    expect(await countDueWeeks(context, never)).toEqual([])
    await sql`insert into due_meta_weeks select distinct week from meta_weeks`.execute(store.db)
    expect(await countDueWeeks(context, never)).not.toEqual([])
    expect(await rowsOf(store.db)).toEqual(first)
  })

  it('are the same whatever the order in which logs and weeks come', async () => {
    const logs = [
      logOf('#2PPPPPPP', battlesAt(daysAgo(0), 20)),
      logOf('#GJJJJJJJ', battlesAt(daysAgo(0), 20)),
      logOf('#8QQQQQQQ', battlesAt(daysAgo(9), 20)),
    ]
    await ingest(store.db, logs)
    await countDueWeeks(context, never)
    const inOrder = await rowsOf(store.db)
    await store.reset()
    for (const log of logs.toReversed()) {
      await ingest(store.db, [log])
      await countDueWeeks(context, never)
    }
    expect(await rowsOf(store.db)).toEqual(inOrder)
    expect(await total()).toBe(40)
  })

  it.each(['#2PPPPPPP', '#GJJJJJJJ'])('keep the sides of %s, who is hidden, without a tag', async (tag) => {
    await ingest(store.db, [logOf('#2PPPPPPP', battlesAt(daysAgo(0), 20))])
    await countDueWeeks(context, never)
    const before = await rowsOf(store.db)
    await leaveBattles(store.db, tag)
    await sql`insert into due_meta_weeks select distinct week from meta_weeks`.execute(store.db)
    await store.db.deleteFrom('meta_weeks').execute()
    await countDueWeeks(context, never)
    expect(await rowsOf(store.db)).toEqual(before)
  })

  it('are counted by one of two collectors that come at the same time', async () => {
    await ingest(store.db, [
      logOf('#2PPPPPPP', battlesAt(daysAgo(0), 5)),
      logOf('#2PPPPPPP', battlesAt(daysAgo(14), 5)),
    ])
    const counted = (await Promise.all([countDueWeeks(context, never), countDueWeeks(context, never)])).flat()
    expect(counted).toHaveLength(new Set(counted).size)
    expect(counted).toHaveLength(2)
    expect(await total()).toBe(10)
  })

  // The embedded store has one connection: there nothing happens meanwhile.
  it.runIf(kind !== 'embedded')('are due as long as battles of them are being stored', async () => {
    await ingest(store.db, [logOf('#2PPPPPPP', battlesAt(daysAgo(0), 5))])
    await store.db.transaction().execute(async (transaction) => {
      await ingestBattleLogs(transaction, [logOf('#2PPPPPPP', battlesAt(daysAgo(0), 6))])
      await countDueWeeks(context, never)
    })
    await countDueWeeks(context, never)
    expect(await total()).toBe(6)
  })

  it('are due again when a collector stops, and when one crashed half an hour ago', async () => {
    await ingest(store.db, [logOf('#2PPPPPPP', battlesAt(daysAgo(0), 5))])
    expect(await countDueWeeks(context, AbortSignal.abort())).toEqual([])
    const [due] = await store.db.selectFrom('due_meta_weeks').selectAll().execute()
    await store.db.deleteFrom('due_meta_weeks').execute()
    const until = new Date(context.clock.now().getTime() + 30 * 60_000)
    await store.db
      .insertInto('meta_turns')
      .values({ week: due?.week ?? '', until })
      .execute()
    expect(await countDueWeeks(context, never)).toEqual([])
    await context.clock.advance(31 * 60_000)
    expect(await countDueWeeks(context, never)).toEqual([due?.week])
    expect(await total()).toBe(5)
  })

  it('stay for ever, also when an import brings a few of the battles back that were dropped', async () => {
    const old = battlesAt(daysAgo(50), 20)
    await ingest(store.db, [logOf('#2PPPPPPP', old)])
    await countDueWeeks(context, never)
    const before = await rowsOf(store.db)
    await context.clock.advance(80 * DAY_MS)
    await dropOldHistory(context)
    expect(await store.db.selectFrom('battles').select('battle_key').execute()).toEqual([])
    await ingest(store.db, [logOf('#8QQQQQQQ', old.slice(0, 3))])
    await countDueWeeks(context, never)
    expect(await rowsOf(store.db)).toEqual(before)
  })

  it('tell what tracked players win by family, bin and lobby, from 50 battles on', async () => {
    await ingest(store.db, [logOf('#2PPPPPPP', battlesAt(daysAgo(0), 48))])
    await countDueWeeks(context, never)
    expect((await readBaselines(context, 30))('ladder', 400, 'people')).toBeNull()
    await ingest(store.db, [logOf('#2PPPPPPP', battlesAt(daysAgo(2), 12))])
    await countDueWeeks(context, never)
    await context.clock.advance(10 * 60_000)
    const baselines = await readBaselines(context, 30)
    // A third of 48 and of 12 were lost.
    expect(baselines('ladder', 400, 'people')).toBeCloseTo(2 / 3, 10)
    expect(baselines('ladder', 600, 'people')).toBeNull()
    expect(baselines('ladder', 400, 'bots')).toBeNull()
    expect(baselines('ranked', null, 'people')).toBeNull()
  })

  it('tell it of the window that is asked for, of four weeks at least', async () => {
    await ingest(store.db, [
      logOf('#2PPPPPPP', battlesAt(daysAgo(0), 60)),
      logOf('#2PPPPPPP', battlesAt(daysAgo(60), 60, 6)),
    ])
    await countDueWeeks(context, never)
    const shareIn = async (days: number) => (await readBaselines(context, days))('ladder', 400, 'people')
    // A third of the battles of this week were lost, and a sixth of those of two months ago.
    expect(await shareIn(7)).toBeCloseTo(2 / 3, 10)
    expect(await shareIn(30)).toBeCloseTo(2 / 3, 10)
    expect(await shareIn(90)).toBeCloseTo((40 + 50) / 120, 10)
  })
})
