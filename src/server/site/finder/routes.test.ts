import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renewClubProfiles } from '#server/directory/club-profiles.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { findClubs, getSimilarClubs } from '#shared/contract/finder.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { battle, battleLog, NO_RANKED, profile } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { rising, settle } from '#test/small-world.ts'
import { registerFinder } from './routes.ts'

const NOW = new Date('2026-03-29T20:00:00Z')
const ALPHABET = '0289PYLQGRJCUV'

/** The tag of a number: `#2P` and three letters of the game's alphabet. */
const tagOf = (number: number) =>
  `#2P${[196, 14, 1].map((place) => ALPHABET[Math.floor(number / place) % 14]).join('')}`

/** Sixty clubs of ten members; each club has 1,000 trophies a member more than the one before, and plays a little less. */
const CLUBS = 60
const MEMBERS = 10
const memberTag = (club: number, member: number) => tagOf(100 + club * MEMBERS + member)

function clubNumber(club: number) {
  return {
    tag: tagOf(club),
    name: `Club ${club}`,
    country: club % 2 === 0 ? 'DE' : 'BR',
    members: Array.from({ length: MEMBERS }, (_, member) => ({
      tag: memberTag(club, member),
      name: `Player ${member} of ${club}`,
      days: rising(member * 6 > club ? '###############' : '#..............', 10_000 + 1000 * club),
    })),
  }
}

/** Sixty battles of a member over the last 20 days, three a day at the same hours of UTC. */
function logOf(tag: string, hour: number, mode: string) {
  const battles = Array.from({ length: 60 }, (_, place) => {
    const midnight = Date.parse('2026-03-29T00:00Z') - (1 + Math.floor(place / 3)) * DAY_MS
    const at = new Date(midnight + hour * HOUR_MS + (place % 3) * 600_000)
    return battle(at.toISOString(), 8, { mode, key: `${tag} ${place}` })
  })
  return battleLog(NOW.toISOString(), tag, battles)
}

/** What a profile tells of a member's tier and prestige, whose trophies are those of the last scan. */
function profileOf(club: number, member: number, tier: string, prestige: number) {
  const trophies = 10_000 + 1000 * club + (member * 6 > club ? 150 : 10)
  const ranked = { ...NO_RANKED, now: { tier, rating: null } }
  const name = `Player ${member} of ${club}`
  return profile(NOW, memberTag(club, member), trophies, { name, ranked, totalPrestigeLevel: prestige })
}

