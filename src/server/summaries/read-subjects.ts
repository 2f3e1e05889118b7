import { sql } from 'kysely'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import type { Database } from '../database/connection.ts'

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
export type StoredClub = {
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
export type StoredMember = {
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
