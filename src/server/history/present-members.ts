import { sql } from 'kysely'
import { plainName } from '#shared/plain-name.ts'
import type { Database } from '../database/connection.ts'
import { HIDDEN_NAME, isAlias } from './hidden-players.ts'
import type { Subject } from './read-series.ts'

/** Who is in a club now: the club's side, and what is known of the player. */
export type PresentMember = Subject & {
  name: string
  nameColor: string | null
  /** As the club's list says, which lags the player's own. */
  rosterTrophies: number
  trophies: number
  role: string
  /** Null for those of the first scan, who were there before it. */
  joinedAt: Date | null
  /** Since when the scans have seen the member in the club without a break. */
  inClubSince: Date
  /** Last trophy change that was play; null when none was seen yet. */
  changedAt: Date | null
}

/** The present members of a club, most trophies first. Not a join: members lie with their club, players by their tag. */
export async function presentMembers(db: Database, clubTag: string): Promise<PresentMember[]> {
  const members = await db
    .selectFrom('club_members')
    .select(['player_tag', 'role', 'trophies', 'first_seen_at', 'joined_at'])
    .where('club_tag', '=', clubTag)
    .where('left_at', 'is', null)
    .orderBy('trophies', 'desc')
    .orderBy('player_tag')
    .execute()
  const players = await playersOf(
    db,
    members.map((member) => member.player_tag),
  )
  return members.map((member) => {
    const player = players.get(member.player_tag)
    return {
      tag: member.player_tag,
      name: isAlias(member.player_tag) ? HIDDEN_NAME : plainName(player?.name ?? member.player_tag),
      nameColor: player?.name_color ?? null,
      rosterTrophies: member.trophies,
      trophies: player?.trophies ?? member.trophies,
      role: member.role,
      joinedAt: member.joined_at,
      inClubSince: member.joined_at ?? member.first_seen_at,
      changedAt: player?.changed_at ?? null,
      firstSeenAt: player?.first_seen_at ?? null,
      firstTrophies: player?.first_trophies ?? null,
    }
  })
}

async function playersOf(db: Database, tags: string[]) {
  const players = await db
    .selectFrom('players')
    .select(['tag', 'name', 'name_color', 'trophies', 'changed_at', 'first_seen_at', 'first_trophies'])
    .where('tag', '=', sql<string>`any(${tags})`)
    .execute()
  return new Map(players.map((player) => [player.tag, player]))
}
