import * as z from 'zod/mini'
import { RANKING_TYPES } from '../kinds.ts'
import { RANKING_COLLECT_LIMIT, RANKING_LIMIT } from '../limits.ts'
import { RANKING_COUNTRIES } from '../regions.ts'
import { endpoint } from './endpoint.ts'
import { maybeNumber, maybeText, time, wholeNumber } from './fields.ts'

const type = z.enum(RANKING_TYPES, `type must be one of ${RANKING_TYPES.join(', ')}`)
const country = z.enum(RANKING_COUNTRIES, `country must be one of ${RANKING_COUNTRIES.join(', ')}`)
const brawlerId = wholeNumber('brawler_id', { min: 1, max: 999_999_999 })

/** A ranking of type brawlers needs the brawler. */
function namesBrawler(query: { type?: string; brawler_id?: number | undefined }): boolean {
  return query.type !== 'brawlers' || query.brawler_id !== undefined
}
const BRAWLER_MISSING = { error: 'brawler_id is required for a brawlers leaderboard', path: ['brawler_id'] }

const RankingQuery = z
  .object({
    type: z._default(type, 'players'),
    country: z._default(country, 'global'),
    brawler_id: z.optional(brawlerId),
    limit: z._default(wholeNumber('limit', { min: 1, max: RANKING_COLLECT_LIMIT }), RANKING_LIMIT),
  })
  .check(z.refine(namesBrawler, BRAWLER_MISSING))

const PREVIOUS =
  'The collection that previous_rank is from: the newest one that is at least 20 hours older or, where all are younger, the oldest'

const RankedEntry = z
  .object({
    rank_position: z.int(),
    previous_rank: maybeNumber.check(
      z.meta({
        description: 'Rank at previous_collected_at; null where the player or club was not in the ranking then',
      }),
    ),
    entity_name: z.string(),
    entity_tag: z.string(),
    name_color: maybeText,
    club_name: maybeText,
    member_count: maybeNumber,
    trophies: z.int(),
    last_updated: time,
  })
  .check(z.meta({ id: 'LeaderboardEntry' }))

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/api/rankings/leaderboards',
  summary: 'A ranking, as last collected',
  access: 'public',
  refuses: ['not_found'],
  formats: ['json', 'csv'],
  query: RankingQuery,
  response: z
    .object({
      type,
      country,
      brawler_id: z.optional(z.int()),
      leaderboard: z.array(RankedEntry),
      collected_at: z.nullable(time),
      previous_collected_at: z.nullable(time).check(z.meta({ description: PREVIOUS })),
      stale: z.boolean(),
    })
    .check(z.meta({ id: 'Leaderboard' })),
})

export const collectLeaderboard = endpoint({
  method: 'POST',
  path: '/api/rankings/collect/{type}',
  summary: 'Collect a ranking now, unless it is fresh',
  access: 'session',
  params: z.object({ type }),
  body: z.object({
    country: z._default(country, 'global'),
    limit: z._default(wholeNumber('limit', { min: 1, max: RANKING_COLLECT_LIMIT }), RANKING_COLLECT_LIMIT),
    brawler_id: z.optional(brawlerId),
  }),
  response: z.object({
    type,
    country,
    brawler_id: z.optional(z.int()),
    collected: z.int(),
    collected_at: time,
    cached: z.boolean(),
  }),
})

export const listBrawlers = endpoint({
  method: 'GET',
  path: '/api/brawler/all',
  summary: 'Brawlers of the game',
  access: 'public',
  refuses: ['not_found'],
  response: z.object({ brawlers: z.array(z.object({ brawler_id: z.int(), name: z.string() })) }),
})
