import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { clubHealth } from '#server/metrics/club-health.ts'
import { type DailySeries, type MemberHistory, windowView } from '#server/metrics/daily-series.ts'
import { playerActivity, withoutScores } from '#server/metrics/player-activity.ts'
import { memberPresence } from '#server/metrics/presence.ts'
import { gainBase, growthPercent, netGain } from '#server/metrics/trophy-gain.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { plainName } from '#shared/plain-name.ts'
import { facetOf } from './facets.ts'
import { foldedNames, searchText, shortGrams } from './searchable-names.ts'

const GROWTH_DAYS = 7

/** What a summary of a player is made of beside the stored row. */
export type PlayerMaterial = { series: DailySeries; percentile: number | null; country: string | null }

/** A row of player_summaries without popularity, which visits decide. */
export function playerSummary(player: StoredPlayer, { series, percentile, country }: PlayerMaterial) {
  const available = player.observed_days >= ANALYTICS_MIN_DAYS
  const known = playerActivity(series, percentile)
  const { performance_score, activity_analysis: activity } = available ? known : withoutScores(known)
  const facts = { trophies: player.trophies, country, activityScore: activity.activity_score }
  return {
    ...identity(player),
    club_tag: player.club_tag,
    country,
    facet: facetOf({ ...facts, isMember: player.club_tag !== null }),
    activity_score: activity.activity_score,
    performance_score,
    consistency_rating: activity.consistency_rating,
    longest_streak: activity.longest_streak_days,
    ...weeklyGrowth(series),
    analytics_available: available,
  }
}

export type PlayerSummary = ReturnType<typeof playerSummary>

type Identified = { tag: string; name: string; former_names: string[]; trophies: number; first_seen_at: Date }

/** What a club's and a player's row have in common. */
function identity({ tag, name, former_names, trophies, first_seen_at }: Identified) {
  const names = foldedNames(name, former_names)
  return {
    tag,
    name: plainName(name),
    name_folded: names[0] ?? '',
    search_text: searchText(tag, names),
    short_grams: shortGrams(names),
    trophies,
    created_at: first_seen_at.toISOString(),
  }
}

/**
 * Trophies gained in 7 days, what that is counted from, and the exact percent; unknown where nobody looked in the week
 * before: what came to light then is not this week's.
 */
function weeklyGrowth(series: DailySeries) {
  const view = windowView(series, GROWTH_DAYS)
  const lookedBefore = series.closes.slice(-2 * GROWTH_DAYS, -GROWTH_DAYS).some((close) => close !== null)
  const known = view.closeBefore === null || lookedBefore
  const [growth, from] = known ? [netGain(view), gainBase(view)] : [null, null]
  return { growth_7d: growth, growth_from: from, growth_7d_percent: growthPercent(growth, from) }
}

/** What a summary of a club is made of beside the stored row. */
export type ClubMaterial = { series: DailySeries; members: StoredMember[]; seriesOf: ReadonlyMap<string, DailySeries> }

/** A row of club_summaries without popularity, which visits decide. */
export function clubSummary(club: StoredClub, { series, members, seriesOf }: ClubMaterial) {
  const histories = members.flatMap((member) => historyOf(member, seriesOf.get(member.tag)))
  const available = club.observed_days >= ANALYTICS_MIN_DAYS
  const country = club.country ?? majorityCountry(members)
  const activity_score = available ? clubHealth(histories, series).activity_score : null
  return {
    ...identity(club),
    member_count: club.member_count,
    country,
    // Membership is a matter of players: all clubs stand on one side of it.
    facet: facetOf({ trophies: club.trophies, country, activityScore: activity_score, isMember: false }),
    activity_score,
    ghosts: available ? memberPresence(histories).ghosts.length : null,
    ...weeklyGrowth(series),
    analytics_available: available,
  }
}

export type ClubSummary = ReturnType<typeof clubSummary>

function historyOf(member: StoredMember, series: DailySeries | undefined): MemberHistory[] {
  if (series === undefined) return []
  const { tag, name, trophies, joined_at, first_seen_in_club_at, changed_at } = member
  const inClubSince: CalendarDay = dayOf(joined_at ?? first_seen_in_club_at)
  return [{ tag, name, trophies, inClubSince, lastChange: changed_at && dayOf(changed_at), series }]
}

