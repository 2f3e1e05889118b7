import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { dropOldHistory } from '#server/history/retention.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayerAnalytics } from '#shared/contract/players.ts'
import { getBoard, getClubChanges, getPlayerChanges } from '#shared/contract/returning.ts'
import { eventSentence } from '#shared/event-texts.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { CLUB, member, ownedBrawler, profile, scan, storeClubHistory } from '#test/club-history.ts'
import { isWholeRun } from '#test/how-much.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { anyHistory } from '#test/recomputed-history.ts'
import { registerPlayers } from '../players/routes.ts'
import { registerProgression } from './routes.ts'

const NOW = '2026-03-15T20:00:00Z'

type Changes = Output<typeof getClubChanges>

const sentences = ({ events }: Changes) => events.map((event) => eventSentence(event))

describe.each(storeKinds)('what changed since a moment (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const app = (now = NOW) =>
    openTestApp(openTestContext({ store, clock: manualClock(new Date(now)) }), [registerProgression, registerPlayers])
  const club = (since: string, now = NOW) => ask(app(now), getClubChanges, { params: { tag: CLUB }, query: { since } })
  const player = (tag: string, since: string, now = NOW) =>
    ask(app(now), getPlayerChanges, { params: { tag }, query: { since } })

  const ada = (trophies: number, given = {}) => member('#ADA', trophies, given)

  it('tells a leader who comes back after three days who came, left and rose, and what was won', async () => {
    await ingest(store.db, [
      scan('2026-03-12T08:00Z', [ada(1000), member('#Y0', 2000), member('#L0', 500)]),
      scan('2026-03-12T12:00Z', [ada(1040), member('#Y0', 2000), member('#L0', 500)]),
      scan('2026-03-13T12:00Z', [ada(1100, { role: 'senior' }), member('#Y0', 2000), member('#P0', 300)]),
      scan('2026-03-15T12:00Z', [ada(1150, { role: 'senior' }), member('#Y0', 2000), member('#P0', 340)], {
        type: 'closed',
      }),
    ])
    const changes = await club('2026-03-12T10:00:00Z')
    expect(changes).toMatchObject({
      since: '2026-03-12T10:00:00.000Z',
      last_updated: '2026-03-15T12:00:00.000Z',
      trophies: { before: 3500, now: 3490, gain: -10, reset: 0 },
      moved: { played: 190, joined: 300, left: -500 },
      events_total: 4,
    })
    expect(sentences(changes).toSorted()).toEqual([
      'ADA was promoted to Senior',
      'L0 left',
      'P0 joined',
      'The club changed the settings from Type: open to Type: closed',
    ])
  })

  it('leaves out who came and left again, and a role that was given and taken back', async () => {
    const answers = [
      [ada(1000), member('#Y0', 900)],
      [ada(1000, { role: 'senior' }), member('#Y0', 900), member('#P0', 300)],
      [ada(1000), member('#Y0', 900)],
    ]
    await ingest(
      store.db,
      answers.map((members, day) => scan(`2026-03-1${day}T12:00Z`, members)),
    )
    const changes = await club('2026-03-10T13:00:00Z')
    expect([changes.events, changes.trophies.gain]).toEqual([[], 0])
  })

  it('tells milestones and a record of a player, and nothing that came before', async () => {
    await storeClubHistory(
      store.db,
      { '#P00': `.${'#'.repeat(40)}`, '#Q00': '.'.repeat(41) },
      { today: '2026-03-15', startTrophies: 4650 },
    )
    const changes = await player('#P00', '2026-03-12T18:00:00Z')
    expect(changes).toMatchObject({ trophies: { before: 5020, now: 5050, gain: 30 }, milestones: [], record: 5050 })
    expect((await player('#P00', '2026-03-09T18:00:00Z')).milestones).toEqual([5000])
    expect((await player('#Q00', '2026-03-09T18:00:00Z')).record).toBeNull()
  })

  it.each([
    ['was higher before anybody looked', 6000, null],
    ['knows no more than the days seen', 5050, 5050],
  ])('calls nothing a new best where the own profile %s, on pages and boards', async (_, highestTrophies, record) => {
    await storeClubHistory(store.db, { '#P00': '#'.repeat(41) }, { today: '2026-03-15', startTrophies: 4640 })
    await ingest(store.db, [profile('2026-03-15T13:00Z', '#P00', 5050, { highestTrophies })])
    expect((await player('#P00', '2026-03-12T18:00:00Z')).record).toBe(record)
    const query = { players: '#P00', since: '2026-03-12T18:00:00Z' }
    const { entries } = await ask(app(), getBoard, { query })
    expect(entries.map(({ changes }) => changes?.record)).toEqual([record])
  })

  it.each([
    ['was higher before anybody looked', 6000, []],
    ['was a little higher between two looks', 5070, [5000]],
    ['knows no more than the days seen', 5050, [5000]],
  ])('tells of no milestone that a profile %s, on pages and boards', async (_, highestTrophies, milestones) => {
    await storeClubHistory(store.db, { '#P00': '#'.repeat(41) }, { today: '2026-03-15', startTrophies: 4640 })
    await ingest(store.db, [profile('2026-03-15T13:00Z', '#P00', 5050, { highestTrophies })])
    expect((await player('#P00', '2026-03-09T18:00:00Z')).milestones).toEqual(milestones)
    const query = { players: '#P00', since: '2026-03-09T18:00:00Z' }
    const { entries } = await ask(app(), getBoard, { query })
    expect(entries.map(({ changes }) => changes?.milestones)).toEqual([milestones])
  })

  it('tells what a player reached in Ranked and with brawlers', async () => {
    const told = (day: number, rating: number, tier: string, maxWinStreak: number) => {
      const now = { tier, rating }
      const ranked = { season: 42, now, seasonBest: now, best: now }
      const poco = { ...ownedBrawler(16000013, 1000), name: 'POCO', prestigeLevel: day < 12 ? 0 : 1, maxWinStreak }
      return profile(`2026-03-${day}T12:00:00Z`, '#P00', 1000, { ranked, brawlers: [poco] })
    }
    const inTheEvening = (answer: ReturnType<typeof told>, place: number) => {
      return { ...answer, observedAt: new Date(`2026-03-13T2${place}:00:00Z`) }
    }
    await ingest(store.db, [told(10, 4400, 'DIAMOND III', 8), told(13, 4600, 'MYTHIC I', 21)])
    const { reached } = await player('#P00', '2026-03-12T18:00:00Z')
    expect(reached.map(({ kind, on, tier, brawler, figure }) => [kind, on, tier, brawler, figure])).toEqual([
      ['tier', '2026-03-13', 'Mythic I', null, null],
      ['best', '2026-03-13', 'Mythic I', null, 4600],
      ['prestige', '2026-03-13', null, 'Poco', 1],
      ['streak', '2026-03-13', null, 'Poco', 20],
    ])
    expect((await player('#P00', '2026-03-14T18:00:00Z')).reached).toEqual([])
    // On the day itself it was seen at noon: before the visit of the evening, after that of the morning.
    expect((await player('#P00', '2026-03-13T18:00:00Z')).reached).toEqual([])
    expect((await player('#P00', '2026-03-13T08:00:00Z')).reached).toEqual(reached)
    await ingest(store.db, [told(13, 5200, 'MYTHIC II', 24), told(13, 5300, 'MYTHIC II', 31)].map(inTheEvening))
    const later = await player('#P00', '2026-03-13T18:00:00Z')
    expect(later.reached.map(({ kind, tier, figure }) => [kind, tier, figure])).toEqual([
      ['tier', 'Mythic II', null],
      ['best', 'Mythic II', 5300],
      ['streak', null, 30],
    ])
  })

  it('counts from the very moment, also within a day', async () => {
    await ingest(store.db, [
      profile('2026-03-15T08:00Z', '#P00', 1000),
      profile('2026-03-15T12:00Z', '#P00', 1030),
      profile('2026-03-15T18:00Z', '#P00', 1100),
    ])
    const gainSince = async (since: string) => (await player('#P00', since)).trophies
    expect(await gainSince('2026-03-15T12:00:00Z')).toEqual({ before: 1030, now: 1100, gain: 70, reset: 0 })
    expect(await gainSince('2026-03-15T11:59:59Z')).toEqual({ before: 1000, now: 1100, gain: 100, reset: 0 })
    expect(await gainSince('2026-03-15T19:00:00Z')).toEqual({ before: 1100, now: 1100, gain: 0, reset: 0 })
  })

  it('keeps what a season end took apart, and says nothing of a gain that it cannot part from it', async () => {
    const tags = ['#P0', '#P2', '#P8', '#P9', '#PP']
    const all = (trophies: number) => tags.map((tag) => member(tag, trophies))
    await ingest(store.db, [
      scan('2026-03-13T12:00Z', all(2000)),
      scan('2026-03-14T12:00Z', all(1500)),
      scan('2026-03-15T12:00Z', all(1520)),
    ])
    expect((await club('2026-03-13T15:00:00Z')).trophies).toEqual({
      before: 10_000,
      now: 7600,
      gain: 100,
      reset: -2500,
    })
    expect((await club('2026-03-14T10:00:00Z')).trophies).toEqual({
      before: 10_000,
      now: 7600,
      gain: null,
      reset: null,
    })
  })

  it('tells the places in rankings that differ', async () => {
    const ranked = (at: string, tags: string[]) => ({
      type: 'clubs' as const,
      country: 'global',
      brawler_id: 0,
      collected_at: new Date(at),
      entries: JSON.stringify(
        tags.map((tag, place) => ({
          rank: place + 1,
          tag,
          name: tag,
          color: null,
          trophies: 9,
          club: null,
          members: 9,
        })),
      ),
    })
    await ingest(store.db, [scan('2026-03-10T08:00Z', [ada(1000)])])
    const rows = [ranked('2026-03-10T09:00Z', ['#2QQ', CLUB]), ranked('2026-03-14T09:00Z', [CLUB, '#2QQ'])]
    await store.db.insertInto('rankings').values(rows).execute()
    expect((await club('2026-03-11T00:00:00Z')).ranks).toEqual([{ country: 'global', before: 2, now: 1 }])
    expect((await club('2026-03-10T08:30:00Z')).ranks).toEqual([])
  })

  it('was not told before by a profile that was set aside', async () => {
    const told = (at: string, rating: number) => {
      const now = { tier: 'MYTHIC I', rating }
      return profile(at, '#P00', 1000, { ranked: { season: 42, now, seasonBest: now, best: now } })
    }
    await ingest(store.db, [
      told('2026-03-12T12:00:00Z', 4600),
      told('2026-03-13T08:00:00Z', 30_000),
      told('2026-03-13T16:00:00Z', 4700),
    ])
    const { reached } = await player('#P00', '2026-03-13T12:00:00Z')
    expect(reached.map(({ kind, figure }) => [kind, figure])).toEqual([['best', 4700]])
  })

  it('counts from the start of a day of which the single answers are not kept any more', async () => {
    await ingest(store.db, [
      scan('2026-03-10T08:00Z', [member('#P0Y', 1000)]),
      scan('2026-03-11T08:00Z', [member('#P0Y', 1010)]),
      scan('2026-03-11T20:00Z', [member('#P0Y', 1030)]),
    ])
    const later = '2026-07-15T12:00:00Z'
    await dropOldHistory({ db: store.db, clock: manualClock(new Date(later)) })
    for (const changes of [await club('2026-03-11T12:00Z', later), await player('#P0Y', '2026-03-11T12:00Z', later)]) {
      expect(changes).toMatchObject({
        since: '2026-03-11T00:00:00.000Z',
        trophies: { before: 1000, now: 1030, gain: 30 },
      })
    }
  })

  it.each([
    ['yesterday', 'since must be a moment like 2026-03-15T12:00:00Z'],
    ['2026-02-31T25:00:00Z', 'since must be a moment like 2026-03-15T12:00:00Z'],
    ['2026-03-15T20:00:01Z', 'since must not lie in the future'],
    ['2026-03-01T00:00:00Z', 'since must not lie before tracking began, which was 2026-03-10T08:00:00.000Z'],
  ])('refuses the moment %s with a sentence', async (since, error) => {
    await ingest(store.db, [scan('2026-03-10T08:00Z', [ada(1000)])])
    const answer = await app().inject(`/api/analytics/club/2PP/changes?since=${encodeURIComponent(since)}`)
    expect([answer.statusCode, refusalOf(answer).error]).toEqual([400, error])
  })

  it.each(['club', 'player'])('answers 404 for a %s that is not tracked', async (type) => {
    const answer = await app().inject(`/api/analytics/${type}/2QQ/changes?since=2026-03-11T12:00:00Z`)
    expect([answer.statusCode, refusalOf(answer).code]).toEqual([404, `${type}_not_tracked`])
  })

  it('is the difference of two stored states, for any moment of any history', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.double({ min: 0, max: 1, noNaN: true }), async (answers, share) => {
        await store.reset()
        const times = answers.map(({ observedAt }) => observedAt.getTime())
        const [first, last] = [Math.min(...times), Math.max(...times)]
        const since = new Date(Math.round(first + share * (last - first)))
        const isEarly = (answer: ObservedAnswer) => answer.observedAt <= since
        const now = new Date(last + 1000)
        await ingest(store.db, answers.filter(isEarly))
        const then = await stateOf(store.db, app(since.toISOString()))
        await ingest(
          store.db,
          answers.filter((answer) => !isEarly(answer)),
        )
        const site = app(now.toISOString())
        const after = await stateOf(store.db, site)
        for (const tag of then.players.keys()) {
          const told = await ask(site, getPlayerChanges, { params: { tag }, query: { since: since.toISOString() } })
          const [before, current] = [then.players.get(tag), after.players.get(tag)]
          expect([told.trophies.before, told.trophies.now]).toEqual([before?.trophies, current?.trophies])
          expect(told.milestones).toEqual(current?.milestones.filter((each) => !before?.milestones.includes(each)))
        }
        if (then.club === null) return
        const told = await ask(site, getClubChanges, { params: { tag: CLUB }, query: { since: since.toISOString() } })
        expect([told.trophies.before, told.trophies.now]).toEqual([then.club.trophies, after.club?.trophies])
        expect(sentences(told).toSorted()).toEqual(differences(then, after).toSorted())
        const { moved, trophies } = told
        if (moved !== null) expect(moved.played + moved.joined + moved.left).toBe(trophies.gain)
      }),
      { numRuns: isWholeRun ? 15 : 5 },
    )
  }, 120_000)
})

