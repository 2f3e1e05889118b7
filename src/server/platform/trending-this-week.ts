import { sql } from 'kysely'
import { ANALYTICS_MIN_DAYS, TRENDING } from '#shared/limits.ts'
import type { EntityType } from '#shared/tag.ts'
import type { Context } from '../context.ts'
import { type TrendingCandidate, type TrendingEntity, trending } from '../metrics/trending.ts'

/** The clubs and players that grew most this week; of those without enough history none. */
export async function trendingThisWeek(context: Context): Promise<TrendingEntity[]> {
  return trending([...(await candidates(context, 'club')), ...(await candidates(context, 'player'))])
}

/** The first of a kind by growth in percent: no others can be among the first of both. */
async function candidates({ db }: Context, type: EntityType): Promise<TrendingCandidate[]> {
  const { rows } = await sql<TrendingCandidate>`
    select first.*, ${type === 'club' ? GAIN_OF_MEMBERS : sql`null::bigint`} as "gainOfMembers" from (
      select tag, name, ${type}::text as type, trophies, growth_7d as growth, growth_from as "growthFrom",
        ${ANALYTICS_MIN_DAYS}::integer as "observedDays"
      from ${sql.table(`${type}_summaries`)}
      where analytics_available and growth_7d_percent is not null
      order by growth_7d_percent desc nulls last, trophies desc, tag limit ${TRENDING}
    ) first`.execute(db)
  return rows
}

/** A club's trophies rise by those who join it as well. */
const GAIN_OF_MEMBERS = sql`(
  select sum(own.growth_7d)::bigint from players p join player_summaries own on own.tag = p.tag collate "C"
  where p.club_tag = first.tag collate "default")`
