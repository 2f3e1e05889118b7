import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, defineQuery, field, jsonList, type RowOf } from '#server/database/database.ts'
import { everyMove, movesOf } from '#server/metrics/club-moves.ts'
import type { ClubSeries, MemberHistory } from '#server/metrics/daily-series.ts'
import { addDays, dayOf, WEEK } from '#shared/days.ts'
import { ROSTER_EVENT_KINDS } from '#shared/event-texts.ts'
import { CLUB_ROLES } from '#shared/kinds.ts'
import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { getKnown } from '#shared/records.ts'
import { HIDDEN_NAME, isAlias } from '#shared/tag.ts'
import { endOf, type OwnWindow, readPlayerSeries, trackedSeriesRead, type Window } from './series.ts'

const presentColumns = {
  tag: z.string(),
  name: z.nullable(z.string()),
  nameColor: z.nullable(z.string()),
  /** The newest that is known: the club's list lags the player's own profile. */
  trophies: z.number(),
  role: z.enum(CLUB_ROLES),
  /** Null for those of the first scan, who were there before it. */
  joinedAt: z.nullable(z.date()),
  /** Whether they had been here before they joined last. */
  returned: z.boolean(),
  /** Last trophy change that was play; null when none was seen yet. */
  changedAt: z.nullable(z.date()),
}

// Members lie with their club; the directory of players lies everywhere, and so may be joined to them.
const readPresent = defineQuery(
  presentColumns,
  `select m.player_tag as tag, p.name, p.name_color as "nameColor", coalesce(p.trophies, m.trophies) as trophies, m.role,
    m.joined_at as "joinedAt", m.joined_at is not null and m.joined_at > m.first_seen_at as returned,
    p.changed_at as "changedAt"
  from club_members m left join players p on p.tag = m.player_tag
  where m.club_tag = $1 and m.left_at is null
  order by coalesce(p.trophies, m.trophies) desc, m.player_tag`,
)

/** Who is in a club now: the club's side, and what is known of the player. */
export type PresentMember = RowOf<typeof presentColumns> & { name: string }

/** The present members of a club, most trophies first. */
export async function presentMembers(db: Database, clubTag: string): Promise<PresentMember[]> {
  const rows = await readPresent(db, [clubTag])
  return rows.map((row) => ({ ...row, name: shownName(row.tag, row.name) }))
}

/** What a member is called: some asked not to be shown, of others only the tag is known. */
function shownName(tag: string, name: string | null): string {
  return isAlias(tag) ? HIDDEN_NAME : plainName(name ?? tag)
}

const milliseconds = (moment: string) => `(extract(epoch from ${moment}) * 1000)::bigint`

/** The present members of a club with what their histories need. Moments are milliseconds since 1970. */
const members = jsonList({
  tag: field('m.player_tag', z.string()),
  name: field('p.name', z.nullable(z.string())),
  trophies: field('coalesce(p.trophies, m.trophies)', z.number()),
  inClubSince: field(milliseconds('coalesce(m.joined_at, m.first_seen_at)'), z.number()),
  changedAt: field(milliseconds('p.changed_at'), z.nullable(z.number())),
  lastBattleAt: field(milliseconds('p.last_battle_at'), z.nullable(z.number())),
  firstSeenAt: field(milliseconds('p.first_seen_at'), z.nullable(z.number())),
  firstTrophies: field('p.first_trophies', z.nullable(z.number())),
})

/** Of the club with the tag $1. As in `presentMembers`, most trophies first. */
const MEMBERS = `
  select json_agg(${members.item} order by coalesce(p.trophies, m.trophies) desc, m.player_tag) as members
  from club_members m left join players p on p.tag = m.player_tag
  where m.club_tag = $1 and m.left_at is null`

const readMembers = defineQuery(
  { observedAt: z.date(), observedDays: z.number(), members: members.column },
  `select c.observed_at as "observedAt", c.observed_days as "observedDays", present.members
  from clubs c cross join (${MEMBERS}) present where c.tag = $1`,
)

