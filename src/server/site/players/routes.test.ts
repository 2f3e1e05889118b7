import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { summarise } from '#server/directory/summarise.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { playerMilestones } from '#server/metrics/changes.ts'
import { playerActivity, withoutScores } from '#server/metrics/player-activity.ts'
import { trophyProgression } from '#server/metrics/trophy-line.ts'
import { getPlayer, getPlayerAnalytics, getPlayerProgression } from '#shared/contract/players.ts'
import { DAY_MS, dayOf, daysBetween, TIMEFRAMES } from '#shared/days.ts'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { answerOf, ask, refusalOf } from '#test/ask.ts'
import { battle, battleLog, CLUB, member, profile, scan, scansOf, storeClubHistory } from '#test/club-history.ts'
import { memberOf } from '#test/daily-series.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { anyWeeksOfAnswers, recompute, seriesOfPlayer } from '#test/recomputed-history.ts'
import { registerProgression } from '../progression/routes.ts'
import { registerPlayers } from './routes.ts'

const TODAY = '2026-03-15'

describe.each(storeKinds)('the analytics of a player (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  /** Writes summaries as collecting does, since the percentile is read from their counters. */
  const storeHistory = async (rhythms: Record<string, string>) => {
    await storeClubHistory(store.db, rhythms, { today: TODAY })
    const clock = manualClock(new Date(`${TODAY}T13:00:00Z`))
    await summarise({ db: store.db, clock }, { clubs: [CLUB], players: Object.keys(rhythms) })
  }
  const get = (path: string, now = `${TODAY}T13:00:00Z`) =>
    openTestApp(openTestContext({ store, clock: manualClock(new Date(now)) }), [
      registerPlayers,
      registerProgression,
    ]).inject(path)
  const analytics = async (tag: string, now?: string) =>
    answerOf(getPlayerAnalytics, await get(`/api/browse/player/${tag}/analytics`, now))

  it('show a player’s last 30 days, and what the scores are made of', async () => {
    const rhythms = { '#P00': '.#.##.####', '#Q00': '..........', '#C00': '.#.#.#.#.#' }
    await storeHistory(rhythms)
    const answer = await analytics('P00')
    expect(answer).toMatchObject({
      analytics_available: true,
      unavailable_reason: null,
      available_on: null,
      observed_days: 10,
      tracked_since: '2026-03-06T12:00:00.000Z',
      last_updated: '2026-03-15T12:00:00.000Z',
      stale: false,
      trophy_percentile: 100,
      players_compared: 3,
      trophy_progression: { trophy_change_30d: 70, span_days: 9 },
    })
    // Seven of ten days, in the one week of ten; 70 trophies in ten days.
    expect(answer.activity_analysis).toMatchObject({
      activity_score: 70,
      active_days_30d: 7,
      avg_daily_change: 7,
      consistency_rating: 100,
      longest_streak_days: 4,
      observed_days_30d: 10,
    })
    expect(answer).toMatchObject({ learning: null, resting: false, days_silent: 0 })
    expect(answer.club_contribution).toEqual({
      club_name: 'Dolphins',
      club_tag: CLUB,
      contribution_score: 100,
      rank_in_club: 1,
      members_ranked: 3,
      gain: 70,
    })
    expect(answer.next_milestone).toEqual({ trophy_count: 5000, trophies_missing: 3930 })
    expect(answer.summary).toContain('most trophies won in the club')
  })

  it('give equal players the same rank and percentile', async () => {
    await storeHistory({ '#P00': '.######', '#Q00': '.###...', '#C00': '.###...' })
    const [b, c] = [await analytics('Q00'), await analytics('C00')]
    expect([b, c].map((answer) => answer.club_contribution?.rank_in_club)).toEqual([2, 2])
    expect([b, c].map((answer) => answer.trophy_percentile)).toEqual([66.7, 66.7])
  })

  it('give the dates of milestones in the whole history, and none for those reached before it', async () => {
    const long = `.${'#'.repeat(100)}${'.'.repeat(60)}`
    await storeClubHistory(store.db, { '#P00': long }, { today: TODAY, startTrophies: 4500 })
    const answer = await analytics('P00')
    // 4,500 on 6 October 2025, ten more each day: 5,000 fifty days later; tracking began above 1,000.
    expect(answer.achievement_milestones).toEqual([
      { milestone: '1k', trophy_count: 1000, achieved_date: null },
      { milestone: '5k', trophy_count: 5000, achieved_date: '2025-11-25' },
    ])
    expect(answer.observed_days).toBe(161)
  })

  it('of a player who has been silent for 14 days say that they rest', async () => {
    await storeHistory({ '#P00': `.#####${'.'.repeat(14)}`, '#Q00': '.'.repeat(20) })
    const answer = await analytics('P00')
    expect(answer).toMatchObject({ performance_score: null, resting: true, days_silent: 14, learning: null })
    expect(answer.activity_analysis.improvement_trend).toBeNull()
    expect(answer.summary).toBe('Silent for 14 days, +50 trophies in the last 19 days.')
  })

  it('of a newcomer in an older club have no score, percentage or rank', async () => {
    await storeHistory({ '#P00': `${' '.repeat(10)}.##`, '#Q00': '.############', '#C00': '.############' })
    const answer = await analytics('P00')
    expect(answer).toMatchObject({
      analytics_available: false,
      learning: { observed_days: 3, needed: 7 },
      performance_score: null,
      trophy_percentile: null,
      summary: null,
      trophy_progression: { trophy_change_30d: 20, span_days: 2 },
      club_contribution: { contribution_score: null, rank_in_club: null, members_ranked: 2, gain: 20 },
    })
  })

  it('never call a milestone next that was reached before a fall', async () => {
    const fall = profile('2026-03-15T12:30:00Z', '#P00', 4900)
    await storeClubHistory(store.db, { '#P00': `.${'#'.repeat(9)}` }, { today: TODAY, startTrophies: 4950 })
    await ingest(store.db, [fall])
    const answer = await analytics('P00')
    expect(answer.achievement_milestones.map(({ trophy_count }) => trophy_count)).toEqual([1000, 5000])
    expect(answer.next_milestone).toMatchObject({ trophy_count: 10_000, trophies_missing: 5100 })
  })

  it('never call a milestone next, or new, that the own profile passed before', async () => {
    await storeClubHistory(store.db, { '#P00': `.${'#'.repeat(9)}` }, { today: TODAY, startTrophies: 4950 })
    await ingest(store.db, [profile('2026-03-15T12:30:00Z', '#P00', 5040, { highestTrophies: 16_000 })])
    const answer = await analytics('P00')
    expect(answer.achievement_milestones.map(({ achieved_date }) => achieved_date)).toEqual([null, null, null, null])
    expect(answer.next_milestone).toEqual({ trophy_count: 20_000, trophies_missing: 14_960 })
  })

  it('count a gain from the first observation, not from the end of its day', async () => {
    const answers = [profile('2026-03-15T08:00Z', '#P00', 990), profile('2026-03-15T12:00Z', '#P00', 1010)]
    await ingest(store.db, answers)
    const answer = await analytics('P00')
    expect(answer.trophy_progression.trophy_change_30d).toBe(20)
    expect(answer.achievement_milestones).toEqual([{ milestone: '1k', trophy_count: 1000, achieved_date: TODAY }])
    expect(answer).toMatchObject({ analytics_available: false, available_on: '2026-03-21', summary: null })
  })

  it('have no club contribution for a player whose club is not tracked', async () => {
    await ingest(store.db, [profile('2026-03-15T08:00Z', '#P00', 990, { club: { tag: '#2QQ', name: 'Elsewhere' } })])
    expect((await analytics('P00')).club_contribution).toBeNull()
  })

  it('continue the trophy line over days that were not observed, and mark them', async () => {
    await storeClubHistory(store.db, { '#P00': '.#??#' }, { today: TODAY })
    const answer = await get('/api/analytics/player/P00/trophy-progression?days=7')
    const line = answerOf(getPlayerProgression, answer)
    expect(line.progression_data.map((day) => [day.trophies, day.trophy_change, day.observed])).toEqual([
      [null, null, false],
      [null, null, false],
      [1000, null, true],
      [1010, 10, true],
      [1010, 0, false],
      [1010, 0, false],
      [1020, 10, true],
    ])
    expect(line.summary).toMatchObject({ starting_trophies: 1000, total_gain: 20, active_days: 2, observed_days: 3 })
  })

  it('hold fields of the profile alone, and whether battles were missed', async () => {
    const brawlers = [{ id: 16000000, name: 'NANI\nX', power: 11, rank: 30, trophies: 990, highestTrophies: 1000 }]
    const unread = { prestigeLevel: null, currentWinStreak: null, maxWinStreak: null, gadgets: null, starPowers: null }
    const items = { skin: null, gears: null, hyperCharges: null, buffies: null }
    const own = brawlers.map((brawler) => ({ ...brawler, ...unread, ...items }))
    await storeClubHistory(store.db, { '#P00': '.#' }, { today: TODAY })
    const before = answerOf(getPlayer, await get('/api/browse/player/P00'))
    expect(before).toMatchObject({ highestTrophies: null, brawlers: [], profile_updated: null, battles_missed: false })
    const many = Array.from({ length: 25 }, (_, index) => battle(`2026-03-15T11:${10 + index}:00Z`, 8))
    await ingest(store.db, [
      battleLog('2026-03-15T08:00:00Z', '#P00', [battle('2026-03-15T07:55:00Z', 8)]),
      profile('2026-03-15T12:10:00Z', '#P00', 1500, { brawlers: own }),
      battleLog('2026-03-15T12:10:00Z', '#P00', many),
    ])
    const player = answerOf(getPlayer, await get('/api/browse/player/P00'))
    expect(player).toMatchObject({
      trophies: 1500,
      highestTrophies: 1500,
      '3vs3Victories': 120,
      club: { tag: CLUB, name: 'Dolphins', role: 'member' },
      brawlers: [{ ...brawlers[0], name: 'NANI X' }],
      battles_missed: true,
      profile_updated: '2026-03-15T12:10:00.000Z',
    })
  })

  it('tell a highest that is never below trophies that were seen', async () => {
    await storeClubHistory(store.db, { '#P00': '.#' }, { today: TODAY })
    await ingest(store.db, [profile('2026-03-15T12:10:00Z', '#P00', 1400, { highestTrophies: 1500 })])
    const highest = async () => answerOf(getPlayer, await get('/api/browse/player/P00')).highestTrophies
    expect(await highest()).toBe(1500)
    await ingest(store.db, [scan('2026-03-15T13:00:00Z', [member('#P00', 1620)])])
    expect(await highest()).toBe(1620)
    await ingest(store.db, [scan('2026-03-16T13:00:00Z', [member('#P00', 1580)])])
    expect(await highest()).toBe(1620)
  })

  it('answer 404 for a player who is not tracked', async () => {
    const answer = await get('/api/browse/player/P00/analytics')
    expect([answer.statusCode, refusalOf(answer).error]).toEqual([404, 'Player data not found'])
  })

  it('tell a player who is not tracked from the tag of a club', async () => {
    const code = async () => refusalOf(await get(`/api/browse/player/${CLUB.slice(1)}`)).code
    expect(await code()).toBe('player_not_tracked')
    await storeHistory({ '#P00': '.#' })
    expect(await code()).toBe('tag_of_club')
  })
})

