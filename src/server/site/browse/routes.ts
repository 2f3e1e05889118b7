import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, field, jsonList, queryRows } from '#server/database/database.ts'
import { entityTotals } from '#server/directory/counters.ts'
import type { FacetFilter } from '#server/directory/facets.ts'
import { countChoices, countPlayerChoices, findPage } from '#server/directory/find-entities.ts'
import type { ChosenPage } from '#server/directory/page-tags.ts'
import { UNRANKED_RATING } from '#server/directory/summary-rows.ts'
import { readLastWeeks } from '#server/history/last-week.ts'
import { AppError } from '#server/kernel/errors.ts'
import { createConcurrencyLimit } from '#server/kernel/limits.ts'
import { analyticsCoverage } from '#server/metrics/analytics-availability.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import { popularityScore } from '#server/metrics/popularity.ts'
import { TROPHY_RANGES, trophyFilter } from '#shared/bands.ts'
import {
  type BrowseClub,
  type BrowsePlayer,
  browseEntities,
  browseStats,
  countClubs,
  countPlayers,
} from '#shared/contract/browse.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { suggestNames } from '#shared/contract/returning.ts'
import { shownStanding } from '#shared/ranked-tiers.ts'
import { regionOf } from '#shared/regions.ts'
import { CLUB_SORTS } from '#shared/sorts.ts'
import type { EntityType } from '#shared/tag.ts'
import { aboutAll } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'

/** Counts and names read the store alone; a list also ends its week with today. */
type Store = { db: Database }
type ListStore = Pick<Context, 'db' | 'clock'>

/**
 * Searches for a text and counts of choices at the same time, and those that wait for it. A short text, and a count with
 * free trophies, take the store longer than a page.
 */
const SEARCHES_AT_ONCE = 2
const SEARCHES_WAITING = 8

export function registerBrowse(server: Server, context: ListStore): void {
  const searches = createConcurrencyLimit(SEARCHES_AT_ONCE, { waiting: SEARCHES_WAITING })
  const list = (query: BrowseQuery) => browse(context, query)
  const answer = ({ query }: { query: BrowseQuery }) =>
    query.search === undefined ? list(query) : searches.run(() => list(query))
  serve(server, browseEntities, answer, { cache: aboutAll })
  serve(server, countClubs, ({ query }) => searches.run(() => clubCounts(context, query)), { cache: aboutAll })
  serve(server, countPlayers, ({ query }) => searches.run(() => playerCounts(context, query)), { cache: aboutAll })
  serve(server, suggestNames, ({ query }) => searches.run(() => suggested(context, query.text)), { cache: aboutAll })
  serve(server, browseStats, () => platformStats(context), { cache: aboutAll })
}

export type BrowseQuery = Input<typeof browseEntities>['query']

/**
 * A page of clubs, of players, or of both when no type is asked for; `total_entities` is exact, unless more match a
 * text.
 */
export async function browse(store: ListStore, query: BrowseQuery): Promise<Output<typeof browseEntities>> {
  checkQuery(query)
  const { page, limit } = query
  const { clubs, players } = await cardsOf(store, query)
  return {
    ...(clubs && { clubs: await clubsWithWeeks(store, clubs.cards) }),
    ...(players && { players: await playersWithWeeks(store, players.cards) }),
    total_entities: (clubs?.total ?? 0) + (players?.total ?? 0),
    more_than_total: clubs?.more === true || players?.more === true,
    page,
    limit,
  }
}

async function cardsOf({ db }: Store, query: BrowseQuery) {
  const ofClubs = query.type === 'player' ? null : await pageOf(db, query, 'club')
  const clubs = ofClubs && (await clubCards(db, ofClubs))
  const ofPlayers = query.type === 'club' ? null : await pageOf(db, query, 'player')
  const players = ofPlayers && (await playerCards(db, ofPlayers))
  return { clubs, players }
}

type ClubCard = Cards<typeof BrowseClub>['cards'][number]
type PlayerCard = Cards<typeof BrowsePlayer>['cards'][number]

async function clubsWithWeeks({ db, clock }: ListStore, cards: readonly ClubCard[]) {
  const known = cards.filter(({ gain_7d }) => gain_7d !== null).map(({ club_tag }) => club_tag)
  const weeks = await readLastWeeks(db, 'club', known, clock.now())
  return cards.map((card) => {
    const { won = [], growth = null } = weeks.get(card.club_tag) ?? {}
    return { ...card, won_7d: won, growth_7d: growth }
  })
}

async function playersWithWeeks({ db, clock }: ListStore, cards: readonly PlayerCard[]) {
  const known = cards.filter(({ gain_7d }) => gain_7d !== null).map(({ player_tag }) => player_tag)
  const weeks = await readLastWeeks(db, 'player', known, clock.now())
  return cards.map((card) => ({ ...card, won_7d: weeks.get(card.player_tag)?.won ?? [] }))
}

/** Names that a field for names or tags suggests of each kind. */
const SUGGESTED = 4