/** The country that more than half of the members with a known one have (spec: Regions); null when there is none. */
export function majorityCountry(members: readonly { country: string | null }[]): string | null {
  const known = members.flatMap(({ country }) => country ?? [])
  const groups = [...Map.groupBy(known, (country) => country)]
  return groups.find(([, group]) => 2 * group.length > known.length)?.[0] ?? null
}

/** A stored player as the summary needs it. */
export type StoredPlayer = {
  tag: string
  name: string
  trophies: number
  club_tag: string | null
  country: string | null
  first_seen_at: Date
  first_trophies: number | null
  /** Distinct days of observations; counted only up to what analytics need. */
  observed_days: number
  former_names: string[]
}

/** A stored club as the summary needs it. */
type StoredClub = {
  tag: string
  name: string
  trophies: number
  member_count: number
  country: string | null
  first_seen_at: Date
  first_trophies: number | null
  observed_days: number
  former_names: string[]
}

/** A present member of a club. */
type StoredMember = {
  club_tag: string
  tag: string
  name: string
  trophies: number
  country: string | null
  first_seen_at: Date
  first_trophies: number | null
  first_seen_in_club_at: Date
  joined_at: Date | null
  changed_at: Date | null
}

/** Names before the present one, newest first. */
function formerNames(type: 'club' | 'player', tag: ReturnType<typeof sql.ref>) {
  return sql`array(select name from former_names f where f.tag = ${tag} and f.type = ${type} order by last_seen_at desc)`
}

/** The players of these tags that are stored and did not ask to be hidden. */
export async function readPlayers(db: Database, tags: readonly string[]): Promise<StoredPlayer[]> {
  // Days are counted until there are enough; once available, analytics stay so.
  const { rows } = await sql<StoredPlayer>`
    select p.tag, p.name, p.trophies, p.club_tag, p.country, p.first_seen_at, p.first_trophies,
      ${formerNames('player', sql.ref('p.tag'))} as former_names,
      case when s.analytics_available then ${ANALYTICS_MIN_DAYS}::integer
        else coalesce((select sum(cardinality(array_remove(trophies, null)))::integer from player_months m
          where m.player_tag = p.tag), 0) end as observed_days
    from players p left join player_summaries s on s.tag = p.tag collate "C"
    where p.tag = any(${tags}) and not exists (select from tombstones t where t.tag = p.tag)
    order by p.tag`.execute(db)
  return rows
}

/** The clubs of these tags that are stored. */
export async function readClubs(db: Database, tags: readonly string[]): Promise<StoredClub[]> {
  const { rows } = await sql<StoredClub>`
    select tag, name, trophies, member_count, country, first_seen_at, first_trophies, observed_days,
      ${formerNames('club', sql.ref('clubs.tag'))} as former_names
    from clubs where tag = any(${tags}) order by tag`.execute(db)
  return rows
}

/** Who is in these clubs now. Two statements, not a join: members lie with their club, players by their own tag. */
export async function readMembers(db: Database, clubTags: readonly string[]): Promise<StoredMember[]> {
  type Member = Pick<StoredMember, 'club_tag' | 'tag' | 'trophies' | 'first_seen_in_club_at' | 'joined_at'>
  const members = await sql<Member>`
    select club_tag, player_tag as tag, trophies, first_seen_at as first_seen_in_club_at, joined_at
    from club_members where club_tag = any(${clubTags}) and left_at is null`.execute(db)
  type Player = Pick<StoredMember, 'tag' | 'name' | 'country' | 'first_seen_at' | 'first_trophies' | 'changed_at'>
  const players = await sql<Player>`
    select tag, name, country, first_seen_at, first_trophies, changed_at from players
    where tag = any(${members.rows.map((member) => member.tag)})`.execute(db)
  const byTag = new Map(players.rows.map((player) => [player.tag, player]))
  return members.rows.flatMap((member) => {
    const player = byTag.get(member.tag)
    return player === undefined ? [] : { ...player, ...member }
  })
}
