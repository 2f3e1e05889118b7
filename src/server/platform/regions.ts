import { sql } from 'kysely'
import { PODIUM } from '#shared/limits.ts'
import type { Region } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import type { Context } from '../context.ts'
import { oneDecimal } from '../metrics/one-decimal.ts'
import { type RegionalEntity, type RegionalInsight, regionalInsights } from '../metrics/regional-insights.ts'
import { facetsOfRegion } from '../summaries/facets.ts'
import { listEntities } from '../summaries/list-entities.ts'
import { totals } from '../summaries/totals.ts'

const REGIONS_SHOWN: readonly Region[] = ['na', 'eu', 'asia']

/** Size and mean activity of each region from the counters, and its best three from the tops of both kinds. */
export async function regions(context: Context): Promise<RegionalInsight[]> {
  const candidates: RegionalEntity[] = []
  for (const region of REGIONS_SHOWN) {
    candidates.push(...(await best(context, region, 'club')), ...(await best(context, region, 'player')))
  }
  const insights = regionalInsights(candidates)
  return Promise.all(insights.map(async (insight) => ({ ...insight, ...(await size(context, insight.region)) })))
}

async function size({ db }: Context, region: Region): Promise<Omit<RegionalInsight, 'region' | 'top_performers'>> {
  const { clubs, players } = await totals(db, facetsOfRegion(region))
  const scored = clubs.scored + players.scored
  const tenths = clubs.activityTenths + players.activityTenths
  return {
    entity_count: clubs.entities + players.entities,
    avg_activity_score: scored === 0 ? null : oneDecimal(tenths / 10 / scored),
  }
}

const SORT = { club: 'activity_score', player: 'performance_score' } as const

async function best({ db }: Context, region: Region, type: EntityType): Promise<RegionalEntity[]> {
  const sort = SORT[type]
  const { tags } = await listEntities(db, { type, filter: { region }, sort, limit: PODIUM, offset: 0 })
  const { rows } = await sql<RegionalEntity>`
    select tag, name, ${type}::text as type, ${region}::text as region, trophies, activity_score as "activityScore",
      ${sql.ref(sort)} as score
    from ${sql.table(`${type}_summaries`)} where tag = any(${tags})`.execute(db)
  return rows
}