type State = Awaited<ReturnType<typeof stateOf>>

/** What is stored of the club and of everybody at a moment. */
async function stateOf(db: Database, site: ReturnType<typeof openTestApp>) {
  const club = await db.selectFrom('clubs').selectAll().where('tag', '=', CLUB).executeTakeFirst()
  const members = await db.selectFrom('club_members').selectAll().where('left_at', 'is', null).execute()
  const stored = await db.selectFrom('players').select(['tag', 'trophies']).execute()
  const players = new Map<string, { trophies: number; milestones: number[] }>()
  for (const { tag, trophies } of stored) {
    const { achievement_milestones } = await ask(site, getPlayerAnalytics, { params: { tag } })
    players.set(tag, { trophies, milestones: achievement_milestones.map(({ trophy_count }) => trophy_count) })
  }
  return { club: club ?? null, members: new Map(members.map((row) => [row.player_tag, row])), players }
}

const ROLES: Record<string, string> = { member: 'Member', senior: 'Senior' }

/** How one state differs from another, in the sentences of events. */
function differences(then: State, now: State): string[] {
  const moves = [...new Set([...then.members.keys(), ...now.members.keys()])].flatMap((tag) => {
    const [before, after] = [then.members.get(tag), now.members.get(tag)]
    if (before === undefined)
      return [
        `${after?.name} ${after && after.first_seen_at < (after.joined_at ?? after.first_seen_at) ? 'came back' : 'joined'}`,
      ]
    if (after === undefined) return [`${before.name} left`]
    return [
      ...(before.role === after.role ? [] : [`${after.name} was promoted to ${ROLES[after.role]}`]),
      ...(before.name === after.name ? [] : [`${after.name} was ${before.name} before`]),
    ]
  })
  const renamed =
    then.club?.name === now.club?.name
      ? []
      : [`The club changed the settings from Name: ${then.club?.name} to Name: ${now.club?.name}`]
  return [...moves, ...renamed]
}
