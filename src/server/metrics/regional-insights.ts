import { PODIUM } from '#shared/limits.ts'
import { REGIONS, type Region } from '#shared/regions.ts'
import { oneDecimal } from './one-decimal.ts'

/** A club or player as it stands for the regions; scores 0 to 100, null where not observed. */
export type RegionalEntity = {
  tag: string
  name: string
  type: 'club' | 'player'
  region: Region
  trophies: number
  activityScore: number | null
  /** What top performers are compared by: performance of a player, activity of a club. */
  score: number | null
}

/** A region at a glance, with the names of the API. */
export type RegionalInsight = {
  region: Region
  entity_count: number
  /** 0 to 100, one decimal; null when nobody there was observed. */
  avg_activity_score: number | null
  top_performers: (Pick<RegionalEntity, 'tag' | 'name' | 'type'> & { score: number })[]
}

/** Size, mean activity and the best three of na, eu and asia; ties by trophies, then tag. */
export function regionalInsights(entities: readonly RegionalEntity[]): RegionalInsight[] {
  return REGIONS.filter((region) => region !== 'global').map((region) => {
    const here = entities.filter((entity) => entity.region === region)
    return {
      region,
      entity_count: here.length,
      avg_activity_score: meanActivity(here),
      top_performers: topPerformers(here),
    }
  })
}

function meanActivity(entities: readonly RegionalEntity[]): number | null {
  const scores = entities.flatMap(({ activityScore }) => activityScore ?? []).sort((one, other) => one - other)
  return scores.length === 0 ? null : oneDecimal(scores.reduce((sum, score) => sum + score, 0) / scores.length)
}

function topPerformers(entities: readonly RegionalEntity[]): RegionalInsight['top_performers'] {
  return entities
    .flatMap((entity) => (entity.score === null ? [] : [{ ...entity, score: entity.score }]))
    .sort((one, other) => other.score - one.score || other.trophies - one.trophies || (one.tag < other.tag ? -1 : 1))
    .slice(0, PODIUM)
    .map(({ tag, name, type, score }) => ({ tag, name, type, score: oneDecimal(score) }))
}
