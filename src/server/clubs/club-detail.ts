import { sql } from 'kysely'
import type { getClub } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { plainName } from '#shared/plain-name.ts'
import { isStale } from '#shared/staleness.ts'
import type { Context } from '../context.ts'
import { storedClub } from './stored-club.ts'

type Club = Output<typeof getClub>

/** A stored club with its present members, most trophies first. */
export async function clubDetail(context: Context, tag: string): Promise<Club> {
  const club = await storedClub(context, tag)
  return {
    tag: club.tag,
    name: plainName(club.name),
    description: club.description,
    memberCount: club.member_count,
    members: await presentMembers(context, tag),
    trophies: club.trophies,
    requiredTrophies: club.required_trophies,
    type: club.type,
    country: club.country,
    last_updated: club.observed_at.toISOString(),
    tracked_since: club.first_seen_at.toISOString(),
    stale: isStale(club.observed_at, context.clock.now()),
  }
}

/** Two statements, not a join: members lie with their club, players by their own tag. */
async function presentMembers({ db }: Context, clubTag: string): Promise<Club['members']> {
  const members = await db
    .selectFrom('club_members')
    .select(['player_tag', 'role', 'trophies', 'joined_at'])
    .where('club_tag', '=', clubTag)
    .where('left_at', 'is', null)
    .orderBy('trophies', 'desc')
    .orderBy('player_tag')
    .execute()
  const tags = members.map((member) => member.player_tag)
  const players = await db
    .selectFrom('players')
    .select(['tag', 'name', 'name_color', 'changed_at'])
    .where('tag', '=', sql<string>`any(${tags})`)
    .execute()
  const byTag = new Map(players.map((player) => [player.tag, player]))
  return members.map((member) => {
    const player = byTag.get(member.player_tag)
    return {
      tag: member.player_tag,
      name: plainName(player?.name ?? member.player_tag),
      name_color: player?.name_color ?? null,
      trophies: member.trophies,
      role: member.role,
      joined_at: member.joined_at?.toISOString() ?? null,
      last_change_at: player?.changed_at?.toISOString() ?? null,
    }
  })
}
