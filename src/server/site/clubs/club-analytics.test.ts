import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ingest } from '#server/history/ingest/ingest.ts'
import { readTrackedSeries } from '#server/history/series.ts'
import { clubHealth, UNKNOWN_HEALTH } from '#server/metrics/club-health.ts'
import { memberScores, topPerformer } from '#server/metrics/member-scores.ts'
import { memberPresence } from '#server/metrics/presence.ts'
import { SILENCE_DAYS } from '#server/metrics/silence.ts'
import { clubProgression } from '#server/metrics/trophy-line.ts'
import {
  getActivityHeatmap,
  getClub,
  getClubAnalytics,
  getClubProgression,
  getMemberScores,
  getRosterEvents,
} from '#shared/contract/clubs.ts'
import { DAY_MS, dayOf, TIMEFRAMES } from '#shared/days.ts'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { answerOf, ask, refusalOf } from '#test/ask.ts'
import { battle, battleLog, CLUB, member, profile, scan, scansOf, storeClubHistory } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { anyWeeksOfAnswers, membersOf, recompute } from '#test/recomputed-history.ts'
import { registerProgression } from '../progression/routes.ts'
import { registerClubs } from './routes.ts'

const TODAY = '2026-03-15'
const TAG = CLUB.slice(1)

describe.each(storeKinds)('the analytics of a club (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const get = (path: string, now = `${TODAY}T13:00:00Z`) =>
    openTestApp(openTestContext({ store, clock: manualClock(new Date(now)) }), [
      registerClubs,
      registerProgression,
    ]).inject(path)
  const analytics = async (now?: string) =>
    answerOf(getClubAnalytics, await get(`/api/browse/club/${TAG}/analytics`, now))

  it('say that there is not enough history, why, and when there will be', async () => {
    await storeClubHistory(store.db, { '#ADA': '##.', '#M0': '...' }, { today: TODAY })
    expect(await analytics()).toMatchObject({
      analytics_available: false,
      unavailable_reason: 'Analytics need observations on 7 different days; so far there are 3.',
      available_on: '2026-03-19',
      observed_days: 3,
      tracked_since: '2026-03-13T12:00:00.000Z',
      last_updated: '2026-03-15T12:00:00.000Z',
      stale: false,
      summary: null,
      learning: { observed_days: 3, needed: 7 },
    })
  })

  it('give no score, ghost or health figure without enough history, but who is there and what was won', async () => {
    await storeClubHistory(store.db, { '#ADA': '######', '#M0': '......', '#Y0': '......' }, { today: TODAY })
    const { club_health_metrics, member_performance_summary, ghosts, plays_no_trophies } = await analytics()
    expect(new Set(Object.values(club_health_metrics))).toEqual(new Set([null]))
    expect(member_performance_summary).toEqual({
      members: 3,
      members_scored: 0,
      active_members: null,
      ghost_members: null,
      plays_no_trophies_members: null,
      members_known_7d: null,
      newcomers: 3,
      unseen_members: 0,
      top_performer: null,
    })
    expect([ghosts, plays_no_trophies]).toEqual([[], []])
    const path = `/api/analytics/club/${TAG}/member-scores?days=30`
    const scores = answerOf(getMemberScores, await get(path))
    expect(scores).toMatchObject({ analytics_available: false, learning: { observed_days: 6, needed: 7 } })
    for (const row of scores.member_scores) {
      expect(row).toMatchObject({ overall_score: null, activity_score: null, rank_in_club: null })
    }
    expect(scores.member_scores.map(({ player_name, gain }) => [player_name, gain])).toContainEqual(['ADA', 50])
    const csv = (await get(`${path}&format=csv`)).body.split('\r\n')
    expect(csv.find((line) => line.includes('ADA'))).toMatch(/,ADA,,,,,,50,5,5,6,6,no,0,no$/)
  })

  it('name the ghosts with their days of silence', async () => {
    const club = { '#ADA': '##########', '#M0': '#.........', '#Y0': '..........', '#NEW': '        ..' }
    await storeClubHistory(store.db, club, { today: TODAY })
    const answer = await analytics()
    expect(answer.analytics_available).toBe(true)
    // The first scan is on the first day, so whether somebody played on it, before the scan, is not known.
    expect(answer.ghosts).toEqual([
      { tag: '#M0', name: 'M0', days_silent: 9, at_least: true },
      { tag: '#Y0', name: 'Y0', days_silent: 9, at_least: true },
    ])
    expect(answer.member_performance_summary).toEqual({
      members: 4,
      members_scored: 3,
      active_members: 1,
      ghost_members: 2,
      plays_no_trophies_members: 0,
      members_known_7d: 3,
      newcomers: 1,
      unseen_members: 0,
      // 35 + 0.3 x 90 + 20 + 0.15 x 57.1: r = 10 a day, b = (1,070 - 1,010) / 7
      top_performer: { tag: '#ADA', name: 'ADA', score: 90.6 },
    })
    // A newcomer's trophies belong to the club from then on, but nobody won them there: 1,070 = 70 + 1,000.
    expect(answer.club_health_metrics).toEqual({
      activity_score: 33.3,
      trophy_growth_7d: 1070,
      trophy_growth_7d_percent: 35.2,
      trophy_growth_7d_played: 70,
      trophy_growth_7d_joined: 1000,
      trophy_growth_7d_left: 0,
      trophy_growth_7d_played_percent: 2.3,
      growth_span_days: 7,
      trophy_change_30d: 1090,
      trophy_change_30d_played: 90,
      trophy_change_30d_joined: 1000,
      trophy_change_30d_left: 0,
      change_span_days: 9,
    })
    const joined = 'One member joined (+1,000), the members won +70, mostly from ADA'
    expect(answer.summary).toBe(`Last 7 days: +1,070 trophies. ${joined}; 2 members silent for 7+ days.`)
  })

  it('list who plays without winning or losing trophies apart from the ghosts', async () => {
    await storeClubHistory(
      store.db,
      { '#ADA': '##########', '#M0': '..........', '#Y0': '..........' },
      { today: TODAY },
    )
    await ingest(store.db, [battleLog(`${TODAY}T12:30:00Z`, '#M0', [battle(`${TODAY}T12:10:00Z`, 0)])])
    const answer = await analytics()
    expect(answer.plays_no_trophies).toEqual([{ tag: '#M0', name: 'M0', last_battle_at: `${TODAY}T12:10:00.000Z` }])
    expect(answer.ghosts.map(({ tag }) => tag)).toEqual(['#Y0'])
  })

  it('tell what a leaver took along', async () => {
    const club = { '#ADA': '##########', '#M0': '..........', '#Y0': '.......   ' }
    await storeClubHistory(store.db, club, { today: TODAY })
    const answer = await analytics()
    expect(answer.club_health_metrics).toMatchObject({
      trophy_growth_7d: -930,
      trophy_growth_7d_played: 70,
      trophy_growth_7d_joined: 0,
      trophy_growth_7d_left: -1000,
    })
    const left = 'One member left (−1,000), those who stayed won +70, mostly from ADA'
    expect(answer.summary).toBe(`Last 7 days: −930 trophies. ${left}; 1 member silent for 7+ days.`)
  })

  it('speak in their sentence of who joined and left this week, and of nobody who did so before', async () => {
    const club = { '#ADA': '############', '#M0': '....        ', '#NEW': '    ........' }
    await storeClubHistory(store.db, club, { today: TODAY })
    const answer = await analytics()
    expect(answer.club_health_metrics).toMatchObject({ trophy_change_30d_joined: 1000, trophy_change_30d_left: -1000 })
    expect(answer.summary).toBe('Last 7 days: the club won +70, mostly from ADA; 1 member silent for 7+ days.')
  })

  it('name as leaders only those who stayed all week, however much a joiner had won elsewhere', async () => {
    const days = Array.from({ length: 10 }, (_, day) => `2026-03-${String(day + 5).padStart(2, '0')}T11:00:00Z`)
    await ingest(
      store.db,
      days.map((at, day) => profile(at, '#NEW', 5000 + 100 * day)),
    )
    const scans = scansOf({ '#ADA': '##########', '#M0': '..........' }, TODAY).slice(0, -1)
    const last = [member('#ADA', 1100), member('#M0', 1000), member('#NEW', 6000)]
    await ingest(store.db, [...scans, scan(`${TODAY}T12:00:00Z`, last)])
    const { summary, week } = await analytics()
    expect(summary).toContain('One member joined (+6,000), the members won +70, mostly from ADA; ')
    expect(week?.led_by).toEqual(['ADA'])
  })

  it('count silence from the last change, also before the window of 30 days', async () => {
    const quiet = '.'.repeat(44)
    await storeClubHistory(store.db, { '#ADA': `.#${quiet}`, '#M0': `..${'#'.repeat(44)}` }, { today: TODAY })
    expect((await analytics()).ghosts).toEqual([{ tag: '#ADA', name: 'ADA', days_silent: 44, at_least: false }])
  })

  it('do not call a member who came back yesterday a ghost', async () => {
    await storeClubHistory(store.db, { '#ADA': '..........   ..', '#M0': '###############' }, { today: TODAY })
    const answer = await analytics()
    expect(answer.ghosts).toEqual([])
    expect(answer.member_performance_summary).toMatchObject({ newcomers: 1, active_members: 1 })
  })

  it('are stale when the club was not observed for more than a day', async () => {
    await storeClubHistory(store.db, { '#ADA': '########' }, { today: TODAY })
    expect((await analytics('2026-03-16T11:59:00Z')).stale).toBe(false)
    expect((await analytics('2026-03-16T12:01:00Z')).stale).toBe(true)
  })

  it('ignore the end of a season in everything but the trophy line', async () => {
    const tags = ['#P0', '#P2', '#P8', '#P9', '#PP', '#PY']
    const days = scansOf(Object.fromEntries(tags.map((tag) => [tag, '..........'])), TODAY)
    const fall = (at: string, trophies: number) =>
      scan(
        at,
        tags.map((tag) => member(tag, trophies)),
      )
    await ingest(store.db, [...days, fall('2026-03-15T12:30:00Z', 900)])
    const answer = await analytics()
    expect(answer.club_health_metrics).toMatchObject({ activity_score: 0, trophy_growth_7d: 0, trophy_change_30d: 0 })
    expect(answer.ghosts).toHaveLength(6)
    const line = answerOf(getClubProgression, await get(`/api/analytics/club/${TAG}/trophy-progression?days=7`))
    expect(line.progression_data.at(-1)).toMatchObject({ trophies: 5400, trophy_change: -600, reset: -600 })
    expect(line.summary).toMatchObject({ total_gain: 0, biggest_loss: 0 })
  })

  it('show the changes of every member in the heatmap, the most active first', async () => {
    await storeClubHistory(store.db, { '#ADA': '.?.#', '#M0': '.?##', '#Y0': ' ?..' }, { today: TODAY })
    const answer = answerOf(getActivityHeatmap, await get(`/api/analytics/club/${TAG}/activity-heatmap?days=7`))
    const rows = Object.values(answer.member_activity)
    expect(rows.map((row) => row.player_tag)).toEqual(['#M0', '#ADA', '#Y0'])
    const daysOf = (row: number) => answer.dates.slice(3).map((date) => rows[row]?.activity_days[date])
    // 10 trophies that no battle log explains are two games. Milo's trophies moved while nobody looked; Ada's did not.
    const estimated = { trophy_changes: 2, estimated: 2 }
    const undated = { trophy_changes: 1, estimated: 1, since: '2026-03-12' }
    const silent = { trophy_changes: 0 }
    const unknown = { trophy_changes: null }
    expect(daysOf(0)).toEqual([silent, unknown, undated, estimated])
    expect(daysOf(1)).toEqual([silent, silent, silent, estimated])
    expect(daysOf(2)).toEqual([unknown, unknown, silent, silent])
    expect(rows[0]).toMatchObject({ active_days: 2, observed_days: 3, total_trophy_changes: 3, total_estimated: 3 })
    expect(rows[2]).toMatchObject({ active_days: 0, observed_days: 2 })
    expect(answer.shown_members).toBe(15)
  })

  it('score members and show what the scores are made of', async () => {
    await storeClubHistory(store.db, { '#ADA': '.##########', '#M0': '.#.#.#.#.#.' }, { today: TODAY })
    const { member_scores } = answerOf(getMemberScores, await get(`/api/analytics/club/${TAG}/member-scores?days=30`))
    expect(member_scores.map((row) => [row.player_name, row.rank_in_club, row.gain, row.active_days])).toEqual([
      ['ADA', 1, 100, 10],
      ['M0', 2, 50, 5],
    ])
    // ln 51 / ln 101
    expect(member_scores[1]).toMatchObject({ trophy_contribution: 85.2, observed_days: 11, total_records: 11 })
  })

  it('come with the present members, and with events in pages', async () => {
    await storeClubHistory(store.db, { '#ADA': '.##', '#M0': '.. ', '#Y0': ' ##' }, { today: TODAY })
    const club = answerOf(getClub, await get(`/api/browse/club/${TAG}`))
    expect(club).toMatchObject({ tag: CLUB, name: 'Dolphins', memberCount: club.members.length })
    const first = answerOf(getRosterEvents, await get(`/api/browse/club/${TAG}/events?limit=1`))
    expect(first.events).toHaveLength(1)
    const next = await get(`/api/browse/club/${TAG}/events?limit=50&before=${first.next_before}`)
    const rest = answerOf(getRosterEvents, next)
    expect(rest.next_before).toBeNull()
    expect([...first.events, ...rest.events].map(({ kind, player_name }) => [kind, player_name])).toEqual([
      ['left', 'M0'],
      ['joined', 'Y0'],
    ])
  })

  it('show events without the markup of the game', async () => {
    const ada = member('#ADA', 1000)
    await ingest(store.db, [
      scan(`${TODAY}T08:00Z`, [{ ...ada, name: '<c4>Ada</c>' }]),
      scan(`${TODAY}T09:00Z`, [{ ...ada, name: '<c2>Lady</c> <3' }], { description: '<c7>Búho</c>' }),
    ])
    const { events } = answerOf(getRosterEvents, await get(`/api/browse/club/${TAG}/events?limit=9`))
    const renamed = events.find(({ kind }) => kind === 'renamed')
    expect(renamed).toMatchObject({ player_name: 'Lady <3', before: 'Ada', after: 'Lady <3' })
    expect(events.find(({ kind }) => kind === 'settings_changed')?.after).toBe('Description: Búho')
  })

  it.each(['', '/analytics', '/events'])('answer 404 for a club that is not tracked: %s', async (path) => {
    const answer = await get(`/api/browse/club/${TAG}${path}`)
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { error: 'Club data not found', code: 'club_not_tracked' },
    ])
  })

  it('tell a club that is not tracked from the tag of a player, but of nobody who is hidden', async () => {
    await ingest(store.db, [profile(`${TODAY}T12:10:00Z`, '#P00', 1400)])
    const code = async () => refusalOf(await get('/api/browse/club/P00')).code
    expect(await code()).toBe('tag_of_player')
    const hidden = { tag: '#P00', wish: 'hide', alias: 'hidden-0123456789ab', since: new Date(TODAY) } as const
    await store.db.insertInto('tombstones').values(hidden).execute()
    expect(await code()).toBe('club_not_tracked')
  })

  it('refuse a number of days that is none of the timeframes', async () => {
    expect((await get(`/api/analytics/club/${TAG}/member-scores?days=31`)).statusCode).toBe(400)
  })
})

