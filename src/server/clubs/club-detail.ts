import type { getClub } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { plainName } from '#shared/plain-name.ts'
import type { Context } from '../context.ts'
import { freshness } from '../history/freshness.ts'
import { type PresentMember, presentMembers } from '../history/present-members.ts'
import { clubNotTracked, storedClub } from './stored-club.ts'

type Club = Output<typeof getClub>

/** A stored club with its present members, most trophies first. */
export async function clubDetail(context: Context, tag: string): Promise<Club> {
  const [club, members] = await Promise.all([storedClub(context, tag), presentMembers(context.db, tag)])
  if (members === null) throw clubNotTracked()
  return {
    tag: club.tag,
    name: plainName(club.name),
    description: club.description === null ? null : plainName(club.description),
    memberCount: club.member_count,
    members: members.map(memberOf),
    trophies: club.trophies,
    requiredTrophies: club.required_trophies,
    type: club.type,
    country: club.country,
    badge_id: club.badge_id,
    ...freshness(club.observed_at, context.clock.now()),
    tracked_since: club.first_seen_at.toISOString(),
  }
}

function memberOf(member: PresentMember): Club['members'][number] {
  return {
    tag: member.tag,
    name: member.name,
    name_color: member.nameColor,
    trophies: member.rosterTrophies,
    role: member.role,
    joined_at: member.joinedAt?.toISOString() ?? null,
    last_change_at: member.changedAt?.toISOString() ?? null,
  }
}
