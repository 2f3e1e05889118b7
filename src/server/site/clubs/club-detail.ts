import type { Context } from '#server/context.ts'
import { type PresentMember, presentMembers } from '#server/history/members.ts'
import { clubNotTracked } from '#server/history/not-tracked.ts'
import { freshness } from '#server/history/series.ts'
import type { getClub, getRosterEvents, ROSTER_EVENT_KINDS } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { plainName } from '#shared/plain-name.ts'
import { HIDDEN_NAME, isAlias } from '#shared/tag.ts'

type Club = Output<typeof getClub>

/** A tracked club with its present members, most trophies first. */
export async function clubDetail(context: Context, tag: string): Promise<Club> {
  const [club, members] = await Promise.all([storedClub(context, tag), presentMembers(context.db, tag)])
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
    trophies: member.trophies,
    role: member.role,
    joined_at: member.joinedAt?.toISOString() ?? null,
    last_change_at: member.changedAt?.toISOString() ?? null,
  }
}

type EventsPage = { limit: number; before?: number | undefined }

/** A page of what happened in a club, newest first. */
export async function rosterEvents(
  context: Context,
  tag: string,
  page: EventsPage,
): Promise<Output<typeof getRosterEvents>> {
  const club = await storedClub(context, tag)
  const rows = await context.db
    .selectFrom('roster_events')
    .selectAll()
    .where('club_tag', '=', club.tag)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? 0))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  const events = rows.map((row) => ({
    id: row.id,
    kind: row.kind as (typeof ROSTER_EVENT_KINDS)[number],
    player_tag: row.player_tag,
    player_name: nameOf(row),
    before: row.before === null ? null : plainName(row.before),
    after: row.after === null ? null : plainName(row.after),
    observed_after: row.observed_after?.toISOString() ?? null,
    observed_at: row.observed_at.toISOString(),
  }))
  return { club_tag: club.tag, events, next_before: rows.length === page.limit ? (rows.at(-1)?.id ?? null) : null }
}

function nameOf({ player_tag, player_name }: { player_tag: string | null; player_name: string | null }): string | null {
  if (player_tag !== null && isAlias(player_tag)) return HIDDEN_NAME
  return player_name === null ? null : plainName(player_name)
}

/** The stored club. Throws `not_found` when it is not tracked. */
async function storedClub({ db }: Context, tag: string) {
  const club = await db.selectFrom('clubs').selectAll().where('tag', '=', tag).executeTakeFirst()
  if (club === undefined) throw clubNotTracked()
  return club
}
