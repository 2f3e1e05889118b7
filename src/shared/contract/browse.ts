import * as z from 'zod/mini'
import { BROWSE_LIMIT_MAX, BROWSE_PAGE_SIZE } from '../limits.ts'
import { REGIONS } from '../regions.ts'
import { SORTS } from '../sorts.ts'
import { ENTITY_TYPES } from '../tag.ts'
import { endpoint } from './endpoint.ts'
import { maybeNumber, maybeText, plainText, score, time, wholeNumber } from './fields.ts'
import { Standing } from './ranked.ts'

const trophies = (label: string) => z.optional(wholeNumber(label, { min: 0, max: 100_000_000 }))

/** What somebody who looks for a club asks of it; of players it says nothing. */
export const clubWishes = {
  entry: z.optional(z.enum(['open', 'inviteOnly'], 'entry must be open or inviteOnly')),
  /** `free`: fewer than 30 members. */
  seats: z.optional(z.enum(['free'], 'seats must be free')),
  /** The own trophies: only clubs whose entry bar they meet. */
  bar: trophies('bar'),
  country: z.optional(
    z.string().check(z.regex(/^[A-Z]{2}$/, 'country must be a code of two capital letters'), z.meta({ example: 'DE' })),
  ),
}

/** What is drawn small on a card. */
const wonByDay = z.array(maybeNumber).check(
  z.meta({
    description:
      'What was won by play up to the end of each of the 7 UTC days up to the last look, oldest first. Computed from the stored days, and gain_7d from the summary, so the last may differ from gain_7d until the next summary. Null where nobody looked; empty where either is not known',
  }),
)

const wonInWeek = maybeNumber.check(
  z.meta({
    description:
      'What was won by play in the 7 days up to the last look, without what joiners brought and leavers took',
  }),
)

/** What a card says to somebody who looks for a club; null where it is not known. */
export const clubEntry = {
  /** `open`, `inviteOnly` or `closed`. */
  entry: maybeText,
  required_trophies: maybeNumber,
  /** Members who played in the last 7 days, of `known_members`, who are known for those days. */
  active_members: maybeNumber,
  known_members: maybeNumber,
}

/** The whole state of a browse page, which is in the page's URL and is sent unchanged. */
export const BrowseQuery = z.object({
  type: z.optional(z.enum(ENTITY_TYPES, 'type must be club or player')),
  sort: z._default(z.enum(SORTS, `sort must be one of ${SORTS.join(', ')}`), 'popularity'),
  limit: z._default(wholeNumber('limit', { min: 1, max: BROWSE_LIMIT_MAX }), BROWSE_PAGE_SIZE),
  page: z._default(wholeNumber('page', { min: 1, max: 100_000 }), 1),
  region: z._default(z.enum(REGIONS, `region must be one of ${REGIONS.join(', ')}`), 'global'),
  activity: z.optional(z.enum(['high', 'medium', 'low'], 'activity must be high, medium or low')),
  membership: z.optional(z.enum(['member', 'independent'], 'membership must be member or independent')),
  trophyMin: trophies('trophyMin'),
  trophyMax: trophies('trophyMax'),
  search: z.optional(plainText('search', { min: 1, max: 64 })),
  ...clubWishes,
})

export const BrowseClub = z
  .object({
    club_tag: z.string(),
    club_name: z.string(),
    member_count: z.int(),
    trophies: z.int(),
    popularity_score: z.number(),
    activity_score: score,
    region: z.enum(REGIONS),
    country: maybeText,
    analytics_available: z.boolean(),
    created_date: time,
    won_7d: wonByDay,
    gain_7d: wonInWeek,
    gain_7d_percent: maybeNumber.check(
      z.meta({ description: 'The same in percent of the trophies before, with one decimal: what `growth` sorts by' }),
    ),
    growth_7d: maybeNumber.check(
      z.meta({ description: 'The whole gain of these days, with what joiners brought and leavers took' }),
    ),
    ...clubEntry,
  })
  .check(z.meta({ id: 'BrowseClub' }))

export const BrowsePlayer = z
  .object({
    player_tag: z.string(),
    player_name: z.string(),
    trophies: z.int(),
    popularity_score: z.number(),
    performance_score: score,
    activity_score: score,
    /** The last of two months; null where no profile told it. */
    ranked: z.nullable(Standing),
    prestige: maybeNumber,
    club_name: maybeText,
    club_tag: maybeText,
    region: z.enum(REGIONS),
    country: maybeText,
    analytics_available: z.boolean(),
    created_date: time,
    won_7d: wonByDay,
    gain_7d: wonInWeek,
  })
  .check(z.meta({ id: 'BrowsePlayer' }))

export const browseEntities = endpoint({
  method: 'GET',
  path: '/api/browse/entities',
  summary: 'List clubs, players or both',
  access: 'public',
  query: BrowseQuery,
  response: z.object({
    clubs: z.optional(z.array(BrowseClub)),
    players: z.optional(z.array(BrowsePlayer)),
    total_entities: z.int(),
    more_than_total: z
      .boolean()
      .check(z.meta({ description: 'More match the text than total_entities, which is then 10,000 for each type' })),
    page: z.int(),
    limit: z.int(),
  }),
})

const choice = z
  .int()
  .check(z.meta({ description: 'Clubs that this choice would list, the other filters as they are' }))

export const countClubs = endpoint({
  method: 'GET',
  path: '/api/browse/club-counts',
  summary: 'How many clubs each choice of the filters would list',
  access: 'public',
  query: z.omit(BrowseQuery, { type: true, sort: true, limit: true, page: true, membership: true }),
  response: z.object({
    regions: z.record(z.enum(REGIONS), choice),
    activities: z.object({ high: choice, medium: choice, low: choice }),
    /** By the names of the ranges of trophies that browse offers. */
    ranges: z.record(z.string(), choice),
    entries: z.object({ open: choice, inviteOnly: choice }),
    /** Clubs with a free seat, and clubs whose bar is met; null where no own trophies are given. */
    free_seats: choice,
    bar_met: z.nullable(choice),
    /** The most frequent first, at most 40. */
    countries: z.array(z.object({ country: z.string(), clubs: choice })),
  }),
})

const ofPlayers = z
  .int()
  .check(z.meta({ description: 'Players that this choice would list, the other filters as they are' }))

export const countPlayers = endpoint({
  method: 'GET',
  path: '/api/browse/player-counts',
  summary: 'How many players each choice of the filters would list, whatever their names',
  access: 'public',
  query: z.pick(BrowseQuery, { region: true, activity: true, membership: true, trophyMin: true, trophyMax: true }),
  response: z.object({
    regions: z.record(z.enum(REGIONS), ofPlayers),
    activities: z.object({ high: ofPlayers, medium: ofPlayers, low: ofPlayers }),
    /** By the names of the ranges of trophies that browse offers. */
    ranges: z.record(z.string(), ofPlayers),
    memberships: z.object({ member: ofPlayers, independent: ofPlayers }),
  }),
})

export const browseStats = endpoint({
  method: 'GET',
  path: '/api/browse/stats',
  summary: 'How many clubs and players are tracked',
  access: 'public',
  response: z.object({
    total_clubs: z.int(),
    total_players: z.int(),
    /** Percent of tracked clubs and players with at least 7 days of observations. */
    analytics_coverage: z.object({ clubs: maybeNumber, players: maybeNumber }),
  }),
})
