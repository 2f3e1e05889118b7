import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readForecastFit, refitForecasts } from '#server/history/forecast-fits.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { replayDue } from '#server/history/ingest/replay.ts'
import { USUAL_WIDENING } from '#server/metrics/forecast.ts'
import { getClubForecast, getPlayerForecast } from '#shared/contract/forecast.ts'
import { DAY_MS } from '#shared/days.ts'
import { forecastReason } from '#shared/forecast-reason.ts'
import { createRandom } from '#shared/random.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { ownedBrawler, profile } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { rising, type Settlement, settle } from '#test/small-world.ts'
import { registerProgression } from './routes.ts'

const NOW = new Date('2026-03-15T13:00:00Z')
const CLUB = '#2PP'
const [ADA, BO, CY] = ['#P00', '#Q00', '#C00']

describe.each(storeKinds)('forecasts (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const open = (now = NOW) => {
    const context = openTestContext({ store, clock: manualClock(now) })
    return { context, app: openTestApp(context, [registerProgression]) }
  }
  const players = [
    { tag: ADA, name: 'Ada', days: rising('#'.repeat(40), 9000) },
    { tag: BO, name: 'Bo', days: rising(`#${'.'.repeat(39)}`, 4000) },
    { tag: CY, name: 'Cy', days: rising('#.'.repeat(20), 7000, 20) },
  ]
  const settled = async (clubs: Settlement[] = [{ tag: CLUB, name: 'Dolphins', members: players }]) => {
    const site = open()
    await settle(site.context, clubs)
    return site
  }

  it('tell a player who wins 10 a day when the next milestone comes', async () => {
    const { app } = await settled()
    const answer = await ask(app, getPlayerForecast, { params: { tag: ADA }, query: {} })
    expect(answer).toMatchObject({
      tag: ADA,
      trophies: 9400,
      target: 10_000,
      unavailable_reason: null,
      basis: { days: 28, active_days: 28, gain_a_day: 10 },
      futures_of_100: 100,
      widening: USUAL_WIDENING.player,
      accuracy: null,
    })
    // Nobody is certain to win 10 a day: the ends are 1.25 and 1.95 x 10 trophies from the middle on the first day.
    expect(answer.arrival?.median).toEqual({ days: 60, date: '2026-05-14' })
    expect(answer.arrival?.earliest.days).toBeLessThan(60)
    expect(answer.arrival?.latest?.days).toBeGreaterThan(60)
    expect(answer.fan[0]).toEqual({ date: '2026-03-16', low: 9398, middle: 9410, high: 9430 })
    expect(answer.fan).toHaveLength(30)
  })

  it('answer for any number, and say why where there is none', async () => {
    const { app } = await settled()
    const forecast = (tag: string, target: number) =>
      ask(app, getPlayerForecast, { params: { tag }, query: { target } })
    expect((await forecast(ADA, 9500)).arrival?.median).toEqual({ days: 10, date: '2026-03-25' })
    expect(await forecast(ADA, 100_000)).toMatchObject({
      unavailable_reason: 'At this pace it takes more than 90 days.',
      arrival: null,
      futures_of_100: null,
    })
    expect((await forecast(ADA, 9400)).unavailable_reason).toBe('This number is reached already.')
    const silent = await forecast(BO, 5000)
    expect(silent.unavailable_reason).toBe('A forecast needs 4 days with play in the last 28; so far there are 0.')
    expect(silent).toMatchObject({ fan: [], arrival: null, futures_of_100: null, trophies: 4010 })
  })

  it('tell when a brawler has its next thousand, from its own changes on 14 days with a profile', async () => {
    let { app } = await settled()
    const SHELLY = 16_000_000
    /** So many days before today she had 10 trophies fewer for each. */
    const daysAgo = (days: number) => {
      const shelly = { ...ownedBrawler(SHELLY, 950 - 10 * days), name: 'SHELLY', highestTrophies: 1020 }
      const brawlers = [shelly, ownedBrawler(16_000_013, 400)]
      return profile(new Date(NOW.getTime() - days * DAY_MS), ADA, 9400, { brawlers })
    }
    const since = (days: number) =>
      ingest(
        store.db,
        Array.from({ length: days + 1 }, (_, day) => daysAgo(days - day)),
      )
    const forecast = (brawler: number, target?: number) =>
      ask(app, getPlayerForecast, { params: { tag: ADA }, query: { brawler, ...(target && { target }) } })
    await since(13)
    const early = await forecast(SHELLY)
    expect(early).toMatchObject({
      ...{ trophies: 950, target: 2000, arrival: null, futures_of_100: null, fan: [] },
      brawler: { brawler_id: SHELLY, name: 'Shelly', level: 1 },
      unavailable_reason: 'A brawler’s forecast needs profiles from 14 of the last 28 days.',
    })
    await ingest(store.db, [daysAgo(14), daysAgo(15)])
    await replayDue(store.db)
    app = open().app
    // It had 1,020 trophies once, so 2,000 come next: 1,050 trophies away, 10 of them a day.
    expect((await forecast(SHELLY)).unavailable_reason).toBe('At this pace it takes more than 90 days.')
    const near = await forecast(SHELLY, 1000)
    expect(near).toMatchObject({ unavailable_reason: null, basis: { days: 14, active_days: 14, gain_a_day: 10 } })
    expect(near).toMatchObject({ arrival: { median: { days: 5, date: '2026-03-20' } }, accuracy: null })
    const silent = 'A forecast needs 4 days with play in the last 28; so far there are 0.'
    expect((await forecast(16_000_013)).unavailable_reason).toBe(silent)
    // Bought today: the profiles of before are enough, and none of them shows it.
    const BOUGHT = 16_000_020
    const { body } = daysAgo(0)
    const bought = { ...body, brawlers: [...body.brawlers, ownedBrawler(BOUGHT, 10)] }
    await ingest(store.db, [{ ...daysAgo(0), observedAt: new Date(NOW.getTime() + 1000), body: bought }])
    app = open().app
    const unplayed = await forecast(BOUGHT)
    expect(unplayed).toMatchObject({ unavailable_code: 'needs_play', unavailable_reason: silent, basis: { days: 0 } })
    expect(forecastReason(unplayed)).toBe(silent)
    expect(await forecast(16_000_099)).toMatchObject({
      ...{ trophies: null, target: null },
      unavailable_reason: 'The last profile does not show this brawler.',
    })
    expect((await app.inject('/api/analytics/player/P00/forecast?brawler=x')).statusCode).toBe(400)
    expect((await app.inject('/api/analytics/player/9999/forecast?brawler=16000000')).statusCode).toBe(404)
  })

  it('are told as of when somebody was last seen, however long nobody has looked since', async () => {
    await settled()
    const toldAfter = async (days: number) => {
      const { app } = open(new Date(NOW.getTime() + days * DAY_MS))
      const { stale: _, ...player } = await ask(app, getPlayerForecast, { params: { tag: ADA }, query: {} })
      const { stale: _stale, ...club } = await ask(app, getClubForecast, { params: { tag: CLUB }, query: {} })
      return { player, club }
    }
    const told = await toldAfter(0)
    for (const days of [6, 40]) expect(await toldAfter(days)).toEqual(told)
  })

  it('refuse what is no number with a sentence, and those who are unknown or hidden', async () => {
    const { app, context } = await settled()
    for (const target of ['0', '-5', '1e3', '0x10', '', 'soon', '100000001']) {
      const refused = await app.inject(`/api/analytics/player/P00/forecast?target=${target}`)
      expect(refused.statusCode).toBe(400)
      expect(refusalOf(refused).error).toBe('target must be a whole number from 1 to 100000000')
    }
    expect((await app.inject('/api/analytics/player/9999/forecast')).statusCode).toBe(404)
    expect((await app.inject('/api/analytics/club/9999/forecast')).statusCode).toBe(404)
    await sql`insert into tombstones values (${ADA}, 'hide', 'hidden-0123456789ab', ${NOW})`.execute(context.db)
    expect((await app.inject('/api/analytics/player/P00/forecast')).statusCode).toBe(404)
  })

  it('are a table for spreadsheets', async () => {
    const { app } = await settled()
    const { body } = await app.inject('/api/analytics/player/P00/forecast?format=csv')
    expect(body.split('\r\n').slice(0, 2)).toEqual(['\uFEFFdate,low,middle,high', '2026-03-16,9398,9410,9430'])
  })

  it('tell how many of 100 futures of a club reach a number by the season end, and what a lever would do', async () => {
    const { app } = await settled()
    const answer = await ask(app, getClubForecast, { params: { tag: CLUB }, query: { target: 21_200 } })
    // The season ends on 2 April, the first Thursday: 17 days and 19 hours away. Ada and Cy win 10 a day each.
    expect(answer).toMatchObject({
      trophies: 20_810,
      season_ends_at: '2026-04-02T08:00:00.000Z',
      days_left: 18,
      members: 3,
      members_assumed: 0,
      basis: { days: 28, active_days: 28, gain_a_day: 20 },
      unavailable_reason: null,
    })
    expect(answer.fan).toHaveLength(18)
    expect(answer.futures_of_100).toBeLessThan(50)
    // Bo, the silent one, has 4,010 trophies; the median newcomer brings Cy's 7,400 and is there at once.
    expect(answer.lever?.newcomer).toEqual({ trophies: 7400, gain_a_day: 10, of: 3, from: 'members' })
    expect(answer.lever?.steps).toEqual([{ replaced: 1, futures_of_100: 100 }])
    expect((await ask(app, getClubForecast, { params: { tag: CLUB }, query: {} })).target).toBe(25_000)
  })

  it('use factors of the installation itself once it has enough windows, and say how often ranges held', async () => {
    const clubs = Array.from({ length: 4 }, (_, club) => moodyClub(club))
    const { app, context } = await settled(clubs)
    const tag = clubs[0]?.members[0]?.tag ?? ''
    expect(await refitForecasts(context)).toBe(2)
    expect(await refitForecasts(context)).toBe(0)
    const { widening, accuracy } = await readForecastFit(store.db, 'player')
    expect(widening.map(({ days }) => days)).toEqual([7, 14, 30])
    expect(widening[0]).not.toMatchObject(USUAL_WIDENING.player[0] ?? {})
    expect(accuracy?.ranges).toBe(3 * 4 * 100)
    expect(Math.abs((accuracy?.held ?? 0) / 1200 - 0.8)).toBeLessThan(0.06)
    const answer = await ask(app, getPlayerForecast, { params: { tag }, query: {} })
    const { checkedOn, ...counts } = accuracy ?? {}
    expect(answer.accuracy).toEqual({ ...counts, checked_on: '2026-03-15' })
    // Four clubs give 48 windows: too few for factors of their own, enough to tell how the usual ones did.
    const ofClubs = await readForecastFit(store.db, 'club')
    expect(ofClubs).toMatchObject({ widening: USUAL_WIDENING.club, accuracy: { ranges: 48 } })
    const tomorrow = open(new Date(NOW.getTime() + DAY_MS))
    // The players' factors stay for the month; those of clubs are tried again each day.
    expect(await refitForecasts(tomorrow.context)).toBe(1)
    const nextMonth = open(new Date(NOW.getTime() + 20 * DAY_MS))
    expect(await refitForecasts(nextMonth.context)).toBe(2)
  })
})

/** 25 members whose pace drifts over the weeks, over 85 days. */
function moodyClub(club: number): Settlement {
  const letters = '0289PYLQGR'
  const tagOf = (number: number) => `#2P${[...String(1000 + number)].map((digit) => letters[Number(digit)]).join('')}`
  const members = Array.from({ length: 25 }, (_, place) => {
    const random = createRandom(100 * club + place)
    let [trophies, pace] = [30_000, 60]
    const days = Array.from({ length: 85 }, () => {
      pace = Math.max(5, pace + 30 * (random() - 0.5))
      if (random() < 0.6) trophies += Math.round(2 * pace * random())
      return trophies
    })
    return { tag: tagOf(100 * club + place), name: `Player ${place}`, days }
  })
  return { tag: tagOf(5000 + club), name: `Club ${club}`, members }
}
