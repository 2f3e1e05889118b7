import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPlayerSeries } from '#server/history/series.ts'
import { playerActivity, trophyPercentile, withoutScores } from '#server/metrics/player-activity.ts'
import { trophyGrowth } from '#server/metrics/trophy-gain.ts'
import { DAY_MS } from '#shared/days.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { rising, type Settlement, settle } from '#test/small-world.ts'
import { entityTotals } from './counters.ts'
import { countEntities } from './facets.ts'
import { summarise, summariseStale, summariseStored } from './summarise.ts'

const day = fc.option(fc.integer({ min: 2, max: 160_000 }), { freq: 6 })
const anyClub = fc.array(fc.array(day, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 8 })
const TAGS = ['#PPP', '#PPY', '#PPL', '#PPQ', '#PPG', '#PPR', '#PPJ', '#PPC']

describe.each(storeKinds)('the summaries of clubs and players on the %s store', (kind) => {
  let store: TestStore
  let context: TestContext
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    context = openTestContext({ store })
    await context.clock.advance(DAY_MS / 2 + 1)
  })
  afterAll(() => store.close())

  const players = () => store.db.selectFrom('player_summaries').selectAll().orderBy('tag').execute()
  const clubs = () => store.db.selectFrom('club_summaries').selectAll().orderBy('tag').execute()

  /** Every total, once from the counters and once from the rows. */
  async function counters() {
    const kept = await sql`select type, facet, thousand, sum(entities) as entities, sum(available) as available,
        sum(scored) as scored, sum(activity_tenths)::bigint as activity_tenths
      from entity_counts group by 1, 2, 3 having sum(entities) <> 0 order by 1, 2, 3`.execute(store.db)
    const counted = await sql`
      select type, facet, trophies / 1000 as thousand, count(*) as entities, count(*) filter (where analytics_available) as available,
        count(activity_score) as scored, coalesce(sum(round(activity_score::numeric * 10)), 0)::bigint as activity_tenths
      from (select 'player' as type, facet, trophies, analytics_available, activity_score from player_summaries
        union all select 'club', facet, trophies, analytics_available, activity_score from club_summaries) rows
      group by 1, 2, 3 order by 1, 2, 3`.execute(store.db)
    return { kept: kept.rows, counted: counted.rows }
  }

  const club: Settlement = {
    tag: '#2PP',
    name: 'Dolphins',
    country: 'DE',
    members: [
      { tag: '#PPP', name: 'Ada', days: rising('##########', 20_000, 100) },
      { tag: '#PPY', name: '<c2>Zoë</c>', days: rising('..........', 9_000) },
      { tag: '#PPL', name: 'Milo', days: rising('###', 30_000) },
    ],
  }

  it('contain the scores of a club and its members', async () => {
    await settle(context, [club])
    expect(await players()).toMatchObject([
      { tag: '#PPL', name: 'Milo', activity_score: null, analytics_available: false, country: 'DE' },
      { tag: '#PPP', name: 'Ada', activity_score: 90, analytics_available: true, growth_7d: 700, longest_streak: 9 },
      { tag: '#PPY', name: 'Zoë', name_folded: 'zoe', activity_score: 0, club_tag: '#2PP' },
    ])
    // Of two members it is known whether they are active, which is too few for a percentage. Ada won 700, and Milo 20
    // after joining; the 30,010 that Milo brought were not won.
    const known = { ghosts: 1, activity_score: null, growth_7d: 720, growth_from: 29_300, analytics_available: true }
    expect(await clubs()).toMatchObject([{ tag: '#2PP', member_count: 3, country: 'DE', ...known }])
  })

  it('have the scores that the formulas give for any history, and the counters agree with the rows', async () => {
    await fc.assert(
      fc.asyncProperty(anyClub, async (histories) => {
        await store.reset()
        const members = histories.map((days, index) => ({ tag: TAGS[index] ?? '', name: `P${index}`, days }))
        await settle(context, [{ tag: '#2PP', name: 'Any', members }])
        const stored = await store.db.selectFrom('players').selectAll().execute()
        const subjects = stored.map((row) => ({
          tag: row.tag,
          firstSeenAt: row.first_seen_at,
          firstTrophies: row.first_trophies,
          asOf: row.observed_at,
        }))
        const series = await readPlayerSeries(store.db, subjects, { days: 60, now: context.clock.now() })
        for (const row of await players()) {
          const own = series.get(row.tag)
          const atMost = stored.filter((other) => other.trophies <= row.trophies).length
          if (own === undefined) throw new Error(`${row.tag} has no series`)
          const enough = own.closes.filter((close) => close !== null).length >= 7
          const signs = { lastChangeAt: null, lastBattleAt: null }
          const known = playerActivity({ series: own, ...signs }, trophyPercentile(atMost, stored.length))
          const activity = enough ? known : withoutScores(known)
          const [weekBefore, earlier] = [own.closes.slice(-14, -7), own.closes.slice(0, -7)]
          const looked = earlier.every((close) => close === null) || weekBefore.some((close) => close !== null)
          expect(row).toMatchObject({
            performance_score: activity.performance_score,
            activity_score: activity.activity_analysis.activity_score,
            consistency_rating: activity.activity_analysis.consistency_rating,
            longest_streak: activity.activity_analysis.longest_streak_days,
            growth_7d: enough && looked ? trophyGrowth(own, 7).growth : null,
            analytics_available: enough,
          })
        }
        const { kept, counted } = await counters()
        expect(kept).toEqual(counted)
      }),
      { numRuns: 12 },
    )
  })

  it('stay the same when they are made again, and count nobody twice', async () => {
    await settle(context, [club])
    const before = [await players(), await clubs(), (await counters()).kept]
    const subjects = { clubs: ['#2PP', '#2PP'], players: ['#PPY', '#PPP', '#PPL'] }
    await Promise.all([summarise(context, subjects), summarise(context, subjects)])
    expect([await players(), await clubs(), (await counters()).kept]).toEqual(before)
    expect(await countEntities(store.db, 'player', {})).toMatchObject({ total: 3 })
  })

  it('are renewed daily, and tell of who was last seen long ago as of then, but nothing of this week', async () => {
    await settle(context, [club])
    expect(await summariseStale(context, 100)).toBe(0)
    await context.clock.advance(DAY_MS)
    expect(await summariseStale(context, 3)).toBe(3)
    expect(await summariseStale(context, 100)).toBe(1)
    expect(await summariseStale(context, 100)).toBe(0)
    expect((await players())[1]).toMatchObject({ tag: '#PPP', activity_score: 90 })
    await context.clock.advance(23 * DAY_MS)
    expect(await summariseStale(context, 100)).toBe(4)
    expect((await players())[1]).toMatchObject({ tag: '#PPP', activity_score: 90, growth_7d: null })
    expect((await clubs())[0]).toMatchObject({ ghosts: 1, active_members: 1, growth_7d: null })
  })

  it('are made step by step for clubs and players that were stored without them', async () => {
    await settle(context, [club])
    const before = await players()
    await sql`truncate player_summaries, club_summaries, entity_counts, trophy_counts`.execute(store.db)
    let cursor = await summariseStored(context, 2)
    while (cursor !== null) cursor = await summariseStored(context, 2, cursor)
    expect((await players()).map((row) => row.tag)).toEqual(before.map((row) => row.tag))
    expect((await entityTotals(store.db)).players.entities).toBe(3)
  })

  it('of a player who is no longer stored are deleted and no longer counted', async () => {
    await settle(context, [club])
    await store.db.deleteFrom('players').where('tag', '=', '#PPY').execute()
    await summarise(context, { clubs: [], players: ['#PPY'] })
    expect((await entityTotals(store.db)).players).toMatchObject({ entities: 2, available: 1 })
    const { kept, counted } = await counters()
    expect(kept).toEqual(counted)
  })
})