const anyVisit = fc.record({
  answers: anyWeeksOfAnswers,
  days: fc.constantFrom(...TIMEFRAMES),
  later: fc.integer({ min: 0, max: 40 }),
})

describe.each(storeKinds)('the figures of every player over HTTP (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('are those of the formulas over the plain list of answers, to the last digit', async () => {
    const shown = { scored: 0, unscored: 0 }
    const check = fc.asyncProperty(anyVisit, async ({ answers, days, later }) => {
      const now = new Date((answers.at(-1)?.observedAt.getTime() ?? 0) + later * DAY_MS)
      await store.reset()
      await ingest(store.db, answers)
      const app = openTestApp(openTestContext({ store, clock: manualClock(now) }), [
        registerPlayers,
        registerProgression,
      ])
      const recomputed = recompute(answers)
      for (const [tag, seen] of recomputed.players) {
        const answer = await ask(app, getPlayerAnalytics, { params: { tag } })
        const today = dayOf(new Date(answer.last_updated))
        const known = playerActivity(memberOf(tag, seriesOfPlayer(recomputed, tag, today, 91)), null)
        const enough = new Set(seen.map(({ at }) => dayOf(at))).size >= ANALYTICS_MIN_DAYS
        const { activity_analysis, trophy_change_30d, span_days, observed_days_30d } = enough
          ? known
          : withoutScores(known)
        expect(answer.activity_analysis).toEqual({ ...activity_analysis, observed_days_30d })
        expect(answer.trophy_progression).toEqual({ trophy_change_30d, span_days })
        const ever = daysBetween(dayOf(seen[0]?.at ?? now), today) + 1
        expect(answer.achievement_milestones).toEqual(
          playerMilestones(seriesOfPlayer(recomputed, tag, today, ever)).achieved,
        )
        const line = await ask(app, getPlayerProgression, { params: { tag }, query: { days } })
        expect(line).toMatchObject(trophyProgression(seriesOfPlayer(recomputed, tag, today, days), days))
        shown[activity_analysis.activity_score === null ? 'unscored' : 'scored'] += 1
      }
    })
    // The first two visits make sure that both a player with scores and one without are seen, whatever the others bring.
    const visitAfter = (looks: string): [typeof anyVisit extends fc.Arbitrary<infer T> ? T : never] => [
      { answers: scansOf({ '#P00': looks }, TODAY), days: 7, later: 0 },
    ]
    await fc.assert(check, { numRuns: 12, examples: [visitAfter('.#.##.####'), visitAfter('.#')] })
    expect(Math.min(shown.scored, shown.unscored)).toBeGreaterThan(0)
  }, 90_000)
})
