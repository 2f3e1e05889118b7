import { afterAll, beforeAll, expect, it } from 'vitest'
import { presentStanding } from '#server/metrics/ranked-history.ts'
import { calendarDay } from '#shared/days.ts'
import { NO_RANKED, profile } from '#test/club-history.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { ingest } from './ingest/ingest.ts'
import { readLadders } from './ladders.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore('postgres')
})
afterAll(() => store.close())

it('what profiles of the last 30 days told is read on the first of March too', async () => {
  const now = { tier: 'MYTHIC I', rating: 4600 }
  await ingest(store.db, [profile('2026-01-31T08:00Z', '#ADA', 5000, { ranked: { ...NO_RANKED, season: 41, now } })])
  const today = calendarDay('2026-03-01')
  const ladders = await readLadders(store.db, ['#ADA'], today)
  expect(presentStanding(ladders.get('#ADA') ?? new Map(), today).ranked).toEqual({ ...now, on: '2026-01-31' })
})
