import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows, type RowOf } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { earlierMoment } from '#server/history/series.ts'
import { type ClubSeries, type DailySeries, type MemberHistory, windowView } from '#server/metrics/daily-series.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import { playerActivity, withoutScores } from '#server/metrics/player-activity.ts'
import { activeShare, memberPresence } from '#server/metrics/presence.ts'
import { type LadderDays, lastKnown } from '#server/metrics/ranked-history.ts'
import { clubGrowth, gainBase, growthPercent, netGain } from '#server/metrics/trophy-gain.ts'
import { DAY_MS } from '#shared/days.ts'
import { CLUB_TYPES } from '#shared/kinds.ts'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { plainName } from '#shared/plain-name.ts'
import { UNRANKED } from '#shared/ranked-tiers.ts'
import type { EntityType } from '#shared/tag.ts'
import { facetOf } from './facets.ts'
import { foldedNames, searchText, shortGrams } from './searchable-names.ts'

const GROWTH_DAYS = 7

/** The columns of a summary, but those that are kept up elsewhere: the compiler asks for a value of each. */
type WrittenColumn<Table> = Exclude<keyof Table, 'popularity_weight' | 'summarised_on'>

/** The column `ranked_rating` of the unranked: they are sorted below every rating, and above those who are not known. */
export const UNRANKED_RATING = -1

type PlayerMaterial = {
  series: DailySeries
  percentile: number | null
  country: string | null
  /** Undefined where no profile of late told of it. */
  ladder: LadderDays | undefined
  now: Date
}

/** A row of player_summaries without its popularity, which depends on visits. */
export function playerSummary(player: StoredPlayer, { series, percentile, country, ladder, now }: PlayerMaterial) {
  const { ranked, prestige } = lastKnown(ladder ?? new Map())
  const available = player.observed_days >= ANALYTICS_MIN_DAYS
  const known = playerActivity(
    { series, lastChangeAt: player.changed_at, lastBattleAt: player.last_battle_at },
    percentile,
  )
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
    ranked_rating: ranked?.rating ?? (ranked?.tier === UNRANKED ? UNRANKED_RATING : null),
    ranked_tier: ranked?.tier ?? null,
    prestige: prestige?.total ?? null,
    ...(available && isOfThisWeek(player, now)
      ? weeklyGrowth(series, netGain(windowView(series, GROWTH_DAYS)))
      : UNKNOWN_GROWTH),
    analytics_available: available,
  } satisfies Record<WrittenColumn<Tables['player_summaries']>, unknown>
}

export type PlayerSummary = ReturnType<typeof playerSummary>

