import { describe, expect, it } from 'vitest'
import { type RegionalEntity, regionalInsights } from './regional-insights.ts'

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

describe('the regions', () => {
  const world = [
    entity('#A', 'eu', 80),
    entity('#B', 'eu', 45),
    entity('#C', 'eu', 80, 900),
    entity('#D', 'eu', 79.9),
    entity('#E', 'eu', null),
    entity('#F', 'asia', 12.5),
    entity('#G', 'global', 100), // no known country: in no region
  ]

  it('count who is there, average their activity and name the best three', () => {
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

  it('do not depend on the order of entities', () => {
    expect(regionalInsights(world.toReversed())).toEqual(regionalInsights(world))
  })
})
