import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listLog, undoChange } from '#shared/contract/desk-log.ts'
import { getClubGoal, getDeskGoal, setGoal, withdrawGoal } from '#shared/contract/goals.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from '#test/desk-visitors.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { clearDesks } from './desk-room.ts'

const AT = { tag: DESK_CLUB }

let store: TestStore
let story: DeskStory
let owner: DeskVisitor
let editor: DeskVisitor
beforeAll(async () => {
  store = await openTestStore()
})
beforeEach(async () => {
  await story?.close()
  story = await openDeskStory(store)
  owner = await story.user('ada', story.roles.president?.[0] ?? '')
  editor = await story.user('milo', story.roles.vicePresident?.[0] ?? '')
})
afterAll(async () => {
  await story?.close()
  await store.close()
})

const inDays = (days: number) => dayOf(new Date(story.world.clock.now().getTime() + days * DAY_MS))
const set = (by: DeskVisitor, trophies: number, days = 7, kind: 'gain' | 'total' = 'gain') =>
  story.as(by, setGoal, { params: AT, body: { kind, trophies, until: inDays(days) } })
const atDesk = async () => (await story.as(owner, getDeskGoal, { params: AT })).goal
const inPublic = () => ask(story.app, getClubGoal, { params: AT })

it('a vice president sets a goal, and everybody sees it', async () => {
  expect(await inPublic()).toMatchObject({ goal: null, past: [] })
  await set(editor, 50_000)
  const { goal } = await inPublic()
  expect(goal).toMatchObject({ kind: 'gain', trophies: 50_000, from: inDays(0), until: inDays(7), reached_on: null })
  expect(goal?.words).toMatch(/^\+50,000 trophies by \w+ \d+, \d{4}$/)
  expect(await atDesk()).toMatchObject({ trophies: 50_000, version: 1 })
})

it('one goal runs at a time; a withdrawn one leaves no trace in public and can be brought back', async () => {
  await set(owner, 50_000)
  await expect(set(editor, 60_000)).rejects.toThrow(/goal_runs/)
  const goal = await atDesk()
  const { log_id } = await story.as(editor, withdrawGoal, {
    params: { ...AT, record_id: goal?.id ?? 0 },
    body: { version: goal?.version ?? 0 },
  })
  expect(await inPublic()).toMatchObject({ goal: null, past: [] })
  const { entries } = await story.as(owner, listLog, { params: AT, query: {} })
  expect(entries.map(({ kind }) => kind)).toEqual(['goal_withdrawn', 'goal_set'])
  await story.as(editor, undoChange, { params: { ...AT, record_id: log_id } })
  expect(await inPublic()).toMatchObject({ goal: { trophies: 50_000 } })
})

it('a withdrawn goal does not come back beside another one', async () => {
  await set(owner, 50_000)
  const goal = await atDesk()
  const { log_id } = await story.as(owner, withdrawGoal, {
    params: { ...AT, record_id: goal?.id ?? 0 },
    body: { version: goal?.version ?? 0 },
  })
  await set(owner, 70_000)
  const undo = () => story.as(owner, undoChange, { params: { ...AT, record_id: log_id } })
  await expect(undo()).rejects.toThrow(/goal_runs/)
  expect(await inPublic()).toMatchObject({ goal: { trophies: 70_000 }, past: [] })
})

it('withdrawn goals are cleared after 90 days', async () => {
  await set(owner, 50_000)
  const goal = await atDesk()
  await story.as(owner, withdrawGoal, { params: { ...AT, record_id: goal?.id ?? 0 }, body: { version: 1 } })
  const left = async () => (await store.db.selectFrom('club_goals').select('id').execute()).length
  await story.world.clock.advance(89 * DAY_MS)
  await clearDesks(story.context)
  expect(await left()).toBe(1)
  await story.world.clock.advance(2 * DAY_MS)
  await clearDesks(story.context)
  expect(await left()).toBe(0)
})

it('whoever withdraws an older version is told that it changed', async () => {
  await set(owner, 50_000)
  const goal = await atDesk()
  const withdraw = () =>
    story.as(owner, withdrawGoal, { params: { ...AT, record_id: goal?.id ?? 0 }, body: { version: 7 } })
  await expect(withdraw()).rejects.toThrow(/changed_meanwhile/)
})

const WISH = { kind: 'gain', trophies: 1000 } as const

it.each([
  ['a day that is over', () => set(owner, 1000, -1)],
  ['a day too far away', () => set(owner, 1000, 120)],
  ['a day of the year 1', () => story.as(owner, setGoal, { params: AT, body: { ...WISH, until: '0001-01-01' } })],
  ['trophies that the club has', () => set(owner, 1, 7, 'total')],
  ['no trophies', () => set(owner, 0)],
  ['more than any club has', () => set(owner, 1_000_000_000)],
])('a goal with %s is refused with a sentence', async (_, attempt) => {
  await expect(attempt()).rejects.toThrow(/400/)
  expect(await inPublic()).toMatchObject({ goal: null })
})

it('a goal that is missed is told for a week, and then among the past ones', async () => {
  await set(owner, 90_000_000, 1)
  await story.world.clock.advance(3 * DAY_MS)
  expect((await inPublic()).goal).toMatchObject({ reached_on: null, futures_of_100: null, unavailable_reason: null })
  await set(owner, 80_000_000, 1)
  const { goal, past } = await inPublic()
  expect(goal?.trophies).toBe(80_000_000)
  expect(past.map(({ trophies, reached_on }) => [trophies, reached_on])).toEqual([[90_000_000, null]])
})

it('a desk that is tried shows the goal of the club until one is set there', async () => {
  await story.close()
  story = await openDeskStory(store, { demo: true })
  const now = story.world.clock.now()
  const row = { desk: DESK_CLUB, kind: 'gain', trophies: 50_000, created_at: now, changed_at: now } as const
  await store.db
    .insertInto('club_goals')
    .values({ ...row, from_day: inDays(0), until_day: inDays(7) })
    .execute()
  const guest = await story.guest()
  const shown = async () => (await story.as(guest, getDeskGoal, { params: AT })).goal
  expect(await shown()).toMatchObject({ trophies: 50_000, is_example: true })
  await set(guest, 60_000)
  expect(await shown()).toMatchObject({ trophies: 60_000, is_example: false })
  expect((await inPublic()).goal?.trophies).toBe(50_000)
})
