import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countDueWeeks } from '#server/history/battles/meta-weeks.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { getBrawlerMeta, getMaps, getMeta } from '#shared/contract/meta.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { bestBrawlers } from '#shared/rate-order.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { type FoughtBattle, logOf } from '#test/fought-battles.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerMeta } from './routes.ts'

const [PIPER, COLT, SHELLY] = [16000015, 16000001, 16000000]
const KNOCKOUT = { id: 15000053, mode: 'knockout', map: "Belle's Rock" }
const BOUNTY = { id: 15000005, mode: 'bounty', map: 'Hideout' }
const NEVER_PLAYED = 15000111
const ADA = '#2PPPPPPP'
/** After that a kept answer is not given without asking the store. Five times are less than an hour. */
const PAST_FRESH_MS = 6 * MINUTE_MS + 1

/** Tags that share no first character, so that nobody takes them for bots. */
const teamOf = (brawler: number) => ({ [ADA]: brawler, '#8QQQQQQQ': brawler, '#9RRRRRRR': brawler })
const othersOf = (brawler: number) => ({ '#GJJJJJJJ': brawler, '#LCCCCCCC': brawler, '#YUUUUUUU': brawler })

describe.each(storeKinds)('brawlers and maps on the %s store', (kind) => {
  let store: TestStore
  let app: FastifyInstance
  const clock = manualClock(new Date('2026-06-03T12:00:00Z'))
  const now = clock.now().getTime()

  /** So many battles of Ada's team, of which every `lostEach`th is lost. */
  const fought = (number: number, days: number, lostEach: number, more: Partial<FoughtBattle> & { brawler: number }) =>
    Array.from({ length: number }, (_, place): FoughtBattle => {
      const result = place % lostEach === 0 ? 'defeat' : 'victory'
      const at = new Date(now - days * DAY_MS - place * 3 * MINUTE_MS)
      return { at, own: teamOf(more.brawler), others: othersOf(COLT), result, event: KNOCKOUT, ...more }
    })

  beforeAll(async () => {
    store = await openTestStore(kind)
    const context = openTestContext({ store, clock })
    const names = [PIPER, COLT].map((id) => ({ id, name: id === PIPER ? 'PIPER' : 'COLT' }))
    const brawlers = names.map((each) => ({ ...each, gadgets: [], starPowers: [], hyperCharges: [] }))
    const scheduled = (id: number, mode: string, map: string, hours: number) => {
      return {
        id,
        mode,
        map,
        startsAt: new Date(now - hours * HOUR_MS),
        endsAt: new Date(now + (24 - hours) * HOUR_MS),
      }
    }
    const offered = [
      scheduled(BOUNTY.id, 'bounty', 'Hideout', 4),
      scheduled(NEVER_PLAYED, 'heist', 'Safe Zone', 10),
      scheduled(KNOCKOUT.id, 'knockout', "Belle's Rock", 30),
    ]
    await ingest(store.db, [
      { kind: 'brawlers', observedAt: clock.now(), body: brawlers },
      { kind: 'rotation', observedAt: clock.now(), body: offered },
      logOf(ADA, fought(90, 1, 3, { brawler: PIPER, star: ADA })),
      logOf(ADA, fought(60, 7, 2, { brawler: SHELLY, event: BOUNTY, trophies: 1250 })),
      logOf(ADA, fought(60, 35, 2, { brawler: PIPER })),
      logOf(ADA, fought(12, 2, 12, { brawler: SHELLY, type: 'soloRanked', trophies: 9 })),
      // The same tags in a run are computer players: beaten, and counted nowhere here.
      logOf(ADA, fought(30, 3, 40, { brawler: COLT, others: { '#PPP': PIPER, '#PPQ': PIPER, '#PPR': PIPER } })),
    ])
    await countDueWeeks(context, new AbortController().signal)
    app = openTestApp(context, [registerMeta])
  }, 60_000)
  afterAll(() => store.close())

  it('show a visitor which brawlers win, with what each rate is made of', async () => {
    const meta = await ask(app, getMeta, { query: {} })
    expect(meta).toMatchObject({
      family: 'ladder',
      weeks: 4,
      since: '2026-05-11',
      enough: true,
      battles: 150,
      picks: 900,
    })
    expect(meta.modes).toEqual([
      { mode: 'knockout', battles: 90 },
      { mode: 'bounty', battles: 60 },
    ])
    expect(meta.brawlers.map(({ brawler_name }) => brawler_name)).toEqual(['PIPER', 'Brawler 16000000', 'COLT'])
    const piper = meta.brawlers[0]
    expect(piper).toMatchObject({ picks: 270, wins: 180, losses: 90, draws: 0, sample: 'enough', prior_weight: 50 })
    expect(piper?.pick_rate).toBe(30)
    // All tracked picks in this bin are Ada's Pipers: 60 of 90 won. All others win 120 + 90 of 180 + 270 there, so an
    // average brawler would win 60 + 84 in Piper's place: 0.5 + (180 - 144) / 270 = 0.6333. (171 + 25) / 320 = 0.6125.
    expect(piper?.corrected).toBe(63.3)
    expect(piper?.rate).toBe(61.3)
    expect(piper?.stars_per_win).toBe(0.5)
    // Four weeks before, half of the battles were won.
    expect(piper?.change).toBeGreaterThan(5)
    for (const { low, rate, high } of meta.brawlers) {
      expect([low, rate, high].toSorted((a, b) => Number(a) - Number(b))).toEqual([low, rate, high])
    }
  })

  it.each([
    [{ mode: 'bounty' }, 60, [SHELLY, COLT]],
    [{ event_id: BOUNTY.id }, 60, [SHELLY, COLT]],
    [{ event_id: BOUNTY.id, mode: 'knockout' }, 0, []],
    [{ weeks: 1 }, 90, [PIPER, COLT]],
    [{ weeks: 8 }, 210, [PIPER, SHELLY, COLT]],
    [{ bin: 1200 }, 150, [SHELLY, COLT]],
    [{ bin: 2000 }, 150, []],
    [{ family: 'ranked' as const }, 12, [SHELLY, COLT]],
  ])('are those of %j', async (query, battles, brawlers) => {
    const meta = await ask(app, getMeta, { query })
    expect(meta.battles).toBe(battles)
    expect(meta.brawlers.map(({ brawler_id }) => brawler_id).sort()).toEqual([...brawlers].sort())
  })

  it('name the map and its mode', async () => {
    const meta = await ask(app, getMeta, { query: { event_id: KNOCKOUT.id } })
    expect(meta).toMatchObject({ map: "Belle's Rock", mode: 'knockout', event_id: KNOCKOUT.id })
  })

  it('say that there are too few battles, and how many', async () => {
    const meta = await ask(app, getMeta, { query: { family: 'ranked' } })
    expect(meta).toMatchObject({
      enough: false,
      needed: 50,
      battles: 12,
      last_updated: expect.any(String),
      stale: true,
    })
    const nothing = await ask(app, getMeta, { query: { event_id: NEVER_PLAYED } })
    expect(nothing).toMatchObject({ enough: false, battles: 0, brawlers: [], last_updated: null, map: 'Safe Zone' })
  })

  it.each([
    ['family=friendly', 'family must be one of ladder, ranked'],
    ['weeks=5', 'weeks must be one of 1, 4, 8, 12'],
    ['weeks=x', 'weeks must be one of 1, 4, 8, 12'],
    ['bin=150', 'bin must be a multiple of 200, at most 2000'],
    ['bin=2200', 'bin must be a whole number from 0 to 2000'],
    ['event_id=0', 'event_id must be a whole number from 1 to 999999999'],
    ['event_id=15000999', 'event_id is unknown: no battle and no rotation has named this map'],
    ['mode=', 'mode is required'],
    ['format=xml', 'format must be json or csv'],
  ])('refuse %s', async (query, sentence) => {
    const answer = await app.inject(`/api/analytics/meta?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(refusalOf(answer).error).toBe(sentence)
  })

  it('show one brawler by mode, by map and week by week', async () => {
    const piper = await ask(app, getBrawlerMeta, { params: { brawler_id: PIPER }, query: {} })
    expect(piper).toMatchObject({ brawler_name: 'PIPER', enough: true, since: '2026-05-11' })
    expect(piper.overall).toMatchObject({ picks: 270, corrected: 63.3 })
    expect(piper.tier).toBe((await ask(app, getMeta, { query: {} })).brawlers[0]?.tier)
    expect(piper.by_mode.map(({ mode, picks }) => [mode, picks])).toEqual([['knockout', 270]])
    expect(piper.by_map).toMatchObject([{ event_id: KNOCKOUT.id, map: "Belle's Rock", mode: 'knockout', picks: 270 }])
    expect(piper.trend).toHaveLength(12)
    expect(piper.trend.at(-1)).toMatchObject({ week: '2026-06-01', picks: 270, pick_rate: 50 })
    // A week has what its rate is made of, so that pages can tell how it came about.
    const { wins, losses, draws, prior_weight } = piper.trend.at(-1) ?? {}
    expect([(wins ?? 0) + (losses ?? 0) + (draws ?? 0), prior_weight]).toEqual([270, 50])
    expect(piper.trend[0]).toMatchObject({ week: '2026-03-16', picks: 0, pick_rate: null })
    expect(piper.trend.filter(({ picks }) => picks > 0).map(({ week }) => week)).toEqual(['2026-04-27', '2026-06-01'])
    const shelly = await ask(app, getBrawlerMeta, { params: { brawler_id: SHELLY }, query: { bin: 0 } })
    expect(shelly).toMatchObject({ overall: null, by_mode: [], by_map: [] })
    const answer = await app.inject('/api/analytics/meta/brawler/16000999')
    expect([answer.statusCode, refusalOf(answer).error]).toEqual([404, 'There is no such brawler'])
    const wrong = await app.inject('/api/analytics/meta/brawler/x')
    expect(refusalOf(wrong).error).toBe('brawler_id must be a whole number from 1 to 999999999')
  })

  it('list maps, those that can be played now first, with their best brawlers', async () => {
    const { maps, last_updated } = await ask(app, getMaps, {})
    expect(last_updated).toBe('2026-06-02T12:00:00.000Z')
    expect(maps.map(({ event_id, battles, until }) => [event_id, battles, until !== null])).toEqual([
      [BOUNTY.id, 60, true],
      [NEVER_PLAYED, 0, true],
      [KNOCKOUT.id, 150, false],
    ])
    expect(maps[0]).toMatchObject({ map: 'Hideout', mode: 'bounty', until: '2026-06-04T08:00:00.000Z' })
    expect(maps[1]).toMatchObject({ map: 'Safe Zone', mode: 'heist', best: [] })
    expect(maps[2]?.best[0]).toMatchObject({ brawler_id: PIPER, brawler_name: 'PIPER', top_half: null })
    // The page of the map has the same on its podium.
    const { brawlers } = await ask(app, getMeta, { query: { event_id: KNOCKOUT.id } })
    const ids = (best: readonly { brawler_id: number }[] = []) => best.map(({ brawler_id }) => brawler_id)
    expect(ids(maps[2]?.best)).toEqual(ids(bestBrawlers(brawlers)))
  })

  it('tell of battles that came in since, once another process has counted the week again', async () => {
    const other = openTestContext({ store, clock })
    const played = () => ask(openTestApp(other, [registerMeta]), getMeta, { query: { weeks: 1 } })
    const one = () =>
      ask(openTestApp(other, [registerMeta]), getBrawlerMeta, { params: { brawler_id: PIPER }, query: {} })
    expect([(await played()).battles, (await one()).overall?.picks]).toEqual([90, 270])
    await ingest(store.db, [logOf(ADA, fought(5, 0, 2, { brawler: PIPER }))])
    await countDueWeeks(openTestContext({ store, clock }), new AbortController().signal)
    expect([(await played()).battles, (await one()).overall?.picks]).toEqual([95, 285])
  })

  it('tell the same of them where answers are kept, and no others where nothing has changed', async () => {
    const keeps = openTestApp(openTestContext({ store, clock }), [registerMeta])
    const look = async () => {
      await clock.advance(PAST_FRESH_MS)
      const { battles, brawlers } = await ask(keeps, getMeta, { query: { weeks: 1 } })
      const { overall } = await ask(keeps, getBrawlerMeta, { params: { brawler_id: PIPER }, query: {} })
      return [battles, brawlers.length, overall?.picks]
    }
    const before = [await look(), await look(), await look()]
    expect(before).toEqual(Array(3).fill([95, 2, 285]))
    await ingest(store.db, [logOf(ADA, fought(4, 0.5, 2, { brawler: PIPER }))])
    expect(await look()).toEqual([95, 2, 285])
    await countDueWeeks(openTestContext({ store, clock }), new AbortController().signal)
    expect(await look()).toEqual([99, 2, 297])
  })

  it.each([
    ['/api/analytics/meta?format=csv', 'brawler_id,brawler,tier,picks,pick_rate,wins', 4],
    [`/api/analytics/meta/brawler/${PIPER}?format=csv`, 'mode,event_id,map,picks', 4],
    ['/api/analytics/maps?format=csv', 'event_id,map,mode,battles,in_rotation_until,best_1', 4],
  ])('are tables for spreadsheets at %s', async (path, head, lines) => {
    const answer = await app.inject(path)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.body.slice(1).startsWith(head)).toBe(true)
    const rows = answer.body.trim().split('\r\n')
    expect(rows).toHaveLength(lines)
    // No cell of these holds a comma.
    expect(new Set(rows.map((row) => row.split(',').length)).size).toBe(1)
  })
})
