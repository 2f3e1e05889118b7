import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf, daysBetween } from '#shared/calendar-day.ts'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { TIMEFRAMES } from '#shared/timeframe.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp } from '#test/open-app.ts'
import { openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { anyWeeksOfAnswers } from '#test/random-club-history.ts'
import { recompute, seriesOfSeen } from '#test/recomputed-history.ts'
import { ingest } from '../ingestion/ingest.ts'
import { achievedMilestones } from '../metrics/achieved-milestones.ts'
import { playerActivity, withoutScores } from '../metrics/player-activity.ts'
import { trophyProgression } from '../metrics/trophy-progression.ts'
import { registerPlayers } from './routes.ts'

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
      const now = new Date((answers.at(-1)?.observedAt.getTime() ?? 0) + later * 86_400_000)
      const today = dayOf(now)
      await store.reset()
      await ingest(store.db, answers)
      const app = openTestApp(openTestContext({ store, clock: manualClock(now) }), [registerPlayers])
      for (const [tag, seen] of recompute(answers).players) {
        const ask = async (path: string) => (await app.inject(path.replace('{tag}', tag.slice(1)))).json()
        const known = playerActivity(seriesOfSeen(seen, today, 30), null)
        const enough = new Set(seen.map(({ at }) => dayOf(at))).size >= ANALYTICS_MIN_DAYS
        const { activity_analysis, trophy_change_30d, observed_days_30d } = enough ? known : withoutScores(known)
        const answer = await ask('/api/browse/player/{tag}/analytics')
        expect(answer.activity_analysis).toEqual({ ...activity_analysis, observed_days_30d })
        expect(answer.trophy_progression).toEqual({ trophy_change_30d })
        const ever = daysBetween(dayOf(seen[0]?.at ?? now), today) + 1
        expect(answer.achievement_milestones).toEqual(achievedMilestones(seriesOfSeen(seen, today, ever)))
        const line = await ask(`/api/analytics/player/{tag}/trophy-progression?days=${days}`)
        expect(line).toMatchObject(trophyProgression(seriesOfSeen(seen, today, days), days))
        shown[activity_analysis.activity_score === null ? 'unscored' : 'scored'] += 1
      }
    })
    await fc.assert(check, { numRuns: 10 })
    // A check of nothing but refusals would show nothing.
    expect(Math.min(shown.scored, shown.unscored)).toBeGreaterThan(0)
  }, 90_000)
})
