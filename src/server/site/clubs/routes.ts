import type { Context } from '#server/context.ts'
import { viewNoter } from '#server/directory/noted-visits.ts'
import { readLadders } from '#server/history/ladders.ts'
import { type PresentMember, presentMembers } from '#server/history/members.ts'
import { clubNotShown } from '#server/history/not-tracked.ts'
import { freshness } from '#server/history/series.ts'
import { presentStanding } from '#server/metrics/ranked-history.ts'
import {
  getActivityHeatmap,
  getClub,
  getClubAnalytics,
  getMemberScores,
  getRosterEvents,
} from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { dayOf } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { HIDDEN_NAME, isAlias } from '#shared/tag.ts'
import { CSV_COLUMNS, headOf } from '../http/csv-columns.ts'
import { aboutClub } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'
import { activityHeatmap, clubAnalytics, clubMemberScores } from './club-analytics.ts'

export function registerClubs(server: Server, context: Context): void {
  const cache = aboutClub
  serve(server, getClub, ({ params }) => clubDetail(context, params.tag), {
    cache,
    csv: (answer) => memberCsv(context, answer),
    onAnswered: viewNoter(context.visits, 'club'),
  })
  serve(server, getClubAnalytics, ({ params }) => clubAnalytics(context, params.tag), { cache })
  serve(server, getMemberScores, ({ params, query }) => clubMemberScores(context, params.tag, query.days), {
    cache,
    csv: scoreCsv,
  })
  serve(server, getActivityHeatmap, ({ params, query }) => activityHeatmap(context, params.tag, query.days), {
    cache,
    csv: heatmapCsv,
  })
  serve(server, getRosterEvents, ({ params, query }) => rosterEvents(context, params.tag, query), { cache })
}

/** The members of a club, one row for each, with what profiles of the last 30 days tell of Ranked and prestige. */
async function memberCsv({ db, clock }: Context, { tag, members }: Output<typeof getClub>): Promise<CsvTable> {
  const today = dayOf(clock.now())
  const tags = members.map((member) => member.tag).filter((each) => !isAlias(each))
  const ladders = await readLadders(db, tags, today)
  const rows = members.map((member) => {
    const { ranked, prestige } = presentStanding(ladders.get(member.tag) ?? new Map(), today)
    const { name, role, trophies, joined_at, last_change_at } = member
    const tier = ranked?.tier ?? null
    const standing = [tier === null ? null : tierName(tier), ranked?.rating ?? null, prestige?.total ?? null]
    return [member.tag, name, role, trophies, joined_at, last_change_at, ...standing]
  })
  return { name: `members-${tag}`, rows: [headOf(CSV_COLUMNS.getClub), ...rows] }
}

type Scores = Output<typeof getMemberScores>

/** The scores of a club's members, one row for each. The columns are named like the fields of the call. */
function scoreCsv({ club_tag, days, member_scores }: Scores): CsvTable {
  const columns = headOf(CSV_COLUMNS.getMemberScores)
  const rows = member_scores.map((member) => columns.map((column) => csvCell(member[column])))
  return { name: `member-scores-${club_tag}-${days}-days`, rows: [columns, ...rows] }
}

function csvCell(value: string | number | boolean | null): string | number | null {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}

/** Trophy changes, one row for each member and one column for each day; empty for an unknown day. */
function heatmapCsv({ club_tag, days, dates, member_activity }: Output<typeof getActivityHeatmap>): CsvTable {
  const head = [...headOf(CSV_COLUMNS.getActivityHeatmap), ...dates]
  const rows = Object.values(member_activity).map((member) => [
    member.player_tag,
    member.player_name,
    member.total_trophy_changes,
    member.total_estimated,
    member.active_days,
    member.observed_days,
    ...dates.map((date) => member.activity_days[date]?.trophy_changes ?? null),
  ])
  return { name: `activity-${club_tag}-${days}-days`, rows: [head, ...rows] }
}

type Club = Output<typeof getClub>

/** A tracked club with its present members, most trophies first. */
async function clubDetail(context: Context, tag: string): Promise<Club> {
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
    latest_review: club.latest_review,
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
    returned: member.returned,
    last_change_at: member.changedAt?.toISOString() ?? null,
  }
}

type EventsPage = { limit: number; before?: number | undefined }

/** A page of what happened in a club, newest first. */
async function rosterEvents(context: Context, tag: string, page: EventsPage): Promise<Output<typeof getRosterEvents>> {
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
    kind: row.kind,
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
  const club = await db
    .selectFrom('clubs')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('club_reviews as r')
        .select(({ fn }) => fn.max('r.period').as('newest'))
        .whereRef('r.desk', '=', 'clubs.tag')
        .where('r.shared_at', 'is not', null)
        .as('latest_review'),
    )
    .where('tag', '=', tag)
    .executeTakeFirst()
  if (club === undefined) throw await clubNotShown(db, tag)
  return club
}
