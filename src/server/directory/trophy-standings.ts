import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, field, queryRows, type RowOf } from '#server/database/database.ts'
import { trophyPercentile } from '#server/metrics/player-activity.ts'

type Holder = { tag: string; trophies: number }

/** Where a player stands by trophies among all who are tracked: the exact percentile, and how many they are. */
export type Standing = { percentile: number | null; players: number }

const RANK = {
  trophies: z.int(),
  /** How many players the counters hold, and how many of them have no more trophies than this one. */
  counted: z.int(),
  atMost: z.int(),
  /** The trophies with which the counters hold this player; null where they do not. */
  countedTrophies: z.nullable(z.int()),
}

/** What the counters say of a player's trophies. They may still hold what the player had before. */
type Rank = RowOf<typeof RANK>

/** The fields of a read that joins `RANKED`. */
export const RANK_FIELDS = {
  trophies: field('ranked.trophies', RANK.trophies),
  counted: field('ranked.counted', RANK.counted),
  atMost: field('ranked.at_most', RANK.atMost),
  countedTrophies: field('ranked.counted_trophies', RANK.countedTrophies),
}

/**
 * SQL that joins the rank of the one player `p`, at the cost of a few rows: whole hundreds come from `trophy_counts`, and
 * only those in the player's own hundred are counted.
 */
export const RANKED = `
  cross join lateral (
    select p.trophies, counted, s.trophies as counted_trophies, below + (
        select count(*) from player_summaries o where o.trophies between p.trophies / 100 * 100 and p.trophies
      ) as at_most
    from (
      select coalesce(sum(players), 0) as counted,
        coalesce(sum(players) filter (where hundred < p.trophies / 100), 0) as below
      from trophy_counts
    ) hundreds left join player_summaries s on s.tag = p.tag collate "C"
  ) ranked`

/**
 * The exact standing of each player among all tracked ones, these included. It moves as others play, so what is kept
 * with a player's scores is up to a day old.
 */
export async function trophyStandings(db: Database, players: Holder[]): Promise<Map<string, Standing>> {
  const holders = JSON.stringify(players.map(({ tag, trophies }) => ({ tag, trophies })))
  const ranks = await queryRows(
    db,
    { tag: z.string(), ...RANK },
    sql`
    with hundreds as (
      select hundred, sum(sum(players)) over (order by hundred)::bigint as at_most from trophy_counts group by hundred
    )
    select p.tag, p.trophies, s.trophies as "countedTrophies",
      coalesce((select max(at_most) from hundreds), 0) as counted,
      coalesce((select at_most from hundreds where hundred < p.trophies / 100 order by hundred desc limit 1), 0)
        + (select count(*) from player_summaries o where o.trophies between p.trophies / 100 * 100 and p.trophies)
        as "atMost"
    from jsonb_to_recordset(${holders}::jsonb) as p(tag text, trophies integer)
    left join player_summaries s on s.tag = p.tag collate "C"`,
  )
  return new Map(ranks.map((rank) => [rank.tag, standingAmong(ranks, rank)]))
}

/** The standing that a player's own rank makes. */
export function standingOf(rank: Rank): Standing {
  return standingAmong([rank], rank)
}

/** What is counted of these players is replaced by what they have now. */
function standingAmong(ranks: readonly Rank[], { trophies: own, counted, atMost }: Rank): Standing {
  const before = ranks.flatMap(({ countedTrophies }) => countedTrophies ?? [])
  const tracked = counted - before.length + ranks.length
  const notMore = (list: number[]) => list.filter((trophies) => trophies <= own).length
  const now = ranks.map(({ trophies }) => trophies)
  return { percentile: trophyPercentile(atMost - notMore(before) + notMore(now), tracked), players: tracked }
}
