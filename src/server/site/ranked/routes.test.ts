import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlayerAnswer } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { getClubRanked, getPlayerRanked } from '#shared/contract/ranked.ts'
import { ask } from '#test/ask.ts'
import { CLUB, member, NO_RANKED, ownedBrawler, profile, scan } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerRanked } from './routes.ts'

const NOW = '2026-08-23T18:00:00Z'

/** A profile of season 47 before August 20, and of 48 from then on. */
function told(day: number, rating: number, tier: string, given: Partial<PlayerAnswer> = {}) {
  const now = { tier, rating }
  const ranked = { season: day < 20 ? 47 : 48, now, seasonBest: now, best: { tier: 'MASTERS II', rating: 9300 } }
  return profile(`2026-08-${day}T12:00:00Z`, '#P00', 3000, { ranked, ...given })
}

const poco = (trophies: number, prestigeLevel: number, maxWinStreak: number) => {
  return { ...ownedBrawler(16000013, trophies), name: 'POCO', highestTrophies: trophies, prestigeLevel, maxWinStreak }
}
const shelly = { ...ownedBrawler(16000000, 1100), name: 'SHELLY', highestTrophies: 1400, prestigeLevel: 1 }

describe.each(storeKinds)('Ranked and prestige (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const app = () => openTestApp(openTestContext({ store, clock: manualClock(new Date(NOW)) }), [registerRanked])

  it('of a player are the tier, what is missing to the next one, seasons and brawlers', async () => {
    await ingest(store.db, [
      told(10, 8900, 'MASTERS I', { totalPrestigeLevel: 1, brawlers: [shelly, poco(990, 0, 8)] }),
      told(20, 4500, 'MYTHIC I', { totalPrestigeLevel: 2, fame: 900, brawlers: [shelly, poco(1000, 1, 12)] }),
      told(22, 4750, 'MYTHIC I', { totalPrestigeLevel: 2, brawlers: [shelly, poco(1969, 1, 12)] }),
    ])
    const answer = await ask(app(), getPlayerRanked, { params: { tag: '#P00' }, query: {} })
    expect(answer.ranked).toEqual({
      ...{ tier: 'Mythic I', tier_place: 13, rating: 4750, as_of: '2026-08-22' },
      next_tier: { tier: 'Mythic II', tier_place: 14, rating_missing: 250 },
      season_best: { tier: 'Mythic I', tier_place: 13, rating: 4750 },
      best: { tier: 'Masters II', tier_place: 20, rating: 9300, first_seen: null },
      seasons: [
        {
          ...{ season: 48, first_seen: '2026-08-20', last_seen: '2026-08-22' },
          last: { tier: 'Mythic I', tier_place: 13, rating: 4750 },
          best: { tier: 'Mythic I', tier_place: 13, rating: 4750 },
        },
        {
          ...{ season: 47, first_seen: '2026-08-10', last_seen: '2026-08-10' },
          last: { tier: 'Masters I', tier_place: 19, rating: 8900 },
          best: { tier: 'Masters I', tier_place: 19, rating: 8900 },
        },
      ],
    })
    const rows = answer.ranked_days.map((row) => [row.date, row.rating, row.season_start, row.season])
    expect(rows).toEqual([
      ['2026-08-10', 8900, false, 47],
      ['2026-08-20', 4500, true, 48],
      ['2026-08-22', 4750, false, 48],
    ])
    expect(answer.ranked_days.map(({ prestige, fame }) => [prestige, fame])).toEqual([
      [1, null],
      [2, 900],
      [2, null],
    ])
    expect(answer.prestige).toMatchObject({ total: 2, as_of: '2026-08-22', fame: 900 })
    expect(answer.prestige?.next.map(({ name, trophies_missing }) => [name, trophies_missing])).toEqual([
      ['Poco', 31],
      ['Shelly', 900],
    ])
    // Shelly's was there before the first profile.
    expect(answer.prestige?.reached).toEqual([
      { brawler_id: 16000013, name: 'Poco', level: 1, first_seen: '2026-08-20' },
    ])
    const ofPoco = { on: '2026-08-20', tier: null, brawler_id: 16000013, brawler: 'Poco' }
    expect(answer.events).toEqual([
      { ...ofPoco, kind: 'prestige', figure: 1 },
      { ...ofPoco, kind: 'streak', figure: 10 },
    ])
    expect(answer.prestige?.streaks).toEqual([{ brawler_id: 16000013, name: 'Poco', wins: 12 }])
  })

  it('are unknown where profiles lack the fields, and shown of nobody who is hidden', async () => {
    await ingest(store.db, [profile('2026-08-22T12:00:00Z', '#P00', 3000, { brawlers: [ownedBrawler(16000000, 900)] })])
    const answer = await ask(app(), getPlayerRanked, { params: { tag: '#P00' }, query: {} })
    expect([answer.ranked, answer.ranked_days, answer.prestige]).toEqual([null, [], null])
    await store.db
      .insertInto('tombstones')
      .values({ tag: '#P00', wish: 'hide', alias: 'hidden-000000000001', since: new Date(NOW) })
      .execute()
    expect((await app().inject('/api/browse/player/P00/ranked')).statusCode).toBe(404)
  })

  it('of a player are the bests where profiles tell them alone, and days of prestige alone', async () => {
    const [seasonBest, best] = [
      { tier: 'MYTHIC II', rating: 5100 },
      { tier: 'PRO', rating: 11_400 },
    ]
    const ranked = { ...NO_RANKED, season: 48, seasonBest, best }
    await ingest(store.db, [
      profile('2026-08-21T12:00:00Z', '#P00', 3000, { totalPrestigeLevel: 3 }),
      profile('2026-08-22T12:00:00Z', '#P00', 3000, { ranked }),
    ])
    const answer = await ask(app(), getPlayerRanked, { params: { tag: '#P00' }, query: {} })
    const untold = { tier: null, tier_place: null, rating: null }
    expect(answer.ranked).toMatchObject({
      ...{ ...untold, as_of: null, next_tier: null },
      season_best: { tier: 'Mythic II', rating: 5100 },
      best: { tier: 'Pro', rating: 11_400 },
    })
    expect(answer.ranked_days).toEqual([
      { date: '2026-08-21', ...untold, season: null, season_start: false, prestige: 3, fame: null },
    ])
  })

  it('show a tier that nobody knows as it came, and what is missing of none', async () => {
    await ingest(store.db, [told(22, 12_500, 'GRAND CHAMPION')])
    const { ranked } = await ask(app(), getPlayerRanked, { params: { tag: '#P00' }, query: {} })
    expect(ranked).toMatchObject({ tier: 'Grand Champion', tier_place: null, rating: 12_500, next_tier: null })
  })

  it('of a club are its members by tier, the sum of prestige, and a row for each member', async () => {
    const at = '2026-08-22T12:00:00Z'
    const ranked = (tier: string, rating: number | null) => ({ ...NO_RANKED, now: { tier, rating } })
    await ingest(store.db, [
      scan('2026-08-22T11:00:00Z', [member('#P00', 3000), member('#Q00', 2000), member('#R00', 1000)]),
      profile(at, '#P00', 3000, { ranked: ranked('GOLD I', 1600), totalPrestigeLevel: 3 }),
      profile(at, '#Q00', 2000, { ranked: ranked('MYTHIC I', 4600), totalPrestigeLevel: 4 }),
    ])
    const answer = await ask(app(), getClubRanked, { params: { tag: CLUB } })
    expect(answer.tiers).toEqual([
      { tier: 'Mythic I', tier_place: 13, members: 1 },
      { tier: 'Gold I', tier_place: 7, members: 1 },
    ])
    expect([answer.unknown_members, answer.prestige]).toEqual([1, { total: 7, known_members: 2 }])
    const rows = answer.members.map((row) => [row.player_tag, row.tier, row.rating, row.prestige, row.as_of])
    expect(rows).toEqual([
      ['#Q00', 'Mythic I', 4600, 4, '2026-08-22'],
      ['#P00', 'Gold I', 1600, 3, '2026-08-22'],
      ['#R00', null, null, null, null],
    ])
  })

  it('of a club are those of the last 30 days: who was read before is not known', async () => {
    const now = { tier: 'MYTHIC I', rating: 4600 }
    const old = { ranked: { ...NO_RANKED, now }, totalPrestigeLevel: 4 }
    await ingest(store.db, [profile('2026-07-20T12:00:00Z', '#P00', 3000, old)])
    await ingest(store.db, [scan('2026-08-22T11:00:00Z', [member('#P00', 3000)])])
    const answer = await ask(app(), getClubRanked, { params: { tag: CLUB } })
    expect([answer.tiers, answer.unknown_members, answer.prestige.total]).toEqual([[], 1, null])
  })

  it('are tables for a spreadsheet', async () => {
    await ingest(store.db, [scan('2026-08-22T11:00:00Z', [member('#P00', 3000)]), told(22, 4750, 'MYTHIC I')])
    const ofPlayer = await app().inject('/api/browse/player/P00/ranked?format=csv')
    expect(ofPlayer.body.split('\r\n').slice(0, 2).join(' ')).toContain(
      'season_start,season,prestige,fame 2026-08-22,Mythic I,13,4750,no,48,,',
    )
    const ofClub = await app().inject(`/api/browse/club/${CLUB.slice(1)}/ranked?format=csv`)
    expect(ofClub.body).toContain('#P00,P00,Mythic I,13,4750,,2026-08-22')
  })
})
