import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { trophyPercentile } from '../metrics/trophy-percentile.ts'

type Holder = { tag: string; trophies: number }

/**
 * The exact percentile of each player among all tracked ones, these included, at the cost of a few rows each: whole
 * hundreds come from `trophy_counts`, only the player's own hundred is counted. It moves as others play, so what is
 * kept with a player's scores is a day old at most.
 */
export async function trophyPercentiles(db: Database, players: Holder[]): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ tag: string; at_most: number; stored: number | null }>`
    with hundreds as (select hundred, sum(players) over (order by hundred) as at_most from trophy_counts)
    select p.tag, s.trophies as stored,
      coalesce((select at_most from hundreds where hundred < p.trophies / 100 order by hundred desc limit 1), 0)
        + (select count(*) from player_summaries o where o.trophies between p.trophies / 100 * 100 and p.trophies) as at_most
    from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as p(tag text, trophies integer)
    left join player_summaries s on s.tag = p.tag collate "C"`.execute(db)
  const total = await sql<{ total: number }>`select coalesce(sum(players), 0) as total from trophy_counts`.execute(db)
  // What is stored of these players is replaced by what they have now.
  const before = rows.flatMap(({ stored }) => stored ?? [])
  const now = players.map(({ trophies }) => trophies)
  const tracked = (total.rows[0]?.total ?? 0) - before.length + now.length
  const trophiesOf = new Map(players.map(({ tag, trophies }) => [tag, trophies]))
  return new Map(
    rows.map(({ tag, at_most }) => {
      const own = trophiesOf.get(tag) ?? 0
      const notMore = (list: number[]) => list.filter((trophies) => trophies <= own).length
      return [tag, trophyPercentile(at_most - notMore(before) + notMore(now), tracked)]
    }),
  )
}
