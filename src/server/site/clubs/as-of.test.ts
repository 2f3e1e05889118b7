import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingest } from '#server/history/ingest/ingest.ts'
import { getActivityHeatmap, getClubAnalytics, getMemberScores } from '#shared/contract/clubs.ts'
import { getClubQueue } from '#shared/contract/desk.ts'
import { getPlayerAnalytics } from '#shared/contract/players.ts'
import { DAY_MS } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { CLUB, member, scan, scansOf } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { registerDesk } from '../desk/routes.ts'
import { registerPlayers } from '../players/routes.ts'
import { registerClubs } from './routes.ts'

const LAST_DAY = '2026-03-15'
const LAST_SEEN = new Date(`${LAST_DAY}T12:00:00Z`)
const params = { tag: CLUB }

/** 60 days of a club: two play, one has just begun to be quiet, one is silent for 9 days, one for 30, one for 50. */
const RHYTHMS = {
  '#PP0': '#'.repeat(60),
  '#PP2': '##.'.repeat(20),
  '#PP8': `${'#'.repeat(57)}...`,
  '#PP9': `${'#'.repeat(51)}${'.'.repeat(9)}`,
  '#PPL': `${'#'.repeat(30)}${'.'.repeat(30)}`,
  '#PPQ': `${'#'.repeat(10)}${'.'.repeat(50)}`,
}

describe('a club that was collected for 60 days', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore()
    await ingest(store.db, scansOf(RHYTHMS, LAST_DAY))
  })
  afterAll(() => store.close())

  /** All that is told of activity and silence, so many days after the club was last seen. */
  async function toldAfter(days: number) {
    const clock = manualClock(new Date(LAST_SEEN.getTime() + days * DAY_MS + 3_600_000))
    const app = openTestApp(openTestContext({ store, clock }), [registerClubs, registerPlayers, registerDesk])
    const { stale, last_updated, ...analytics } = await ask(app, getClubAnalytics, { params })
    const { member_scores } = await ask(app, getMemberScores, { params, query: { days: 30 } })
    const { dates, member_activity } = await ask(app, getActivityHeatmap, { params, query: { days: 7 } })
    const { stale: _, ...queue } = await ask(app, getClubQueue, { params })
    const players = []
    for (const tag of Object.keys(RHYTHMS)) {
      const { stale: _stale, ...player } = await ask(app, getPlayerAnalytics, { params: { tag } })
      players.push(player)
    }
    return { stale, last_updated, told: { analytics, member_scores, dates, member_activity, queue, players } }
  }

  it('is told as it was last seen, however long nobody has looked since', async () => {
    const { stale, told } = await toldAfter(0)
    expect(stale).toBe(false)
    expect(told.analytics.member_performance_summary).toMatchObject({ active_members: 3, ghost_members: 3 })
    for (const days of [2, 6, 11, 40]) expect(await toldAfter(days)).toEqual({ ...(await toldAfter(2)), told })
    expect(await toldAfter(40)).toMatchObject({ stale: true, last_updated: LAST_SEEN.toISOString() })
  })

  it('tells one number of silent days of each member everywhere', async () => {
    const { analytics, member_scores, queue, players } = (await toldAfter(6)).told
    const silent = { '#PP9': 9, '#PPL': 30, '#PPQ': 50 }
    const numbers = (rows: readonly { tag: string; days: number | null }[]) =>
      Object.fromEntries(rows.filter(({ tag }) => tag in silent).map(({ tag, days }) => [tag, days]))
    const fromPlayers = players.map(({ days_silent }, place) => ({
      tag: Object.keys(RHYTHMS)[place] ?? '',
      days: days_silent,
    }))
    expect(numbers(analytics.ghosts.map(({ tag, days_silent }) => ({ tag, days: days_silent })))).toEqual(silent)
    const ofRow = (row: { player_tag: string; days_silent: number | null }) => ({
      tag: row.player_tag,
      days: row.days_silent,
    })
    expect(numbers(member_scores.map(ofRow))).toEqual(silent)
    expect(numbers(queue.silent.map(ofRow))).toEqual(silent)
    expect(numbers(fromPlayers)).toEqual(silent)
  })

  it('counts the days of the outage as neither silent nor played once it is seen again', async () => {
    const seenAgain = new Date(LAST_SEEN.getTime() + 11 * DAY_MS)
    const before = (await toldAfter(0)).told.member_scores
    const trophies = (tag: string) => 1000 + 10 * (RHYTHMS[tag as keyof typeof RHYTHMS].match(/#/g)?.length ?? 0)
    // Who plays went on; trophies of the others are as they were, so that these days are known.
    const now = Object.keys(RHYTHMS).map((tag) =>
      member(tag, trophies(tag) + (tag === '#PP0' || tag === '#PP2' ? 90 : 0)),
    )
    await ingest(store.db, [scan(seenAgain, now)])
    const { analytics, member_scores } = (await toldAfter(11)).told
    expect(analytics.member_performance_summary).toMatchObject({ active_members: 2, ghost_members: 4 })
    const silence = (rows: typeof before, tag: string) => rows.find(({ player_tag }) => player_tag === tag)?.days_silent
    expect([silence(before, '#PPL'), silence(member_scores, '#PPL')]).toEqual([30, 41])
    expect([silence(before, '#PP8'), silence(member_scores, '#PP8')]).toEqual([3, 14])
    expect(silence(member_scores, '#PP2')).toBe(0)
  })
})
