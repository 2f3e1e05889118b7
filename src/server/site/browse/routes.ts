import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { readRows } from '#server/database/database.ts'
import { entityTotals } from '#server/directory/counters.ts'
import type { FacetFilter } from '#server/directory/facets.ts'
import { choosePage } from '#server/directory/find-entities.ts'
import type { ChosenPage, PageRequest } from '#server/directory/page-tags.ts'
import { AppError } from '#server/kernel/errors.ts'
import { analyticsCoverage } from '#server/metrics/analytics-availability.ts'
import { popularityScore } from '#server/metrics/popularity.ts'
import { trophyFilter } from '#shared/bands.ts'
import { type BrowseClub, type BrowsePlayer, browseEntities, browseStats, CLUB_SORTS } from '#shared/contract/browse.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { regionOf } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import { aboutAll } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'

export function registerBrowse(server: Server, context: Context): void {
  serve(server, browseEntities, ({ query }) => browse(context, query), { cache: aboutAll })
  serve(server, browseStats, () => platformStats(context), { cache: aboutAll })
}

export type BrowseQuery = Input<typeof browseEntities>['query']

/** A page of clubs, of players, or of both when no type is asked for; `total_entities` is exact. */
export async function browse(context: Context, query: BrowseQuery): Promise<Output<typeof browseEntities>> {
  checkQuery(query)
  const { type, page, limit } = query
  const clubs = type === 'player' ? null : await clubCards(context, await choose(context, query, 'club'))
  const players = type === 'club' ? null : await playerCards(context, await choose(context, query, 'player'))
  return {
    ...(clubs && { clubs: clubs.cards }),
    ...(players && { players: players.cards }),
    total_entities: (clubs?.total ?? 0) + (players?.total ?? 0),
    page,
    limit,
  }
}

function choose({ db }: Context, query: BrowseQuery, type: EntityType) {
  const { sort, page, limit, search } = query
  const request: PageRequest = { type, filter: filterOf(query, type), sort, limit, offset: (page - 1) * limit }
  return choosePage(db, request, search)
}

function filterOf(query: BrowseQuery, type: EntityType): FacetFilter {
  const { region, activity, membership, trophyMin, trophyMax } = query
  // Only players are in a club or not: with both kinds asked for, clubs stay as they are.
  const isMember = type === 'club' || membership === undefined ? undefined : membership === 'member'
  return { region, activity, isMember, trophies: trophyFilter(trophyMin, trophyMax) }
}

/** Refuses what each parameter alone may say but not together. */
function checkQuery({ type, sort, trophyMin, trophyMax }: BrowseQuery): void {
  if (type === 'club' && !CLUB_SORTS.some((name) => name === sort)) {
    refuse('sort', `sort must be one of ${CLUB_SORTS.join(', ')}`)
  }
  if (trophyMin !== undefined && trophyMax !== undefined && trophyMin > trophyMax) {
    refuse('trophyMin', 'trophyMin must not be above trophyMax')
  }
}

function refuse(field: string, sentence: string): never {
  throw new AppError('invalid', sentence, { fields: { [field]: sentence } })
}

type Club = [
  tag: string,
  name: string,
  memberCount: number,
  trophies: number,
  popularityWeight: number,
  activityScore: number | null,
  country: string | null,
  analyticsAvailable: boolean,
  createdAtMs: number,
]

type Page = { total: number; largest_weight: number; clubs: Club[] | null }

/** What browse shows of the clubs of a page, in its order, and how many there are on all pages. */
async function clubCards(
  { db }: Context,
  { start, tags, total }: ChosenPage,
): Promise<{ cards: z.output<typeof BrowseClub>[]; total: number }> {
  // One JSON array is read far faster than rows.
  const [page] = await readRows(
    db,
    sql<Page>`
    ${start} select ${total} as total, (select max(popularity_weight) from club_summaries) as largest_weight, (
      select json_agg(json_build_array(s.tag, s.name, s.member_count, s.trophies, s.popularity_weight, s.activity_score,
        s.country, s.analytics_available, (extract(epoch from s.created_at) * 1000)::bigint) order by place)
      from unnest(${tags}) with ordinality as page(tag, place) join club_summaries s on s.tag = page.tag collate "C"
    ) as clubs`,
  )
  const cards = page?.clubs?.map((club) => cardOf(club, page.largest_weight)) ?? []
  return { cards, total: page?.total ?? 0 }
}

function cardOf(club: Club, largestWeight: number): z.output<typeof BrowseClub> {
  const [tag, name, memberCount, trophies, weight, activity, country, available, createdAt] = club
  return {
    club_tag: tag,
    club_name: name,
    member_count: memberCount,
    trophies,
    popularity_score: popularityScore(weight, largestWeight),
    activity_score: activity,
    region: regionOf(country),
    country,
    analytics_available: available,
    created_date: new Date(createdAt).toISOString(),
  }
}

type Player = [
  tag: string,
  name: string,
  trophies: number,
  popularityWeight: number,
  performanceScore: number | null,
  activityScore: number | null,
  clubTag: string | null,
  clubName: string | null,
  country: string | null,
  analyticsAvailable: boolean,
  createdAtMs: number,
]

type PageOfPlayerCards = { total: number; largest_weight: number; players: Player[] | null }

/** What browse shows of the players of a page, in its order, and how many there are on all pages. */
async function playerCards(
  { db }: Context,
  { start, tags, total }: ChosenPage,
): Promise<{ cards: z.output<typeof BrowsePlayer>[]; total: number }> {
  // One JSON array is read far faster than rows.
  const [page] = await readRows(
    db,
    sql<PageOfPlayerCards>`
    ${start} select ${total} as total, (select max(popularity_weight) from player_summaries) as largest_weight, (
      select json_agg(json_build_array(s.tag, s.name, s.trophies, s.popularity_weight, s.performance_score,
        s.activity_score, s.club_tag, c.name, s.country, s.analytics_available,
        (extract(epoch from s.created_at) * 1000)::bigint) order by place)
      from unnest(${tags}) with ordinality as page(tag, place)
        join player_summaries s on s.tag = page.tag collate "C"
        left join club_summaries c on c.tag = s.club_tag
    ) as players`,
  )
  const cards = page?.players?.map((player) => cardOfOfPlayerCards(player, page.largest_weight)) ?? []
  return { cards, total: page?.total ?? 0 }
}

function cardOfOfPlayerCards(player: Player, largestWeight: number): z.output<typeof BrowsePlayer> {
  const [tag, name, trophies, weight, performance, activity, clubTag, clubName, country, available, createdAt] = player
  return {
    player_tag: tag,
    player_name: name,
    trophies,
    popularity_score: popularityScore(weight, largestWeight),
    performance_score: performance,
    activity_score: activity,
    club_name: clubName,
    club_tag: clubTag,
    region: regionOf(country),
    country,
    analytics_available: available,
    created_date: new Date(createdAt).toISOString(),
  }
}

/** How many clubs and players are tracked, from the counters. */
async function platformStats({ db }: Context): Promise<Output<typeof browseStats>> {
  const { clubs, players } = await entityTotals(db)
  return {
    total_clubs: clubs.entities,
    total_players: players.entities,
    analytics_coverage: {
      clubs: analyticsCoverage(clubs.available, clubs.entities),
      players: analyticsCoverage(players.available, players.entities),
    },
  }
}
