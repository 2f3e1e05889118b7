import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  analyticsHighlights,
  type ClubCandidate,
  mostTrending,
  type PlayerCandidate,
  type RegionalEntity,
  regionalInsights,
  type TrendingCandidate,
} from './platform.ts'

const club = (tag: string, activityScore: number | null, ghosts: number | null, trophies = 1000): ClubCandidate => ({
  tag,
  name: tag,
  trophies,
  members: 30,
  activityScore,
  ghosts,
})
const player = (tag: string, given: Partial<PlayerCandidate>): PlayerCandidate => ({
  tag,
  name: tag,
  trophies: 12_400,
  growthPercent: null,
  growth: null,
  consistency: null,
  streakDays: null,
  ...given,
})

describe('the highlights of the platform', () => {
  it('name the best of each kind', () => {
    const clubs = [club('#LIVELY', 71.25, 4), club('#WHOLE', 40, 1), club('#NEW', null, null)]
    const players = [
      player('#UP', { growthPercent: 12.34, growth: 1360 }),
      player('#DOWN', { growthPercent: -2, growth: -90 }),
      player('#STEADY', { consistency: 79.6, streakDays: 3 }),
      player('#STREAK', { consistency: 50, streakDays: 21 }),
    ]
    expect(
      analyticsHighlights(clubs, players).map((row) => [row.title, row.entity_type, row.entity_tag, row.metric]),
    ).toEqual([
      ['Most active club', 'club', '#LIVELY', '71%'],
      ['Biggest climber of the week', 'player', '#UP', '+12%'],
      ['Most consistent player', 'player', '#STEADY', '79'], // a score is rounded down, into its band,
      ['Fewest ghosts', 'club', '#WHOLE', '1 ghost'],
      ['Longest active streak', 'player', '#STREAK', '21 days'],
    ])
  })

  it('say what their figure means', () => {
    const [climber] = analyticsHighlights([], [player('#UP', { growthPercent: 12.34, growth: 1360 })])
    expect(climber?.description).toBe('+1,360 trophies in 7 days')
  })

  it('tell that a streak which fills the 30 days may be longer', () => {
    const metric = (streakDays: number) => analyticsHighlights([], [player('#P', { streakDays })])[0]?.metric
    expect([metric(29), metric(30)]).toEqual(['29 days', '30+ days'])
  })

  it('give equal figures to the one with more trophies, then to the first tag', () => {
    const clubs = [club('#C', 50, null), club('#B', 50, null, 2000), club('#A', 50, null, 2000)]
    expect(analyticsHighlights(clubs, [])).toMatchObject([{ entity_tag: '#A' }])
  })

  it('are left out without a candidate', () => {
    expect(analyticsHighlights([], [])).toEqual([])
    expect(analyticsHighlights([club('#NEW', null, null)], [player('#P', {})])).toEqual([])
    expect(analyticsHighlights([], [player('#P', { growthPercent: -3, growth: -30, streakDays: 0 })])).toEqual([])
  })
})

const entity = (
  tag: string,
  region: RegionalEntity['region'],
  score: number | null,
  trophies = 100,
): RegionalEntity => ({
  tag,
  name: tag.slice(1),
  type: 'player',
  region,
  trophies,
  activityScore: score,
  score,
})

describe('the insights of the regions', () => {
  const world = [
    entity('#A', 'eu', 80),
    entity('#B', 'eu', 45),
    entity('#C', 'eu', 80, 900),
    entity('#D', 'eu', 79.9),
    entity('#E', 'eu', null),
    entity('#F', 'asia', 12.5),
    entity('#G', 'global', 100), // no known country: in no region
  ]

  it('count clubs and players, average their activity and name the best three', () => {
    const [na, eu, asia] = regionalInsights(world)
    expect(na).toEqual({ region: 'na', entity_count: 0, avg_activity_score: null, top_performers: [] })
    expect(eu).toMatchObject({ region: 'eu', entity_count: 5, avg_activity_score: 71.2 }) // 284.9 / 4
    expect(eu?.top_performers.map(({ tag, score }) => [tag, score])).toEqual([
      ['#C', 80], // more trophies
      ['#A', 80],
      ['#D', 79.9],
    ])
    expect(asia?.top_performers).toEqual([{ tag: '#F', name: 'F', type: 'player', score: 12.5 }])
  })

  it('do not depend on the order of clubs and players', () => {
    expect(regionalInsights(world.toReversed())).toEqual(regionalInsights(world))
  })
})

const candidate = (tag: string, growth: number, given: Partial<TrendingCandidate> = {}): TrendingCandidate => ({
  tag,
  name: tag,
  type: 'player',
  trophies: 1000 + growth,
  growth,
  played: growth,
  growthFrom: 1000,
  ...given,
})

describe('trending this week', () => {
  it('mixes clubs and players by what they won in percent, and shows the total of a club beside it', () => {
    const rows = mostTrending([
      candidate('#P', 120), // 120 / 1,000
      // 1,500 / 10,000; a member brought 1,000
      candidate('#C', 2500, { type: 'club', played: 1500, growthFrom: 10_000, trophies: 12_500 }),
    ])
    expect(rows).toEqual([
      {
        tag: '#C',
        name: '#C',
        type: 'club',
        metrics: {
          trophies: 12_500,
          trophy_growth_7d: 2500,
          trophy_growth_7d_played: 1500,
          trophy_growth_7d_percent: 15,
        },
        reason: '+1,500 trophies in 7 days; +2,500 trophies with members who joined and left',
      },
      {
        tag: '#P',
        name: '#P',
        type: 'player',
        metrics: {
          trophies: 1120,
          trophy_growth_7d: 120,
          trophy_growth_7d_played: 120,
          trophy_growth_7d_percent: 12,
        },
        reason: '+120 trophies in 7 days',
      },
    ])
  })

  it('does not put a club first because somebody joined it', () => {
    const rows = mostTrending([candidate('#C', 90_000, { type: 'club', played: 10 }), candidate('#P', 20)])
    expect(rows.map(({ tag }) => tag)).toEqual(['#P', '#C'])
  })

  it('leaves out those without trophies to grow from', () => {
    expect(mostTrending([candidate('#Q', 500, { growthFrom: 0 })])).toEqual([])
  })

  it('orders ties by trophies, then tag', () => {
    const rows = mostTrending([
      candidate('#B', 10),
      candidate('#A', 10),
      candidate('#C', 20, { growthFrom: 2000, trophies: 2020 }),
    ])
    expect(rows.map(({ tag }) => tag)).toEqual(['#C', '#A', '#B'])
  })

  it('shows the best 8 in whatever order the candidates come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -900, max: 900 }), { maxLength: 20 }), (growths) => {
        const candidates = growths.map((growth, index) => candidate(`#${index}`, growth))
        const rows = mostTrending(candidates)
        expect(mostTrending(candidates.toReversed())).toEqual(rows)
        expect(rows.map(({ metrics }) => metrics.trophy_growth_7d)).toEqual(
          growths.toSorted((one, other) => other - one).slice(0, 8),
        )
      }),
    )
  })
})
