import * as z from 'zod/mini'
import { type Database, defineQuery } from '#server/database/database.ts'
import type { ClubSeries, DailySeries } from '#server/metrics/daily-series.ts'
import { clubGrowth, wonLine } from '#server/metrics/trophy-gain.ts'
import type { EntityType } from '#shared/tag.ts'
import { OBSERVED_AT, readClubSeries, readPlayerSeries } from './series.ts'

const WEEK_DAYS = 7

const SUBJECT = {
  tag: z.string(),
  firstSeenAt: z.date(),
  firstTrophies: z.nullable(z.int()),
  asOf: z.date(),
}

const subjects = {
  club: defineQuery(
    SUBJECT,
    `select c.tag, c.first_seen_at as "firstSeenAt", c.first_trophies as "firstTrophies", ${OBSERVED_AT.club} as "asOf"
    from clubs c where c.tag = any($1::text[])`,
  ),
  player: defineQuery(
    SUBJECT,
    `select p.tag, p.first_seen_at as "firstSeenAt", p.first_trophies as "firstTrophies", ${OBSERVED_AT.player} as "asOf"
    from players p left join clubs c on c.tag = p.club_tag where p.tag = any($1::text[])`,
  ),
}

/** Of the 7 UTC dates that end with the day on which each was last seen. */
type LastWeek = {
  /** What was won by play up to the end of each date, oldest first. Null when nobody looked: nothing is carried forward. */
  won: (number | null)[]
  /** The whole gain of a club, with what came and went with members; null where it is not known, and of players. */
  growth: number | null
}

/** The last week of each tag. The cost grows with the tags alone. */
export async function readLastWeeks(
  db: Database,
  type: EntityType,
  tags: readonly string[],
  now: Date,
): Promise<Map<string, LastWeek>> {
  if (tags.length === 0) return new Map()
  const read = type === 'club' ? readClubSeries : readPlayerSeries
  const series: ReadonlyMap<string, DailySeries | ClubSeries> = await read(db, await subjects[type](db, [[...tags]]), {
    days: WEEK_DAYS,
    now,
  })
  return new Map(
    [...series].map(([tag, ofTag]) => {
      const growth = 'joined' in ofTag ? clubGrowth(ofTag, WEEK_DAYS).growth : null
      return [tag, { won: wonLine(ofTag, WEEK_DAYS), growth }]
    }),
  )
}