/** Clubs and players that match a text, the better match first, clubs and players in turn. */
async function suggested(store: Store, text: string): Promise<Output<typeof suggestNames>> {
  const asked = { search: text, sort: 'popularity', region: 'global', limit: SUGGESTED, page: 1 } as const
  const { clubs, players } = await cardsOf(store, asked)
  const ofClubs = (clubs?.cards ?? []).map(({ club_tag: tag, club_name: name, trophies, member_count }) => {
    return { type: 'club' as const, tag, name, trophies, club_name: null, member_count }
  })
  const ofPlayers = (players?.cards ?? []).map(({ player_tag: tag, player_name: name, trophies, club_name }) => {
    return { type: 'player' as const, tag, name, trophies, club_name, member_count: null }
  })
  return {
    names: Array.from({ length: SUGGESTED }, (_, place) => [ofClubs[place], ofPlayers[place]])
      .flat()
      .flatMap((each) => each ?? []),
  }
}

function pageOf(db: Database, query: BrowseQuery, type: EntityType): Promise<ChosenPage> {
  const { sort, page, limit, search } = query
  return findPage(db, { type, filter: filterOf(query, type), sort, limit, offset: (page - 1) * limit }, search)
}

type Filters = PlayerCountsQuery & Wishes

function filterOf(query: Filters, type: EntityType): FacetFilter {
  const { region, activity, membership, trophyMin, trophyMax } = query
  // Only players are in a club or not: with both kinds asked for, clubs stay as they are.
  const isMember = type === 'club' || membership === undefined ? undefined : membership === 'member'
  const wishes = type === 'club' ? wishesOf(query) : undefined
  return { region, activity, isMember, trophies: trophyFilter(trophyMin, trophyMax), wishes }
}

type Wishes = Pick<BrowseQuery, 'entry' | 'seats' | 'bar' | 'country'>

/** What is asked of clubs; undefined for nothing, which the counters answer. */
function wishesOf({ entry, seats, bar, country }: Wishes) {
  const given = [entry, seats, bar, country].some((wish) => wish !== undefined)
  return given ? { entry, seats, bar, country } : undefined
}

/** How many clubs each choice of the filters would list. */
async function clubCounts({ db }: Store, query: Input<typeof countClubs>['query']): Promise<Output<typeof countClubs>> {
  checkTrophies(query)
  const { region, activity, trophyMin, trophyMax, search } = query
  const filter = { region, activity, trophies: trophyFilter(trophyMin, trophyMax), wishes: wishesOf(query) }
  const { counts, countries } = await countChoices(db, filter, search)
  const of = (name: string) => counts[name] ?? 0
  return {
    ...facetCounts(of),
    entries: { open: of('open'), inviteOnly: of('inviteOnly') },
    free_seats: of('seats'),
    bar_met: query.bar === undefined ? null : of('bar'),
    countries: countries.map(([country, clubs]) => ({ country, clubs })),
  }
}

type PlayerCountsQuery = Input<typeof countPlayers>['query']

/** How many players each choice of the filters would list. */
async function playerCounts({ db }: Store, query: PlayerCountsQuery): Promise<Output<typeof countPlayers>> {
  checkTrophies(query)
  const counts = await countPlayerChoices(db, filterOf(query, 'player'))
  const of = (name: string) => counts[name] ?? 0
  const memberships = { member: of('membership member'), independent: of('membership independent') }
  return { ...facetCounts(of), memberships }
}

function facetCounts(of: (name: string) => number) {
  return {
    regions: { global: of('region global'), na: of('region na'), eu: of('region eu'), asia: of('region asia') },
    activities: { high: of('activity high'), medium: of('activity medium'), low: of('activity low') },
    ranges: Object.fromEntries(TROPHY_RANGES.map(({ label }) => [label, of(`range ${label}`)])),
  }
}

/** Refuses what each parameter alone may say but not together. */
function checkQuery({ type, sort, ...query }: BrowseQuery): void {
  if (type === 'club' && !CLUB_SORTS.some((name) => name === sort)) {
    refuse('sort', `sort must be one of ${CLUB_SORTS.join(', ')}`)
  }
  checkTrophies(query)
}

function checkTrophies({ trophyMin, trophyMax }: Pick<BrowseQuery, 'trophyMin' | 'trophyMax'>): void {
  if (trophyMin !== undefined && trophyMax !== undefined && trophyMin > trophyMax) {
    refuse('trophyMin', 'trophyMin must not be above trophyMax')
  }
}

function refuse(field: string, sentence: string): never {
  throw new AppError('invalid', sentence, { fields: { [field]: sentence } })
}

/** What browse reads of a club and of a player alike. */
const SHARED_FIELDS = {
  tag: field('s.tag', z.string()),
  name: field('s.name', z.string()),
  trophies: field('s.trophies', z.int()),
  popularityWeight: field('s.popularity_weight', z.int()),
  activityScore: field('s.activity_score', z.nullable(z.number())),
  country: field('s.country', z.nullable(z.string())),
  available: field('s.analytics_available', z.boolean()),
  gain: field('s.growth_7d', z.nullable(z.int())),
  createdAtMs: field('(extract(epoch from s.created_at) * 1000)::bigint', z.int()),
}

