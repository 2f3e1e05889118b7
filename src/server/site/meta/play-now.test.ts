import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countDueWeeks } from '#server/history/battles/meta-weeks.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { getMeta } from '#shared/contract/meta.ts'
import { getPlayNow } from '#shared/contract/play-now.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { ownedBrawler, profile } from '#test/club-history.ts'
import { type FoughtBattle, logOf } from '#test/fought-battles.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerMeta } from './routes.ts'

const [PIPER, COLT, SHELLY] = [16000015, 16000001, 16000000]
const KNOCKOUT = { id: 15000053, mode: 'knockout', map: "Belle's Rock" }
const BOUNTY = { id: 15000005, mode: 'bounty', map: 'Hideout' }
const NEVER_PLAYED = { id: 15000111, mode: 'soloShowdown', map: 'Feast or Famine' }
const [ADA, BEN, CAT, DAN] = ['#2PPPPPPP', '#2QQQQQQQ', '#2RRRRRRR', '#2JJJJJJJ']
/** After that a kept answer is not given without asking the store. */
const PAST_FRESH_MS = 6 * MINUTE_MS + 1

const strong = (id: number, trophies: number, power = 9) => ({ ...ownedBrawler(id, trophies), power })

describe.each(storeKinds)('what to play now (%s)', (kind) => {
  let store: TestStore
  let app: FastifyInstance
  const clock = manualClock(new Date('2026-06-03T12:00:00Z'))
  const now = clock.now().getTime()
  const hours = (number: number) => new Date(now + number * HOUR_MS)

  /** So many battles of Ada's team, of which every third is lost. */
  const fought = (number: number, days: number, brawler: number, more: Partial<FoughtBattle> = {}) =>
    logOf(
      ADA,
      Array.from({ length: number }, (_, place): FoughtBattle => {
        const at = new Date(now - days * DAY_MS - place * 3 * MINUTE_MS)
        const own = { [ADA]: brawler, '#8QQQQQQQ': SHELLY, '#9RRRRRRR': SHELLY }
        const others = { '#GJJJJJJJ': COLT, '#LCCCCCCC': PIPER, '#YUUUUUUU': PIPER }
        return { at, own, others, result: place % 3 === 0 ? 'defeat' : 'victory', event: KNOCKOUT, ...more }
      }),
    )

  beforeAll(async () => {
    store = await openTestStore(kind)
    const context = openTestContext({ store, clock })
    const open = (event: typeof KNOCKOUT, until: number) => ({ ...event, startsAt: hours(-9), endsAt: hours(until) })
    await ingest(store.db, [
      { kind: 'rotation', observedAt: hours(-1), body: [open(KNOCKOUT, 3), open(BOUNTY, 5), open(NEVER_PLAYED, 5)] },
      fought(60, 1, PIPER),
      fought(30, 2, PIPER, { event: { ...KNOCKOUT, id: 15000054 } }),
      fought(51, 3, SHELLY, { type: 'soloRanked', trophies: 9 }),
      profile(hours(-2), ADA, 2000, {
        name: 'Ada',
        brawlers: [strong(PIPER, 520), { ...strong(COLT, 500), name: 'COLT' }, strong(SHELLY, 500, 6)],
      }),
      profile(hours(-2), BEN, 900, { name: 'Ben', brawlers: [strong(PIPER, 500, 3)] }),
      profile(hours(-2), CAT, 900),
    ])
    await countDueWeeks(context, new AbortController().signal)
    app = openTestApp(context, [registerMeta])
  }, 60_000)
  afterAll(() => store.close())

  const playNow = (tag: string) => ask(app, getPlayNow, { params: { tag } })

  it('names the best of the brawlers that a player owns on each map that is open, from own battles and those of others', async () => {
    const { events, ...answer } = await playNow(ADA)
    expect(answer).toMatchObject({ tag: ADA, name: 'Ada', days: 90, min_power: 7, owned: 3, fit: 2, stale: false })
    expect(events.map(({ map, ends_at }) => [map, ends_at])).toEqual([
      ["Belle's Rock", hours(3).toISOString()],
      ['Hideout', hours(5).toISOString()],
      ['Feast or Famine', hours(5).toISOString()],
    ])
    const [knockout, bounty, showdown] = events
    const { brawlers } = await ask(app, getMeta, { query: { event_id: KNOCKOUT.id, bin: 400 } })
    const others = new Map(brawlers.map(({ brawler_id, rate }) => [brawler_id, rate ?? 0]))
    const piper = others.get(PIPER) ?? 0
    expect(knockout?.best).toMatchObject([
      {
        brawler_id: PIPER,
        own: { battles: 90, won: 60, map_battles: 60, map_won: 40 },
        others: { share: piper, of: 'map' },
        // 40 of 60 here, and 20 of 30 elsewhere, which count a third.
        share: expect.closeTo((20 * piper + 100 * (40 + 20 / 3)) / (20 + 60 + 10), 0),
      },
      { brawler_id: COLT, brawler_name: 'COLT', own: null, share: others.get(COLT), others: { of: 'map' } },
    ])
    expect(bounty?.best.map(({ others, own }) => [others?.of, own])).toEqual([
      ['all', null],
      ['all', null],
    ])
    expect(showdown).toMatchObject({ counts: 'places', best: [] })
  })

  it('does the same for the modes of Ranked, whose maps nobody knows before', async () => {
    const { ranked } = await playNow(ADA)
    expect(ranked).toMatchObject([{ mode: 'knockout', counts: 'wins' }])
    expect(ranked[0]?.best.map(({ brawler_id, others }) => [brawler_id, others?.of])).toEqual([
      [COLT, 'mode'],
      [PIPER, 'mode'],
    ])
  })

  it('is a table for spreadsheets', async () => {
    const { headers, body } = await app.inject(`/api/analytics/player/${ADA.slice(1)}/play-now?format=csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows = body.trim().split(/\r?\n/)
    expect(rows[0]).toContain('family,mode,event_id,map,ends_at,counts,brawler_id,brawler,power,trophies,share')
    expect(rows).toHaveLength(1 + 4 + 2)
  })

  it('names no brawler where none is strong enough, and refuses a player who is not tracked', async () => {
    const [ben, cat] = await Promise.all([playNow(BEN), playNow(CAT)])
    expect([ben.owned, ben.fit, cat.owned, cat.fit]).toEqual([1, 0, 0, 0])
    for (const { events } of [ben, cat]) expect(events.flatMap(({ best }) => best)).toEqual([])
    expect(refusalOf(await app.inject(`/api/analytics/player/${DAN.slice(1)}/play-now`))).toMatchObject({
      code: 'player_not_tracked',
    })
  })

  it('forgets maps that are over, and says nothing of a player who is hidden', async () => {
    await clock.advance(3 * HOUR_MS + PAST_FRESH_MS)
    expect((await playNow(ADA)).events.map(({ map }) => map)).toEqual(['Hideout', 'Feast or Famine'])
    await clock.advance(2 * HOUR_MS)
    expect((await playNow(ADA)).events).toEqual([])
    await store.db
      .insertInto('tombstones')
      .values({ tag: ADA, wish: 'hide', since: clock.now(), deletes_at: null, alias: 'hidden-0123456789ab' })
      .execute()
    await clock.advance(HOUR_MS)
    expect(refusalOf(await app.inject(`/api/analytics/player/${ADA.slice(1)}/play-now`))).toMatchObject({
      code: 'player_hidden',
    })
  })
})
