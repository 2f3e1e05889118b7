import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renewBattleMonths } from '#server/history/battles/battle-months.ts'
import { renewBrawlerPlayers } from '#server/history/battles/brawler-players.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { carryOut, deleteDue } from '#server/site/proofs/carry-out.ts'
import { getBrawlerMeta } from '#shared/contract/meta.ts'
import { DAY_MS, MINUTE_MS } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { type FoughtBattle, logOf } from '#test/fought-battles.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { settle } from '#test/small-world.ts'
import { registerMeta } from './routes.ts'

const [PIPER, COLT, SHELLY] = [16000015, 16000001, 16000000]
const [ADA, BEN, CAT, DAN] = ['#2PPPPPPP', '#2QQQQQQQ', '#2RRRRRRR', '#2JJJJJJJ']
const NAMES = { [ADA]: 'Ada', [BEN]: 'Ben', [CAT]: 'Cat', [DAN]: 'Dan' }
const NOW = new Date('2026-06-03T12:00:00Z')
/** After that a kept answer is not given without asking the store. Five times are less than an hour. */
const PAST_FRESH_MS = 6 * MINUTE_MS + 1

/** Tags that share no first character, so that nobody takes them for bots. */
const PEOPLE = { '#GJJJJJJJ': SHELLY, '#LCCCCCCC': SHELLY, '#YUUUUUUU': SHELLY }
const BOTS = { '#PPP': SHELLY, '#PPQ': SHELLY, '#PPR': SHELLY }

/** The log of a player who won and lost so many battles with a brawler, some days ago. */
function played(tag: string, brawler: number, [wins, losses, draws = 0]: number[], days: number, more = {}) {
  const results = [
    ...Array.from({ length: wins ?? 0 }, () => 'victory' as const),
    ...Array.from({ length: losses ?? 0 }, () => 'defeat' as const),
    ...Array.from({ length: draws }, () => 'draw' as const),
  ]
  const own = { [tag]: brawler, '#8VVVVVVV': SHELLY, '#9CCCCCCC': SHELLY }
  return logOf(
    tag,
    results.map((result, place): FoughtBattle => {
      const at = new Date(NOW.getTime() - days * DAY_MS - place * 3 * MINUTE_MS)
      return { at, own, others: PEOPLE, result, ...more }
    }),
  )
}

