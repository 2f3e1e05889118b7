import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { trophyPercentile } from '#server/metrics/player-activity.ts'

type Holder = { tag: string; trophies: number }

/** Where a player stands by trophies among all who are tracked: the exact percentile, and how many they are. */
export type Standing = { percentile: number | null; players: number }

/** What the counters say of a player's trophies; they may still hold what the player had before. */
export type Rank = { trophies: number; counted: number; at_most: number; counted_trophies: number | null }

/**
 * SQL for the `Rank` of the one player `p`, at the cost of a few rows: whole hundreds come from `trophy_counts`, only
 * the player's own hundred is counted.
 */
export const RANK = `
  select p.trophies, counted, s.trophies as counted_trophies, below + (
      select count(*) from player_summaries o where o.trophies between p.trophies / 100 * 100 and p.trophies
    ) as at_most
  from (
    select coalesce(sum(players), 0) as counted,
      coalesce(sum(players) filter (where hundred < p.trophies / 100), 0) as below
    from trophy_counts
  ) hundreds left join player_summaries s on s.tag = p.tag collate "C"`

/**
 * The exact standing of each player among all tracked ones, these included. It moves as others play, so what is kept
 * with a player's scores is a day old at most.
 */
export async function trophyStandings(db: Database, players: Holder[]): Promise<Map<string, Standing>> {
  const holders = JSON.stringify(players.map(({ tag, trophies }) => ({ tag, trophies })))
  const { rows } = await sql<Rank & { tag: string }>`
    with hundreds as (select hundred, sum(sum(players)) over (order by hundred) as at_most from trophy_counts group by hundred)
    select p.tag, p.trophies, s.trophies as counted_trophies,
      coalesce((select max(at_most) from hundreds), 0) as counted,
      coalesce((select at_most from hundreds where hundred < p.trophies / 100 order by hundred desc limit 1), 0)
        + (select count(*) from player_summaries o where o.trophies between p.trophies / 100 * 100 and p.trophies) as at_most
    from jsonb_to_recordset(${holders}::jsonb) as p(tag text, trophies integer)
    left join player_summaries s on s.tag = p.tag collate "C"`.execute(db)
  return new Map(rows.map((row) => [row.tag, standingAmong(rows, row)]))
}

/** The standing that a player's own rank makes. */
export function standingOf(rank: Rank): Standing {
  return standingAmong([rank], rank)
}

/** What is counted of these players is replaced by what they have now. */
function standingAmong(ranks: readonly Rank[], { trophies: own, counted, at_most }: Rank): Standing {
  const before = ranks.flatMap(({ counted_trophies }) => counted_trophies ?? [])
  const tracked = counted - before.length + ranks.length
  const notMore = (list: number[]) => list.filter((trophies) => trophies <= own).length
  const now = ranks.map(({ trophies }) => trophies)
  return { percentile: trophyPercentile(at_most - notMore(before) + notMore(now), tracked), players: tracked }
}
