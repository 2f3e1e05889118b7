import * as z from 'zod/mini'
import { type Database, defineQuery } from '#server/database/database.ts'
import { wasReachedBefore } from '#server/metrics/changes.ts'
import { type CalendarDay, monthOf } from '#shared/days.ts'

/** The highest trophies that profiles tell, and the highest close since the first day of a month, $2. */
const readHighest = defineQuery(
  { tag: z.string(), highest: z.number(), seen: z.nullable(z.number()) },
  `select f.player_tag as tag, f.highest_trophies as highest, (
      select max(close) from player_months m cross join unnest(m.trophies) as day(close)
      where m.player_tag = f.player_tag and m.month >= $2::date) as seen
  from player_profiles f where f.player_tag = any($1::text[]) and f.highest_trophies is not null`,
)

const readHighestSeen = defineQuery(
  { highest: z.nullable(z.number()) },
  `select max(close) as highest from player_months m cross join unnest(m.trophies) as day(close)
  where m.player_tag = $1`,
)

/** The highest close of a player; null without one. A profile may be older than what scans of the club saw. */
export async function highestSeen(db: Database, tag: string): Promise<number | null> {
  const [row] = await readHighestSeen(db, [tag])
  return row?.highest ?? null
}

/**
 * Those of the new bests that are none below the highest trophies of the player's own profile: what nobody saw counts too.
 * A highest that was seen since `from`, the day from which on the bests are, came after them; so did one a little above
 * what was seen. Else each new peak between two looks would take away the bests of weeks that are over.
 */
export async function standingBests<Best extends { player: string; trophies: number }>(
  db: Database,
  bests: readonly Best[],
  from: CalendarDay,
): Promise<Best[]> {
  const old = await oldHighest(
    db,
    bests.map(({ player }) => player),
    from,
  )
  return bests.filter(({ player, trophies }) => trophies >= (old.get(player)?.milestone ?? 0))
}

/**
 * What a player reached before: below `best` nothing that was just seen is a best. `milestone` came surely before it: no
 * milestone up to it is news.
 */
type OldHighest = { best: number; milestone: number }

/** The highest trophies of players' own profiles that nobody saw since a day: they came before it, as far as known. */
export async function oldHighest(
  db: Database,
  players: readonly string[],
  from: CalendarDay,
): Promise<ReadonlyMap<string, OldHighest>> {
  if (players.length === 0) return new Map()
  const rows = await readHighest(db, [players, monthOf(from)])
  const unseen = rows.filter(({ highest, seen }) => highest > (seen ?? 0))
  return new Map(
    unseen.map(({ tag, highest, seen }) => {
      return [tag, { best: highest, milestone: wasReachedBefore(highest, seen ?? 0) ? highest : 0 }]
    }),
  )
}
