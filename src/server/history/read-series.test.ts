import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#shared/calendar-day.ts'
import { CLUB } from '#test/club-history.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { anyClubAnswers } from '#test/random-club-history.ts'
import { membersOf, recompute, seriesOfSeen } from '#test/recomputed-history.ts'
import { ingest } from '../ingestion/ingest.ts'
import { readMemberHistories } from './read-member-histories.ts'
import { readClubSeries, readPlayerSeries, type Subject } from './read-series.ts'
import { readTrackedSeries } from './read-tracked-series.ts'

const byTag = <T extends { tag: string }>(rows: T[]) => rows.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))

const anyStory = fc.record({
  answers: anyClubAnswers,
  portions: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
  again: fc.nat(40),
  days: fc.constantFrom(7, 30, 90),
  waited: fc.integer({ min: 0, max: 12 }),
})
type Given = typeof anyStory extends fc.Arbitrary<infer T> ? T : never

describe.each(storeKinds)('what was ingested, read back (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  const subjectOf = (tag: string, seen: { at: Date; trophies: number }[]): Subject => ({
    tag,
    firstSeenAt: seen[0]?.at ?? null,
    firstTrophies: seen[0]?.trophies ?? null,
  })

  it('is what the answers said, however they came: in any portions, some of them twice or late', async () => {
    const check = async ({ answers, portions, again, days, waited }: Given) => {
      await store.reset()
      let rest = answers
      for (let turn = 0; rest.length > 0; turn++) {
        const size = portions[turn % portions.length] ?? 1
        await ingest(store.db, rest.slice(0, size))
        rest = rest.slice(size)
      }
      await ingest(store.db, answers.slice(0, again))
      const known = recompute(answers)
      const now = new Date((answers.at(-1)?.observedAt.getTime() ?? 0) + waited * 86_400_000)
      const window = { days, now }
      const subjects = [...known.players].map(([tag, seen]) => subjectOf(tag, seen))
      const series = await readPlayerSeries(store.db, subjects, window)
      for (const [tag, seen] of known.players) {
        expect({ tag, ...series.get(tag) }).toEqual({ tag, ...seriesOfSeen(seen, dayOf(now), days) })
        expect((await readTrackedSeries(store.db, 'player', tag, window))?.series).toEqual(series.get(tag))
      }
      if (known.club.length === 0) return
      const { changes, ...club } = await readClubSeries(store.db, subjectOf(CLUB, known.club), window)
      const tracked = await readTrackedSeries(store.db, 'club', CLUB, window)
      expect(tracked).toEqual({ observedAt: known.club.at(-1)?.at, series: { changes, ...club } })
      const { changes: _, ...expected } = seriesOfSeen(known.club, dayOf(now), days)
      expect(club).toEqual(expected)
      const found = await readMemberHistories(store.db, CLUB, window)
      expect(byTag(found?.members ?? [])).toEqual(byTag(membersOf(known, dayOf(now), days)))
    }
    await fc.assert(fc.asyncProperty(anyStory, check), { numRuns: 15 })
  }, 90_000)
})
