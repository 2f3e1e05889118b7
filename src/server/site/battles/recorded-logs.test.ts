import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseBattleLog } from '#server/game/payloads/battle-log.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { getPlayerBattles, listPlayerBattles } from '#shared/contract/battles.ts'
import { ask } from '#test/ask.ts'
import { profile } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerBattles } from './routes.ts'

const recordings = new URL('../../../../../shared/field/recordings/battlelogs/', import.meta.url)
const absent = !existsSync(recordings)
const skipped = absent ? ' (skipped: the recordings are not beside this project)' : ''

/** Counted by hand in the recordings. Nothing is known of how others do, so the prior of all is 50 %. */
describe.skipIf(absent).each(storeKinds)(`real battle logs in the %s store${skipped}`, (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  /** The figures of a player on the day after the log. */
  async function battlesOf(tag: string, file: string, day: string, family: 'ladder' | 'ranked' = 'ladder') {
    const { body } = parseBattleLog(JSON.parse(readFileSync(new URL(file, recordings), 'utf8')), tag, new Map())
    const observedAt = new Date(`${day}T20:00Z`)
    await ingest(store.db, [profile(observedAt, tag, 50_000), { kind: 'battle-log', tag, observedAt, body }])
    const app = openTestApp(openTestContext({ store, clock: manualClock(observedAt) }), [registerBattles])
    return ask(app, getPlayerBattles, { params: { tag }, query: { family } })
  }

  it('24 of 25 in Brawl Ball with one brawler', async () => {
    const answer = await battlesOf('#LLL9JU0U0', 'krawl_ladder-brawlBall_2025-08-15.json', '2025-08-15')
    // (24 + 10) / 45 = 0.75556; interval (24 + 1.92) / 28.84 -+ 1.96 / 28.84 x sqrt(24 / 25 + 0.96),
    // which is 80.5 to 99.3 and reaches down to the rate.
    expect(answer.totals).toMatchObject({ battles: 25, wins: 24, losses: 1, rate: 75.6, low: 75.6, high: 99.3 })
    // Twelve won, one lost, twelve won; +131 and -28 trophies; six of 24 wins as the star player.
    expect(answer.totals).toMatchObject({ current_streak: 12, longest_streak: 12, trophies_won: 103 })
    expect(answer.totals).toMatchObject({ stars_per_win: 0.25, seconds_played: 1211, battles_timed: 25 })
    // (24 + 25 x 0.75556) / 50
    expect(answer.by_mode).toMatchObject([{ mode: 'brawlBall', rate: 85.8, prior: 75.6, sample: 'building' }])
    // On a Friday, from 1:31 to 2:14 UTC: 17 before two o'clock, 8 after.
    expect(answer.hours[4]?.slice(0, 4)).toEqual([null, 17, 8, 0])
  })

  it('22 of 25 duels with three brawlers, which share each result', async () => {
    const answer = await battlesOf('#88YV8VQJL', 'krawl_duels_2025-08-14.json', '2025-08-14')
    // (22 + 10) / 45
    expect(answer.totals).toMatchObject({ battles: 25, wins: 22, losses: 3, rate: 71.1, trophies_won: 218 })
    expect(answer.totals.stars_per_win).toBeNull()
    // Gene and Kit (22 + 25 x 0.71111) / 50, Janet 14 of 16 (14 + 25 x 0.71111) / 41, R-T 8 of 9 without a rate.
    expect(answer.by_brawler.map(({ wins, losses, rate }) => [wins, losses, rate])).toEqual([
      [22, 3, 79.6],
      [22, 3, 79.6],
      [14, 2, 77.5],
      [8, 1, null],
    ])
    // The log tells what each brawler won; together it is the 218.
    expect(answer.by_brawler.map(({ trophies_won }) => trophies_won)).toEqual([80, 76, 38, 24])
    const app = openTestApp(openTestContext({ store, clock: manualClock(new Date('2025-08-14T20:00Z')) }), [
      registerBattles,
    ])
    const { battles } = await ask(app, listPlayerBattles, { params: { tag: '#88YV8VQJL' }, query: { limit: 1 } })
    expect(battles[0]?.trophy_change).toBe(14)
    const changes = battles[0]?.sides.map(({ players: [player] }) => player?.brawlers.map((each) => each.trophy_change))
    expect(changes).toEqual([
      [5, 5, 4],
      [null, null, null],
    ])
  })

  it('11 of 13 rounds of the Ranked mode and a draw, apart from the battles against computers', async () => {
    const file = 'krawl_lastStand+soloRanked_2025-07-25.json'
    const answer = await battlesOf('#2JY2JR09UC', file, '2025-07-25', 'ranked')
    // (11 + 10) / 33
    expect(answer.totals).toMatchObject({ battles: 14, wins: 11, losses: 2, draws: 1, rate: 63.6, trophies_won: 0 })
    // Four won after a loss; before it a draw, and four won before that. Star twice, in battles of which five were won.
    expect(answer.totals).toMatchObject({ current_streak: 4, longest_streak: 4, stars_per_win: 0.4 })
    expect(answer.by_lobby).toEqual({ people: 14, bots: 0, likely_bots: 0, unknown: 0 })
    expect(answer.by_mode.map(({ mode, battles, wins }) => `${mode} ${wins} of ${battles}`)).toEqual([
      'hotZone 4 of 4',
      'brawlBall 1 of 3',
      'heist 2 of 3',
      'bounty 2 of 2',
      'gemGrab 2 of 2',
    ])
  })
})