/**
 * When the club was last observed, on how many distinct days a scan saw it, and who is in it. All series are true at `asOf`:
 * when the club was last seen, unless the window ends at a fixed date.
 */
export type MemberHistories = { observedAt: Date; asOf: Date; observedDays: number; members: MemberHistory[] }

/** The present members of a tracked club, each with the player's own series; null for any other tag. */
export async function readMemberHistories(
  db: Database,
  clubTag: string,
  window: OwnWindow,
): Promise<MemberHistories | null> {
  const [club] = await readMembers(db, [clubTag])
  if (club === undefined) return null
  const now = endOf(window, club.observedAt)
  const stored = members.items(club.members)
  return { ...club, asOf: now, members: await withHistories(db, stored, { days: window.days, now }) }
}

/** Who joined, came back to or left the club with the tag $1 since the first day of the week, $2, in the order of time. */
const readMoves = defineQuery(
  { kind: z.enum(ROSTER_EVENT_KINDS), player: z.string(), name: z.nullable(z.string()) },
  `select kind, player_tag as player, player_name as name from roster_events
  where club_tag = $1 and observed_at >= $2::date::timestamp at time zone 'UTC'
    and kind in ('joined', 'returned', 'left') and player_tag is not null
  order by observed_at, id`,
)

const readClub = trackedSeriesRead(
  'club',
  { observedDays: field('c.observed_days', z.number()), members: field('present.members', members.column) },
  `cross join (${MEMBERS}) present`,
)

type Named = { tag: string; name: string }

/** A club and its present members, with their series. */
export type ClubHistory = MemberHistories & {
  firstSeenAt: Date
  /** Who joined or came back, and who left, in the last 7 UTC days, today included. */
  joined: Named[]
  left: Named[]
  series: ClubSeries
}

/**
 * The club with its own series beside what `readMemberHistories` reads; null for an untracked tag. What lies apart on a
 * cluster is read by statements of its own: all but the members' series at the same time.
 */
export async function readClubHistory(db: Database, clubTag: string, window: OwnWindow): Promise<ClubHistory | null> {
  const club = await readClub(db, clubTag, window)
  if (club === null) return null
  const weekBegan = addDays(dayOf(club.asOf), 1 - WEEK)
  const [histories, moves] = await Promise.all([
    withHistories(db, members.items(club.members), { days: window.days, now: club.asOf }),
    readMoves(db, [clubTag, weekBegan]),
  ])
  const names = new Map(moves.map(({ player, name }) => [player, shownName(player, name ?? player)]))
  const named = (tag: string) => ({ tag, name: names.get(tag) ?? tag })
  const { joined, left } = everyMove(movesOf(moves))
  return { ...club, joined: joined.map(named), left: left.map(named), members: histories }
}

type StoredMember = ReturnType<typeof members.items>[number]

async function withHistories(db: Database, stored: StoredMember[], window: Window): Promise<MemberHistory[]> {
  const subjects = stored.map(({ tag, firstSeenAt, firstTrophies }) => {
    return { tag, firstSeenAt: firstSeenAt === null ? null : new Date(firstSeenAt), firstTrophies }
  })
  const series = await readPlayerSeries(db, subjects, window)
  return stored.map(({ tag, name, trophies, inClubSince, changedAt, lastBattleAt }) => ({
    tag,
    name: shownName(tag, name),
    trophies,
    inClubSince: new Date(inClubSince),
    lastChangeAt: changedAt === null ? null : new Date(changedAt),
    lastBattleAt: lastBattleAt === null ? null : new Date(lastBattleAt),
    series: getKnown(series, tag),
  }))
}

/** The names of players who are known and not hidden, by their tags; the tag where the name is empty. */
export async function shownNames(db: Database, tags: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('players')
    .select(['tag', 'name'])
    .where('tag', '=', sql<string>`any(${[...new Set(tags)]})`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tombstones').whereRef('tombstones.tag', '=', 'players.tag'))),
    )
    .execute()
  return new Map(rows.map(({ tag, name }) => [tag, nameOrTag(name, tag)]))
}
