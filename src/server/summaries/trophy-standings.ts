import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { trophyPercentile } from '../metrics/trophy-percentile.ts'

type Holder = { tag: string; trophies: number }

/** Where a player stands by trophies among all who are tracked: the exact percentile, and how many they are. */
export type Standing = { percentile: number | null; players: number }

/**
 * The exact standing of each player among all tracked ones, these included, at the cost of a few rows each: whole
 * hundreds come from `trophy_counts`, only the player's own hundred is counted. It moves as others play, so what is
 * kept with a player's scores is a day old at most.
 */
export async function trophyStandings(db: Database, players: Holder[]): Promise<Map<string, Standing>> {
  const holders = JSON.stringify(players.map(({ tag, trophies }) => ({ tag, trophies })))
  const { rows } = await sql<{ tag: string; at_most: number; stored: number | null; total: number }>`
    with hundreds as (select hundred, sum(players) over (order by hundred) as at_most from trophy_counts)
    select p.tag, s.trophies as stored, coalesce((select max(at_most) from hundreds), 0) as total,
      coalesce((select at_most from hundreds where hundred < p.trophies / 100 order by hundred desc limit 1), 0)
        + (select count(*) from player_summaries o where o.trophies between p.trophies / 100 * 100 and p.trophies) as at_most
    from jsonb_to_recordset(${holders}::jsonb) as p(tag text, trophies integer)
    left join player_summaries s on s.tag = p.tag collate "C"`.execute(db)
  // What is stored of these players is replaced by what they have now.
  const before = rows.flatMap(({ stored }) => stored ?? [])
  const now = players.map(({ trophies }) => trophies)
  const tracked = (rows[0]?.total ?? 0) - before.length + now.length
  const trophiesOf = new Map(players.map(({ tag, trophies }) => [tag, trophies]))
  return new Map(
    rows.map(({ tag, at_most }) => {
      const own = trophiesOf.get(tag) ?? 0
      const notMore = (list: number[]) => list.filter((trophies) => trophies <= own).length
      const percentile = trophyPercentile(at_most - notMore(before) + notMore(now), tracked)
      return [tag, { percentile, players: tracked }]
    }),
  )
}
