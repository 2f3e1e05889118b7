import { describe, expect, it } from 'vitest'
import { analyticsHighlights, type ClubCandidate, type PlayerCandidate } from './analytics-highlights.ts'

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

describe('the highlights', () => {
  it('name the best of each kind', () => {
    const clubs = [club('#LIVELY', 71.25, 4), club('#WHOLE', 40, 1), club('#NEW', null, null)]
    const players = [
      player('#UP', { growthPercent: 12.34, growth: 1360 }),
      player('#DOWN', { growthPercent: -2, growth: -90 }),
      player('#STEADY', { consistency: 96.7, streakDays: 3 }),
      player('#STREAK', { consistency: 50, streakDays: 21 }),
    ]
    expect(
      analyticsHighlights(clubs, players).map((row) => [row.title, row.entity_type, row.entity_tag, row.metric]),
    ).toEqual([
      ['Most active club', 'club', '#LIVELY', '71.3'],
      ['Biggest climber of the week', 'player', '#UP', '+12.3%'],
      ['Most consistent player', 'player', '#STEADY', '96.7'],
      ['Fewest ghosts', 'club', '#WHOLE', '1 ghost'],
      ['Longest active streak', 'player', '#STREAK', '21 days'],
    ])
  })

  it('say what the figure means', () => {
    const [climber] = analyticsHighlights([], [player('#UP', { growthPercent: 12.34, growth: 1360 })])
    expect(climber?.description).toBe('+1,360 trophies in 7 days, now at 12.4k.')
  })

  it('go to more trophies, then to the tag, where figures are equal', () => {
    const clubs = [club('#C', 50, null), club('#B', 50, null, 2000), club('#A', 50, null, 2000)]
    expect(analyticsHighlights(clubs, [])).toMatchObject([{ entity_tag: '#A' }])
  })

  it('are left out where nobody is known', () => {
    expect(analyticsHighlights([], [])).toEqual([])
    expect(analyticsHighlights([club('#NEW', null, null)], [player('#P', {})])).toEqual([])
    expect(analyticsHighlights([], [player('#P', { growthPercent: -3, growth: -30, streakDays: 0 })])).toEqual([])
  })
})