describe.each(storeKinds)('who plays a brawler best, on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  let app: FastifyInstance
  const clock = manualClock(NOW)

  beforeAll(async () => {
    store = await openTestStore(kind)
    context = openTestContext({ store, clock })
    const members = Object.entries(NAMES).map(([tag, name]) => ({ tag, name, days: [1000] }))
    await settle(context, [{ tag: '#PYQ', name: 'Friends', members }])
    await ingest(store.db, [
      played(ADA, PIPER, [40, 10, 2], 1),
      played(ADA, COLT, [0, 20], 4),
      played(BEN, PIPER, [19, 1], 40),
      // Three of three, and nineteen, are too few; bots, showdowns of luck and another family are not counted.
      played(CAT, PIPER, [19, 0], 2),
      played(CAT, PIPER, [30, 0], 3, { others: BOTS }),
      played(CAT, PIPER, [25, 0], 5, { type: 'soloRanked', trophies: 9 }),
      played(DAN, PIPER, [5, 25], 1),
      played(DAN, PIPER, [60, 0], 70),
    ])
    await renew()
    app = openTestApp(context, [registerMeta])
  }, 60_000)
  afterAll(() => store.close())

  const renew = async () => {
    await renewBattleMonths(store.db)
    return renewBrawlerPlayers(context)
  }
  const piper = (query = {}) => ask(app, getBrawlerMeta, { params: { brawler_id: PIPER }, query })
  const names = async () => (await piper()).players.map(({ name }) => name)

  it('is told by what they surely win, with what each rate is made of', async () => {
    const { players, players_since } = await piper()
    expect(players_since).toBe('2026-04-01')
    // Ben won 19 of 20 and Ada 40 of 50: their lower ends are 76.4 and 67.0. Dan's 60 wins of March are too long ago.
    expect(players.map(({ name, wins, losses, draws }) => [name, wins, losses, draws])).toEqual([
      ['Ben', 19, 1, 0],
      ['Ada', 40, 10, 2],
      ['Dan', 5, 25, 0],
    ])
    const [ben, ada] = players
    expect(ben).toMatchObject({ tag: BEN, battles: 20, low: 76.4, sample: 'building', prior_weight: 25 })
    // Ada wins 40 of 70 with all brawlers: (40 + 10) / 90 = 55.6 %. With Piper (40 + 25 x 0.5556) / 75 = 71.9 %.
    expect(ada).toMatchObject({ tag: ADA, battles: 52, low: 67, prior: 55.6, rate: 71.9 })
  })

  it('is of the family that the reader chose', async () => {
    const { players } = await piper({ family: 'ranked' })
    expect(players.map(({ name, wins }) => [name, wins])).toEqual([['Cat', 25]])
  })

  it('is nobody where nobody has 20 battles with the brawler', async () => {
    await ingest(store.db, [{ kind: 'brawlers', observedAt: NOW, body: [listed(SHELLY, 'SHELLY')] }])
    const shelly = await ask(app, getBrawlerMeta, { params: { brawler_id: SHELLY }, query: {} })
    expect(shelly.players).toEqual([])
  })

  it('is in the table for spreadsheets', async () => {
    const { body } = await app.inject(`/api/analytics/meta/brawler/${PIPER}?format=csv`)
    const lines = body.slice(1).trim().split('\r\n')
    expect(lines[0]).toMatch(/,top_half,player_tag,player$/)
    expect(lines[2]).toBe(`,,,52,,40,10,2,71.9,67,88.8,building,,,,,,,${ADA},Ada`)
  })

  it('is somebody else as soon as that is stored, also where another process has kept the answer', async () => {
    const other = openTestApp(openTestContext({ store, clock }), [registerMeta])
    const look = async () => {
      await clock.advance(PAST_FRESH_MS)
      return (await ask(other, getBrawlerMeta, { params: { brawler_id: COLT }, query: {} })).players.map(
        (each) => each.name,
      )
    }
    expect([await look(), await look(), await look()]).toEqual([['Ada'], ['Ada'], ['Ada']])
    await ingest(store.db, [played(DAN, COLT, [20, 0], 3)])
    await renew()
    expect(await look()).toEqual(['Dan', 'Ada'])
    await store.db.updateTable('players').set({ name: 'Daniel' }).where('tag', '=', DAN).execute()
    expect(await look()).toEqual(['Daniel', 'Ada'])
    await store.db.updateTable('players').set({ name: 'Dan' }).where('tag', '=', DAN).execute()
  })

  it('is the same after it is made again, and whoever plays more is looked at again', async () => {
    const before = await store.db.selectFrom('brawler_players').selectAll().orderBy('player_tag').execute()
    expect(await renew()).toBe(0)
    await store.db.insertInto('due_brawler_players').values([ADA, BEN, CAT, DAN].map(due)).execute()
    expect(await renew()).toBe(4)
    const after = await store.db.selectFrom('brawler_players').selectAll().orderBy('player_tag').execute()
    expect(after.map(textOf).sort()).toEqual(before.map(textOf).sort())
    await ingest(store.db, [played(CAT, PIPER, [5, 0], 0.5)])
    expect(await renew()).toBe(1)
    expect(await names()).toEqual(['Cat', 'Ben', 'Ada', 'Dan'])
  })

  it('is no hidden player, until they show themselves', async () => {
    await carryOut(context, BEN, 'hide')
    expect(await stored(BEN)).toBe(0)
    expect(await names()).toEqual(['Cat', 'Ada', 'Dan'])
    // Also a mark that comes later lists nobody who is hidden.
    await ingest(store.db, [played(BEN, PIPER, [5, 0], 0.2)])
    await renew()
    expect(await stored(BEN)).toBe(0)
    await carryOut(context, BEN, 'show')
    await renew()
    expect(await names()).toEqual(['Cat', 'Ben', 'Ada', 'Dan'])
  })

  it('is no deleted player', async () => {
    await carryOut(context, CAT, 'delete')
    clock.advance(DAY_MS + 1)
    await deleteDue(context)
    await renew()
    expect(await stored(CAT)).toBe(0)
    expect(await store.db.selectFrom('due_brawler_players').selectAll().execute()).toEqual([])
    expect(await names()).toEqual(['Ben', 'Ada', 'Dan'])
  })

  it('forgets months that are too long ago', async () => {
    clock.advance(30 * DAY_MS)
    expect(await renew()).toBe(3)
    // In July the months from May on are counted: all of Ben's battles are of April.
    expect(await names()).toEqual(['Ada', 'Dan'])
  })

  const stored = async (tag: string) =>
    (await store.db.selectFrom('brawler_players').select('low').where('player_tag', '=', tag).execute()).length
})

const due = (player_tag: string) => ({ player_tag })
const textOf = (row: object) => JSON.stringify(row)
const listed = (id: number, name: string) => ({ id, name, gadgets: [], starPowers: [], hyperCharges: [] })