const anyVisit = fc.record({
  answers: anyWeeksOfAnswers.filter((answers) => answers.some(({ kind }) => kind === 'club')),
  days: fc.constantFrom(...TIMEFRAMES),
  /** Days from the last answer to the request. */
  later: fc.integer({ min: 0, max: 10 }),
})

const params = { tag: CLUB }

type Visit = typeof anyVisit extends fc.Arbitrary<infer T> ? T : never

describe.each(storeKinds)('the figures of a club over HTTP (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  async function visit(answers: Visit['answers'], now: Date) {
    await store.reset()
    await ingest(store.db, answers)
    const app = openTestApp(openTestContext({ store, clock: manualClock(now) }), [registerClubs, registerProgression])
    return app
  }

  it('are those of the formulas over the plain list of answers, to the last digit', async () => {
    const check = async ({ answers, days, later }: Visit) => {
      const now = new Date((answers.at(-1)?.observedAt.getTime() ?? 0) + later * DAY_MS)
      const known = recompute(answers)
      const app = await visit(answers, now)
      const analytics = await ask(app, getClubAnalytics, { params })
      const asOf = new Date(analytics.last_updated)
      const today = dayOf(asOf)

      const observedDays = new Set(known.club.map(({ at }) => dayOf(at))).size
      const enough = observedDays >= ANALYTICS_MIN_DAYS

      const scores = await ask(app, getMemberScores, { params, query: { days } })
      expect(scores.member_scores).toEqual(memberScores(membersOf(known, today, SILENCE_DAYS), days, enough))

      const members = membersOf(known, today, SILENCE_DAYS)
      const presence = memberPresence(members, asOf)
      const month = await readTrackedSeries(store.db, 'club', CLUB, { days: 30, now })
      const health = month && clubHealth(presence, month.series)
      expect(analytics.club_health_metrics).toEqual(enough ? health : UNKNOWN_HEALTH)
      expect(analytics.ghosts).toEqual(enough ? presence.ghosts : [])
      expect(analytics.member_performance_summary).toMatchObject({
        members: members.length,
        active_members: enough ? presence.active.length : null,
        ghost_members: enough ? presence.ghosts.length : null,
        newcomers: presence.newcomers.length,
        top_performer: enough ? topPerformer(memberScores(members, 30)) : null,
      })
      expect(analytics.observed_days).toBe(observedDays)

      const line = await ask(app, getClubProgression, { params, query: { days } })
      const club = await readTrackedSeries(store.db, 'club', CLUB, { days, now })
      expect(line).toMatchObject(club === null ? {} : clubProgression(club.series, days))
    }
    await fc.assert(fc.asyncProperty(anyVisit, check), { numRuns: 10 })
  }, 90_000)

  it('of the heatmap are the changes of every member on every day, null where not observed', async () => {
    const check = async ({ answers, days, later }: Visit) => {
      const now = new Date((answers.at(-1)?.observedAt.getTime() ?? 0) + later * DAY_MS)
      const app = await visit(answers, now)
      const heatmap = await ask(app, getActivityHeatmap, { params, query: { days } })
      const members = membersOf(recompute(answers), dayOf(new Date(heatmap.last_updated)), days)
      expect(Object.keys(heatmap.member_activity).sort()).toEqual(members.map(({ tag }) => tag).sort())
      for (const { tag, series } of members) {
        const row = heatmap.member_activity[tag]
        const changes = heatmap.dates.map((date) => row?.activity_days[date]?.trophy_changes ?? null)
        expect(changes).toEqual(series.changes)
        expect(row?.active_days).toBe(changes.filter((count) => (count ?? 0) > 0).length)
        expect(row?.total_trophy_changes).toBe(changes.reduce((sum: number, count) => sum + (count ?? 0), 0))
      }
    }
    await fc.assert(fc.asyncProperty(anyVisit, check), { numRuns: 6 })
  }, 90_000)
})