/** What the rows of clubs and players have in common. */
function identity({ tag, name, former_names, trophies, first_seen_at }: RowOf<typeof ENTITY>) {
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

/** Lists compare the growth of the same days: who was not seen in them has none. */
function isOfThisWeek({ observed_at }: { observed_at: Date }, now: Date): boolean {
  return now.getTime() - observed_at.getTime() < GROWTH_DAYS * DAY_MS
}

const UNKNOWN_GROWTH = { growth_7d: null, growth_from: null, growth_7d_percent: null }

/**
 * What was won by play in 7 days, what that is counted from, and the exact percent. Null when nothing was observed in the
 * week before: a gain that came to light this week may then be older.
 */
function weeklyGrowth(series: DailySeries, played: number | null) {
  const view = windowView(series, GROWTH_DAYS)
  const lookedBefore = series.closes.slice(-2 * GROWTH_DAYS, -GROWTH_DAYS).some((close) => close !== null)
  if (played === null || (view.closeBefore !== null && !lookedBefore)) return UNKNOWN_GROWTH
  const from = gainBase(view)
  return { growth_7d: played, growth_from: from, growth_7d_percent: growthPercent(played, from) }
}

type ClubMaterial = {
  series: ClubSeries
  members: StoredMember[]
  seriesOf: ReadonlyMap<string, DailySeries>
  now: Date
}

/** A row of club_summaries without its popularity, which depends on visits. */
export function clubSummary(club: StoredClub, { series, members, seriesOf, now }: ClubMaterial) {
  const histories = members.flatMap((member) => historyOf(member, seriesOf.get(member.tag)))
  const available = club.observed_days >= ANALYTICS_MIN_DAYS
  const country = club.country ?? majorityCountry(members)
  const presence = available ? memberPresence(histories, earlierMoment(club.observed_at, now)) : null
  const share = presence && activeShare(presence)
  const activity_score = share && oneDecimal(share.percent)
  return {
    ...identity(club),
    member_count: club.member_count,
    entry: club.type,
    required_trophies: club.required_trophies,
    active_members: presence?.active.length ?? null,
    known_members: share?.known ?? null,
    country,
    // Only players are in a club or not, so all clubs have the same membership.
    facet: facetOf({ trophies: club.trophies, country, activityScore: activity_score, isMember: false }),
    activity_score,
    ghosts: presence?.ghosts.length ?? null,
    ...(available && isOfThisWeek(club, now)
      ? weeklyGrowth(series, clubGrowth(series, GROWTH_DAYS).played)
      : UNKNOWN_GROWTH),
    analytics_available: available,
  } satisfies Record<WrittenColumn<Tables['club_summaries']>, unknown>
}

export type ClubSummary = ReturnType<typeof clubSummary>

function historyOf(member: StoredMember, series: DailySeries | undefined): MemberHistory[] {
  if (series === undefined) return []
  const { tag, name, trophies, joined_at, first_seen_in_club_at, changed_at, last_battle_at } = member
  const inClubSince = joined_at ?? first_seen_in_club_at
  return [{ tag, name, trophies, inClubSince, lastChangeAt: changed_at, lastBattleAt: last_battle_at, series }]
}

/** The country of more than half of the members whose country is known; null without one (docs/formulas.md#regions). */
function majorityCountry(members: readonly { country: string | null }[]): string | null {
  const known = members.flatMap(({ country }) => country ?? [])
  const groups = [...Map.groupBy(known, (country) => country)]
  return groups.find(([, group]) => 2 * group.length > known.length)?.[0] ?? null
}

/** What a summary is made of, of a club and of a player alike. */
const ENTITY = {
  tag: z.string(),
  name: z.string(),
  trophies: z.int(),
  country: z.nullable(z.string()),
  first_seen_at: z.date(),
  /** When they were last seen, a player also by a scan of the club. */
  observed_at: z.date(),
  first_trophies: z.nullable(z.int()),
  /** Distinct days with an observation. */
  observed_days: z.int(),
  /** Newest first. */
  former_names: z.array(z.string()),
}

const PLAYER = {
  ...ENTITY,
  club_tag: z.nullable(z.string()),
  changed_at: z.nullable(z.date()),
  last_battle_at: z.nullable(z.date()),
}
export type StoredPlayer = RowOf<typeof PLAYER>

/** The days are null where they are to be counted. */
const FOUND_PLAYER = { ...PLAYER, observed_days: z.nullable(z.int()) }

/** The players of these tags that are stored and did not ask to be hidden. */
export async function readPlayers(db: Database, tags: readonly string[]): Promise<StoredPlayer[]> {
  // Days are counted until there are enough: analytics that are available stay so.
  const players = await queryRows(
    db,
    FOUND_PLAYER,
    sql`
    select p.tag, p.name, p.trophies, p.club_tag, p.country, p.first_seen_at, p.first_trophies,
      greatest(p.observed_at, c.observed_at) as observed_at, p.changed_at, p.last_battle_at,
      ${formerNames('player', sql.ref('p.tag'))} as former_names,
      case when s.analytics_available then ${ANALYTICS_MIN_DAYS}::integer end as observed_days
    from players p left join clubs c on c.tag = p.club_tag left join player_summaries s on s.tag = p.tag collate "C"
    where p.tag = any(${tags}) and not exists (select from tombstones t where t.tag = p.tag)
    order by p.tag`,
  )
  const counted = await countDays(
    db,
    players.flatMap(({ tag, observed_days }) => (observed_days === null ? tag : [])),
  )
  return players.map((player) => ({
    ...player,
    observed_days: player.observed_days ?? counted.get(player.tag) ?? 0,
  }))
}

/** A statement of its own, since in a distributed store the days lie elsewhere than the directory. */
async function countDays(db: Database, tags: readonly string[]): Promise<Map<string, number>> {
  if (tags.length === 0) return new Map()
  const rows = await queryRows(
    db,
    { tag: z.string(), days: z.int() },
    sql`
    select player_tag as tag, sum(cardinality(array_remove(trophies, null)))::integer as days from player_months
    where player_tag = any(${tags}) group by player_tag`,
  )
  return new Map(rows.map(({ tag, days }) => [tag, days]))
}

const CLUB = {
  ...ENTITY,
  member_count: z.int(),
  type: z.nullable(z.enum(CLUB_TYPES)),
  required_trophies: z.nullable(z.int()),
}
type StoredClub = RowOf<typeof CLUB>

/** The clubs of these tags that are stored. */
export function readClubs(db: Database, tags: readonly string[]): Promise<StoredClub[]> {
  return queryRows(
    db,
    CLUB,
    sql`
    select tag, name, trophies, member_count, type, required_trophies, country, first_seen_at, first_trophies,
      observed_at, observed_days,
      ${formerNames('club', sql.ref('clubs.tag'))} as former_names
    from clubs where tag = any(${tags}) order by tag`,
  )
}

function formerNames(type: EntityType, tag: RawBuilder<unknown>) {
  return sql`array(select name from former_names f where f.tag = ${tag} and f.type = ${type} order by last_seen_at desc)`
}

/** Who is in these clubs now. Two statements, not a join: members lie with their club, players by their own tag. */
export async function readMembers(db: Database, clubTags: readonly string[]) {
  const members = await db
    .selectFrom('club_members as m')
    .innerJoin('clubs as c', 'c.tag', 'm.club_tag')
    .select([
      'm.club_tag',
      'm.player_tag as tag',
      'm.trophies',
      'm.first_seen_at as first_seen_in_club_at',
      'm.joined_at',
    ])
    // A club's figures are of the time when the club was last seen.
    .select('c.observed_at')
    .where(sql<boolean>`m.club_tag = any(${clubTags})`)
    .where('left_at', 'is', null)
    .execute()
  const players = await db
    .selectFrom('players')
    .select(['tag', 'name', 'country', 'first_seen_at', 'first_trophies', 'changed_at', 'last_battle_at'])
    .where(sql<boolean>`tag = any(${members.map(({ tag }) => tag)})`)
    .execute()
  const byTag = new Map(players.map((player) => [player.tag, player]))
  return members.flatMap((member) => {
    const player = byTag.get(member.tag)
    return player === undefined ? [] : { ...player, ...member }
  })
}

/** A present member of a club. */
type StoredMember = Awaited<ReturnType<typeof readMembers>>[number]