describe.each(storeKinds)('finding a club on the %s store', (kind) => {
  let store: TestStore
  let app: ReturnType<typeof openTestApp>
  beforeAll(async () => {
    store = await openTestStore(kind)
    const context = openTestContext({ store, clock: manualClock(NOW) })
    await settle(
      context,
      Array.from({ length: CLUBS }, (_, club) => clubNumber(club)),
    )
    // Club 20 plays at 20 o'clock, club 21 at 4 o'clock in the morning, and one member of club 0 at 20 o'clock.
    const eight = Array.from({ length: 8 }, (_, member) => member)
    await ingest(store.db, [
      ...eight.map((member) => logOf(memberTag(20, member), 20, 'knockout')),
      ...eight.map((member) => logOf(memberTag(21, member), 4, 'knockout')),
      logOf(memberTag(0, 9), 20, 'knockout'),
      // Of club 20 the profiles of 8 members are known, of club 21 those of 7; the player of club 0 is in Mythic I.
      ...eight.map((member) => profileOf(20, member, ['GOLD I', 'DIAMOND I', 'PRO'][member % 3] ?? '', 10 + member)),
      ...eight.slice(1).map((member) => profileOf(21, member, 'MYTHIC I', 20)),
      profileOf(0, 9, 'MYTHIC I', 27),
    ])
    await store.db
      .updateTable('club_summaries')
      .set({ required_trophies: 31_000 })
      .where('tag', '=', tagOf(22))
      .execute()
    await store.db.updateTable('club_summaries').set({ entry: 'closed' }).where('tag', '=', tagOf(23)).execute()
    await store.db
      .insertInto('club_notices')
      .values({
        desk: tagOf(20),
        text: 'We play at night',
        languages: ['de'],
        min_trophies: 25_000,
        changed_at: NOW,
        version: 1,
      })
      .execute()
    expect(await renewClubProfiles(context, new AbortController().signal)).toBe(CLUBS)
    expect(await renewClubProfiles(context, new AbortController().signal)).toBe(0)
    app = openTestApp(context, [registerFinder])
  })
  afterAll(() => store.close())

  const similar = (tag: string) => ask(app, getSimilarClubs, { params: { tag } })
  const find = (query: CallInput<typeof findClubs>['query']) => ask(app, findClubs, { query })

  it('a club is compared with those most like it', async () => {
    const { parts, ...answer } = await similar(tagOf(30))
    expect(answer).toMatchObject({ enough: true, compared: 59, needed: 50, profiled: true })
    expect(answer.nearest.map((club) => club.club_name).slice(0, 3)).toEqual(['Club 29', 'Club 31', 'Club 32'])
    expect(answer.nearest).toHaveLength(10)
    // Four of ten play every day, as in five other clubs; in the 24 stronger clubs fewer do, in the 30 weaker ones more.
    expect(parts.active_share).toEqual({
      value: 40,
      percentile: expect.closeTo((100 * (24 + 2.5)) / 59, 0),
      typical: 50,
    })
    expect(parts.ghost_share.percentile).toBe(parts.active_share.percentile)
    // Nobody was watched for 90 days.
    expect(parts.retention_90d).toEqual({ value: null, percentile: null, typical: null })
    // Four won 140 trophies and six none, so the Gini coefficient is 0.6.
    expect([parts.median_gain.value, parts.evenness.value]).toEqual([0, 40])
  })

  it('a club without figures says so, and an unknown one is not found', async () => {
    await store.db.deleteFrom('club_profiles').where('tag', '=', tagOf(59)).execute()
    const fresh = openTestApp(openTestContext({ store, clock: manualClock(NOW) }), [registerFinder])
    const answer = await ask(fresh, getSimilarClubs, { params: { tag: tagOf(59) } })
    expect(answer).toMatchObject({ profiled: false, enough: false, compared: 0, mean: null, nearest: [] })
    const unknown = await app.inject({ url: '/api/analytics/club/2PVVVVV/similar' })
    expect([unknown.statusCode, refusalOf(unknown).code]).toEqual([404, 'club_not_tracked'])
  })

  it('a club and a player just found have no summary yet and are no strangers', async () => {
    // A search stores both at once; their summaries are made seconds later.
    const settled = clubNumber(CLUBS)
    await settle(openTestContext({ store, clock: manualClock(NOW) }), [settled])
    const [club, player] = [tagOf(CLUBS), memberTag(CLUBS, 0)]
    await store.db.deleteFrom('club_summaries').where('tag', '=', club).execute()
    await store.db.deleteFrom('player_summaries').where('tag', '=', player).execute()
    const fresh = openTestApp(openTestContext({ store, clock: manualClock(NOW) }), [registerFinder])
    expect(await ask(fresh, getSimilarClubs, { params: { tag: club } })).toMatchObject({ profiled: false, nearest: [] })
    const { about } = await ask(fresh, findClubs, { query: { tag: player } })
    expect(about).toMatchObject({ name: `Player 0 of ${CLUBS}`, club_tag: club })
  })

  it('a player finds the club that plays at the same hours', async () => {
    const { about, clubs } = await find({ tag: memberTag(0, 9), trophies: 30_500 })
    expect(about).toMatchObject({
      name: 'Player 9 of 0',
      trophies: 30_500,
      battles: 60,
      missing: [],
      club_tag: tagOf(0),
    })
    // Battles at 20 o'clock count for a quarter each in the hours beside it.
    const evening = Array.from({ length: 24 }, (_, hour) => ({ 19: 0.25, 20: 0.5, 21: 0.25 })[hour] ?? 0)
    expect([about.hour_shares, clubs[0]?.hour_shares]).toEqual([evening, evening])
    expect(about.hours).toEqual([20])
    expect(clubs[0]).toMatchObject({
      club_name: 'Club 20',
      parts: { hours: 1, modes: 1 },
      hours: [20],
      notice: { text: 'We play at night', languages: ['de'], min_trophies: 25_000 },
    })
    expect(clubs.find((club) => club.club_name === 'Club 21')?.parts).toMatchObject({ hours: 0, modes: 1 })
    expect(clubs.find((club) => club.club_name === 'Club 19')?.parts).toMatchObject({ hours: null, modes: null })
    expect(clubs.find((club) => club.club_name === 'Club 19')).toMatchObject({ hours: null, hour_shares: null })
  })

  it('the middle tier and prestige of a club count where 8 members are known', async () => {
    const { about, clubs } = await find({ tag: memberTag(0, 9), trophies: 30_500 })
    expect(about).toMatchObject({ tier: 'Mythic I', tier_place: 13, prestige: 27 })
    const of = (name: string) => clubs.find((club) => club.club_name === name)
    // Three are in Gold I, three in Diamond I and two are Pro; prestige is 10 to 17: (3 / 6 + 14 / 28) / 2.
    expect(of('Club 20')).toMatchObject({
      parts: { ranked: 0.5 },
      ranked: {
        ...{ tier: 'Diamond I', tier_place: 10, tier_members: 8, prestige: 13, prestige_members: 8, members: 10 },
      },
    })
    expect(of('Club 21')).toMatchObject({ parts: { ranked: null }, ranked: null })
    // Who names a tier is compared by it alone.
    const said = await find({ trophies: 30_500, tier: 13 })
    expect(said.about).toMatchObject({ tier: 'Mythic I', prestige: null, missing: ['hours', 'activity', 'modes'] })
    expect(said.clubs.find((club) => club.club_name === 'Club 20')?.parts.ranked).toBe(0.5)
  })

  it('a player of whom no profile tells leaves Ranked out for all clubs', async () => {
    const { about, clubs } = await find({ tag: memberTag(1, 9), trophies: 30_500 })
    expect(about).toMatchObject({ tier: null, tier_place: null, prestige: null })
    expect(about.missing).toContain('ranked')
    expect(clubs.find((club) => club.club_name === 'Club 20')).toMatchObject({
      parts: { ranked: null },
      ranked: { tier: 'Diamond I' },
    })
  })

  it('somebody says what they are like without a tag', async () => {
    const { about, clubs } = await find({ trophies: 30_500, days: 7, hours: '4', modes: 'knockout' })
    expect(about).toMatchObject({
      tag: null,
      trophies: 30_500,
      activity_score: 100,
      battles: null,
      missing: ['ranked'],
    })
    expect(clubs[0]).toMatchObject({ club_name: 'Club 21', parts: { hours: 1, modes: 1 } })
    expect(about.hour_shares?.slice(2, 7)).toEqual([0, 0.25, 0.5, 0.25, 0])
    expect((await find({ hours: '20,18,19,18' })).about.hours).toEqual([18, 19, 20])
    const { about: little, clubs: none } = await find({})
    expect([little.missing, little.hours, little.hour_shares, none]).toEqual([
      ['hours', 'activity', 'trophies', 'modes', 'ranked'],
      null,
      null,
      [],
    ])
  })

  it('only clubs are listed that take one in, as far as is asked', async () => {
    const names = async (query: CallInput<typeof findClubs>['query']) =>
      (await find({ trophies: 30_500, ...query })).clubs.map((club) => club.club_name)
    const usual = await names({})
    expect(usual).not.toContain('Club 22')
    expect(usual).not.toContain('Club 23')
    expect(await names({ bar: 'any' })).toContain('Club 22')
    expect((await names({ country: 'BR' })).every((name) => Number(name.slice(5)) % 2 === 1)).toBe(true)
    expect(await names({ entry: 'inviteOnly' })).toEqual([])
    expect(await names({ seats: 'free', limit: 3 })).toHaveLength(3)
    // The own club is not listed.
    expect((await find({ tag: memberTag(30, 0) })).clubs.map((club) => club.club_tag)).not.toContain(tagOf(30))
  })

  it.each([
    ['?tag=oops', 'Invalid search tag'],
    ['?hours=24', 'hours must be a list with commas'],
    ['?hours=', 'hours must be a list with commas'],
    ['?days=8', 'days must be a whole number from 0 to 7'],
    ['?country=de', 'country must be a code of two capital letters'],
    ['?tier=23', 'tier must be a whole number from 0 to 22'],
    ['?entry=closed', 'entry must be open or inviteOnly'],
  ])('%s is refused with a sentence', async (query, error) => {
    const answer = await app.inject({ url: `/api/finder/clubs${query}` })
    expect([answer.statusCode, refusalOf(answer)]).toMatchObject([400, { error, code: 'invalid' }])
  })

  it('a hidden or unknown player is not found', async () => {
    const unknown = await app.inject({ url: '/api/finder/clubs?tag=2PVVVVV' })
    expect([unknown.statusCode, refusalOf(unknown).code]).toEqual([404, 'player_not_tracked'])
  })
})