/** What is read beside the cards, and what becomes of it. */
const COUNTED = { total: z.int(), more: z.boolean(), largestWeight: z.nullable(z.int()) }
type Cards<Card extends z.ZodMiniType> = {
  cards: Omit<z.output<Card>, 'won_7d' | 'growth_7d'>[]
  total: number
  more: boolean
}

const clubList = jsonList({
  ...SHARED_FIELDS,
  memberCount: field('s.member_count', z.int()),
  gainPercent: field('s.growth_7d_percent', z.nullable(z.number())),
  entry: field('s.entry', z.nullable(z.string())),
  required: field('s.required_trophies', z.nullable(z.int())),
  activeMembers: field('s.active_members', z.nullable(z.int())),
  knownMembers: field('s.known_members', z.nullable(z.int())),
})

/** What browse shows of the clubs of a page, in its order, and how many there are on all pages. */
async function clubCards(
  db: Database,
  { start, tags, total, more, beyond }: ChosenPage,
): Promise<Cards<typeof BrowseClub>> {
  const [page] = await queryRows(
    db,
    { ...COUNTED, clubs: clubList.column },
    sql`
    ${start} select ${total} as total, ${more} as more,
      (select max(popularity_weight) from club_summaries) as "largestWeight", (
      select json_agg(${sql.raw(clubList.item)} order by place)
      from unnest(${tags}) with ordinality as page(tag, place) join club_summaries s on s.tag = page.tag collate "C"
    ) as clubs`,
  )
  if (page?.more && beyond) return clubCards(db, await beyond())
  const cards = clubList.items(page?.clubs ?? null).map((club) => ({
    club_tag: club.tag,
    club_name: club.name,
    member_count: club.memberCount,
    trophies: club.trophies,
    popularity_score: popularityScore(club.popularityWeight, page?.largestWeight ?? 0),
    activity_score: club.activityScore,
    region: regionOf(club.country),
    country: club.country,
    analytics_available: club.available,
    created_date: new Date(club.createdAtMs).toISOString(),
    gain_7d: club.gain,
    gain_7d_percent: oneDecimal(club.gainPercent),
    entry: club.entry,
    required_trophies: club.required,
    active_members: club.activeMembers,
    known_members: club.knownMembers,
  }))
  return { cards, total: page?.total ?? 0, more: page?.more ?? false }
}

const playerList = jsonList({
  ...SHARED_FIELDS,
  performanceScore: field('s.performance_score', z.nullable(z.number())),
  rankedRating: field('s.ranked_rating', z.nullable(z.int())),
  rankedTier: field('s.ranked_tier', z.nullable(z.string())),
  prestige: field('s.prestige', z.nullable(z.int())),
  clubTag: field('s.club_tag', z.nullable(z.string())),
  clubName: field('c.name', z.nullable(z.string())),
})

/** What browse shows of the players of a page, in its order, and how many there are on all pages. */
async function playerCards(
  db: Database,
  { start, tags, total, more, beyond }: ChosenPage,
): Promise<Cards<typeof BrowsePlayer>> {
  const [page] = await queryRows(
    db,
    { ...COUNTED, players: playerList.column },
    sql`
    ${start} select ${total} as total, ${more} as more,
      (select max(popularity_weight) from player_summaries) as "largestWeight", (
      select json_agg(${sql.raw(playerList.item)} order by place)
      from unnest(${tags}) with ordinality as page(tag, place)
        join player_summaries s on s.tag = page.tag collate "C"
        left join club_summaries c on c.tag = s.club_tag
    ) as players`,
  )
  if (page?.more && beyond) return playerCards(db, await beyond())
  const cards = playerList.items(page?.players ?? null).map((player) => ({
    player_tag: player.tag,
    player_name: player.name,
    trophies: player.trophies,
    popularity_score: popularityScore(player.popularityWeight, page?.largestWeight ?? 0),
    performance_score: player.performanceScore,
    activity_score: player.activityScore,
    ranked: shownStanding({ tier: player.rankedTier, rating: ratingOf(player.rankedRating) }),
    prestige: player.prestige,
    club_name: player.clubName,
    club_tag: player.clubTag,
    region: regionOf(player.country),
    country: player.country,
    analytics_available: player.available,
    created_date: new Date(player.createdAtMs).toISOString(),
    gain_7d: player.gain,
  }))
  return { cards, total: page?.total ?? 0, more: page?.more ?? false }
}

function ratingOf(stored: number | null): number | null {
  return stored === UNRANKED_RATING ? null : stored
}

/** How many clubs and players are tracked, from the counters. */
async function platformStats({ db }: Store): Promise<Output<typeof browseStats>> {
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
