import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { getClubAnalytics } from '#shared/contract/clubs.ts'
import { getClubShare } from '#shared/contract/sharing.ts'
import { calendarDay, dayOf, HOUR_MS } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { CLUB, storeClubHistory } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { deskOfClub } from './site/desk/open-desk.ts'
import { readWeek } from './site/desk/weeks.ts'
import { readWeekCard } from './site/pictures/read-week-card.ts'

const SUNDAY = '2026-03-15'
const AT = { params: { tag: CLUB } }

/** Two joined on Monday and Thursday, one left, one left and came back, one came and left, on days of one week. */
const RHYTHMS = {
  '#2PPP': '##############',
  '#2PPL': '..............',
  '#2PPQ': '...........   ',
  '#2PPU': '........   ...',
  '#2PPV': '         ...  ',
  '#2PPG': '       .......',
  '#2PPY': '          ....',
}

let store: TestStore
let context: TestContext
let app: FastifyInstance
const clock = manualClock(new Date(`${SUNDAY}T23:59:00Z`))
beforeAll(async () => {
  store = await openTestStore()
  await storeClubHistory(store.db, RHYTHMS, { today: SUNDAY })
  context = openTestContext({ store, clock })
  app = await createApp(context)
})
afterAll(async () => {
  await app.close()
  await store.close()
})

it('page, message, report and picture count the same who joined and left, and the same trophies', async () => {
  const { summary, joined_7d, left_7d } = await ask(app, getClubAnalytics, AT)
  expect(summary).toMatch(/4 members joined \(\+4,000\), 3 members left \(−3,000\)/)
  const names = (people: { name: string }[]) => people.map(({ name }) => name).toSorted()
  expect([names(joined_7d), names(left_7d)]).toEqual([
    ['2PPG', '2PPU', '2PPV', '2PPY'],
    ['2PPQ', '2PPU', '2PPV'],
  ])
  const { text } = await ask(app, getClubShare, { ...AT, query: {} })
  expect(text).toMatch(/\*\*Joined\*\*: (2PP[GUVY](, )?){4} \(\+4,000\)\n\*\*Left\*\*: (2PP[QUV](, )?){3} \(−3,000\)/)

  await clock.advance(HOUR_MS)
  const report = await readWeek(context, deskOfClub(CLUB), '2026-03-16')
  expect(report.headline).toContain('4 players joined (+4,000), 3 players left (−3,000)')
  const card = await readWeekCard(context, { type: 'club', tag: CLUB, begin: calendarDay('2026-03-09') })
  expect(card.moves.map(({ title, names }) => [title, names.map(({ name }) => name).toSorted()])).toEqual([
    ['Joined', ['2PPG', '2PPU', '2PPV', '2PPY']],
    ['Left', ['2PPQ', '2PPU', '2PPV']],
  ])
})

it('who joined a day before the week is neither in the sentence nor in the message, also within 168 hours', async () => {
  await clock.advance(10 * HOUR_MS)
  const nextDay = Object.entries(RHYTHMS).map(([tag, days]) => [tag, days + (days.endsWith(' ') ? ' ' : '.')])
  await storeClubHistory(store.db, Object.fromEntries(nextDay), { today: dayOf(clock.now()) })
  const { summary } = await ask(app, getClubAnalytics, AT)
  expect(summary).toMatch(/3 members joined \(\+3,000\)/)
  const { text } = await ask(app, getClubShare, { ...AT, query: {} })
  expect(text).not.toContain('2PPG,')
  expect(text).toMatch(/\*\*Joined\*\*: (2PP[UVY](, )?){3} \(\+3,000\)/)
})
