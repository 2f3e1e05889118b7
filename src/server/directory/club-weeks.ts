import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { coveredSpans } from '#server/history/battles/battle-players.ts'
import { playerDays } from '#server/history/battles/read-battles.ts'
import { NO_MATES, sidesIn } from '#server/history/battles/visit-sides.ts'
import { readPlayerSeries, readTrackedSeries } from '#server/history/series.ts'
import { standingBests } from '#server/history/standing-bests.ts'
import { AppError } from '#server/kernel/errors.ts'
import { type ClubWeek, clubWeek, WEEK_HISTORY_DAYS, type WeekMember } from '#server/metrics/club-week.ts'
import { knownTime, type Played, playedBattles } from '#server/metrics/played-battles.ts'
import { addDays, type CalendarDay, DAY_MS, dayOf, WEEK } from '#shared/days.ts'
import { ROSTER_EVENT_KINDS } from '#shared/event-texts.ts'
import { mondayOf } from '#shared/iso-week.ts'
import { getKnown } from '#shared/records.ts'
import { said } from '#shared/texts.ts'

// The weeks of clubs, made from what is stored.

type Stored = Pick<Context, 'db' | 'clock'>

/** The first Monday before which the club was known for a whole week; null for an untracked club. */
export async function firstClubWeek(db: Database, tag: string): Promise<CalendarDay | null> {
  const club = await db.selectFrom('clubs').select('first_seen_at').where('tag', '=', tag).executeTakeFirst()
  if (club === undefined) return null
  const day = dayOf(club.first_seen_at)
  return mondayOf(addDays(day, 2 * WEEK - 1))
}

/** The refusal of a week of which nothing is known. */
export function noWeek(): AppError {
  return new AppError('not_found', said('error.noWeek'), { code: 'no_week' })
}

const MEMBER = {
  tag: z.string(),
  since: z.date(),
  joinKnown: z.boolean(),
  firstSeenAt: z.nullable(z.date()),
  firstTrophies: z.nullable(z.number()),
}

const EVENT = { kind: z.enum(ROSTER_EVENT_KINDS), player: z.string(), after: z.nullable(z.string()) }

/**
 * The seven UTC days before a Monday, from what is stored.
 * @throws AppError `no_week` where the club is not tracked
 */
export async function makeClubWeek(context: Stored, tag: string, monday: CalendarDay): Promise<ClubWeek> {
  const { db } = context
  const end = new Date(Date.parse(`${monday}T00:00:00Z`))
  const start = new Date(end.getTime() - WEEK * DAY_MS)
  const now = new Date(end.getTime() - 1)
  const [club, members, events] = await Promise.all([
    readTrackedSeries(db, 'club', tag, { days: 2 * WEEK, until: now }),
    queryRows(
      db,
      MEMBER,
      sql`
        select m.player_tag as tag, coalesce(m.joined_at, m.first_seen_at) as since, m.joined_at is not null as "joinKnown",
          p.first_seen_at as "firstSeenAt", p.first_trophies as "firstTrophies"
        from club_members m left join players p on p.tag = m.player_tag
        where m.club_tag = ${tag} and coalesce(m.joined_at, m.first_seen_at) < ${end}
          and (m.left_at is null or m.left_at >= ${end}) order by 1`,
    ),
    queryRows(
      db,
      EVENT,
      sql`
        select kind, player_tag as player, after from roster_events
        where club_tag = ${tag} and observed_at >= ${start} and observed_at < ${end} and player_tag is not null
        order by observed_at, id`,
    ),
  ])
  if (club === null) throw noWeek()
  const tags = members.map((member) => member.tag)
  const [series, played] = await Promise.all([
    readPlayerSeries(db, members, { days: WEEK_HISTORY_DAYS, now }),
    battlesBetween(context, tags, start, end),
  ])
  const known = members.map(({ tag: player, since, joinKnown }): WeekMember => {
    return { tag: player, inClubSince: since, joinKnown, series: getKnown(series, player) }
  })
  const week = clubWeek({ monday, club: club.series, members: known, events, played })
  return { ...week, personal_bests: await standingBests(db, week.personal_bests, addDays(monday, -WEEK)) }
}

/** Battles are kept for 100 days, by whole weeks. */
const KEPT_MS = 93 * DAY_MS

/** The battles of players between two moments; null where no battle log tells of that time, or no longer. */
export async function battlesBetween(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tags: readonly string[],
  from: Date,
  to: Date,
): Promise<Played | null> {
  if (clock.now().getTime() - from.getTime() > KEPT_MS) return null
  const [days, spans] = await Promise.all([playerDays(db, tags, dayOf(from)), coveredSpans(db, tags)])
  const isTold = [...spans.values()].some((each) => knownTime(each, from.getTime(), to.getTime()) > 0)
  if (!isTold && days.size === 0) return null
  const players = [...days.values()].map((packed) => sidesIn(packed, NO_MATES))
  const played = playedBattles(players, from.getTime(), to.getTime())
  return isTold || played.battles > 0 ? played : null
}
