import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#shared/calendar-day.ts'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { TIMEFRAMES } from '#shared/timeframe.ts'
import { CLUB } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp } from '#test/open-app.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { anyWeeksOfAnswers } from '#test/random-club-history.ts'
import { membersOf, recompute, seriesOfSeen } from '#test/recomputed-history.ts'
import { ingest } from '../ingestion/ingest.ts'
import { clubHealth } from '../metrics/club-health.ts'
import { memberPresence } from '../metrics/member-presence.ts'
import { memberScores } from '../metrics/member-scores.ts'
import { topPerformer } from '../metrics/top-performer.ts'
import { trophyProgression } from '../metrics/trophy-progression.ts'
import { registerClubs } from './routes.ts'

const anyVisit = fc.record({
  answers: anyWeeksOfAnswers.filter((answers) => answers.some(({ kind }) => kind === 'club')),
  days: fc.constantFrom(...TIMEFRAMES),
  /** Days after the last answer that somebody looks. */
  later: fc.integer({ min: 0, max: 10 }),
})

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
    const app = openTestApp(openTestContext({ store, clock: manualClock(now) }), [registerClubs])
    return async (path: string) => (await app.inject(path.replace('{tag}', CLUB.slice(1)))).json()
  }

  it('are those of the formulas over the plain list of answers, to the last digit', async () => {
    const check = async ({ answers, days, later }: Visit) => {
      const now = new Date((answers.at(-1)?.observedAt.getTime() ?? 0) + later * 86_400_000)
      const today = dayOf(now)
      const known = recompute(answers)
      const ask = await visit(answers, now)

      const scores = await ask(`/api/analytics/club/{tag}/member-scores?days=${days}`)
      expect(scores.member_scores).toEqual(memberScores(membersOf(known, today, days), days))

      const members = membersOf(known, today, 30)
      const analytics = await ask('/api/browse/club/{tag}/analytics')
      const presence = memberPresence(members)
      const observedDays = new Set(known.club.map(({ at }) => dayOf(at))).size
      const enough = observedDays >= ANALYTICS_MIN_DAYS
      const health = clubHealth(members, seriesOfSeen(known.club, today, 30))
      expect(analytics.club_health_metrics).toMatchObject(enough ? health : { activity_score: null })
      expect(analytics.ghosts).toEqual(presence.ghosts)
      expect(analytics.member_performance_summary).toMatchObject({
        members: members.length,
        active_members: presence.active.length,
        ghost_members: presence.ghosts.length,
        newcomers: presence.newcomers.length,
        top_performer: enough ? topPerformer(memberScores(members, 30)) : null,
      })
      expect(analytics.observed_days).toBe(observedDays)

      const line = await ask(`/api/analytics/club/{tag}/trophy-progression?days=${days}`)
      const expected = trophyProgression(seriesOfSeen(known.club, today, days), days)
      expect(line.progression_data).toEqual(expected.progression_data)
      // A club's own changes are not stored: a day counts whose close differs from the one before.
      const active = line.progression_data.filter((day: { trophies_changed: boolean }) => day.trophies_changed).length
      expect(line.summary).toEqual({ ...expected.summary, active_days: active })
    }
    await fc.assert(fc.asyncProperty(anyVisit, check), { numRuns: 10 })
  }, 90_000)

  it('of the heatmap are the changes of every member and day, null where nobody looked', async () => {
    const check = async ({ answers, days, later }: Visit) => {
      const now = new Date((answers.at(-1)?.observedAt.getTime() ?? 0) + later * 86_400_000)
      const ask = await visit(answers, now)
      const heatmap = await ask(`/api/analytics/club/{tag}/activity-heatmap?days=${days}`)
      const members = membersOf(recompute(answers), dayOf(now), days)
      expect(Object.keys(heatmap.member_activity).sort()).toEqual(members.map(({ tag }) => tag).sort())
      for (const { tag, series } of members) {
        const row = heatmap.member_activity[tag]
        const changes = heatmap.dates.map((date: string) => row.activity_days[date].trophy_changes)
        expect(changes).toEqual(series.changes)
        expect(row.active_days).toBe(changes.filter((count: number | null) => (count ?? 0) > 0).length)
        expect(row.total_trophy_changes).toBe(
          changes.reduce((sum: number, count: number | null) => sum + (count ?? 0), 0),
        )
      }
    }
    await fc.assert(fc.asyncProperty(anyVisit, check), { numRuns: 6 })
  }, 90_000)
})
