import * as z from 'zod/mini'
import { REVIEW_CARDS, reviewPeriod } from '../review.ts'
import { changed, version } from './desk.ts'
import { endpoint } from './endpoint.ts'
import { day, entityType, maybeNumber, TagParams, tagField, time } from './fields.ts'
import { standing } from './ranked.ts'

const period = z.string('period must be a year like 2026 or a season like 2026-11').check(
  z.refine((name) => reviewPeriod(name) !== null, 'period must be a year like 2026 or a season like 2026-11'),
  z.meta({ description: 'A year, or the season that began in a month', example: '2026-11' }),
)

const OfTag = z.extend(TagParams, { period })
const LinkedPlayer = z.object({ player: tagField })
const OfPlayer = z.extend(LinkedPlayer, { period })

const count = z.int()

/** Why a card is missing: a code with its numbers. `days`: how long battles are kept. */
const MissingReason = z
  .discriminatedUnion('code', [
    z.object({
      code: z.enum(['no_trophies', 'no_gain', 'no_clubmate', 'no_pair', 'no_ranked', 'not_placed', 'nobody_named']),
    }),
    z.object({ code: z.enum(['few_with_brawler', 'few_battles']), needed: count, battles: count }),
    z.object({ code: z.literal('few_similar'), needed: count, type: entityType }),
    z.object({ code: z.enum(['battles_gone', 'some_battles_gone']), days: count }),
  ])
  .check(z.meta({ id: 'MissingReason' }))
export type MissingReason = z.infer<typeof MissingReason>

const named = z.object({ tag: z.string(), name: z.string() })

/**
 * A season or year of a player or club in cards; a card is null where too little is known
 * (docs/formulas.md#a-review).
 */
const facts = {
  type: entityType,
  tag: z.string(),
  name: z.string(),
  period,
  /** The first and last day that count: from the first observation, and up to today in a period that is not over. */
  from: day,
  to: day,
  running: z.boolean(),
  days: z.int(),
  observed_days: z.int(),
  made_at: time,
  growth: z.nullable(
    z.object({
      gained: z.int(),
      before: z.int(),
      after: z.int(),
      percent: maybeNumber,
      parts: z.nullable(z.object({ played: z.int(), joined: z.int(), left: z.int() })),
      /** What was won by play so far, from 0 on, at even distances; null in reviews from before there were lines. */
      line: z.nullable(z.array(z.int())),
    }),
  ),
  /** With the gains of the days of its week, from Monday on. */
  best_day: z.nullable(z.object({ date: day, gained: z.int(), week: z.nullable(z.array(z.nullable(z.int()))) })),
  brawler: z.nullable(z.object({ brawler_id: z.int(), brawler_name: z.string(), battles: z.int(), wins: z.int() })),
  /** Battles by UTC hour, and the hour of the week with the most visits, Monday being 0. */
  hours: z.nullable(
    z.object({
      since: day,
      battles: z.int(),
      weekday: z.int(),
      hour: z.int(),
      at_busiest: z.int(),
      by_hour: z.array(z.int()),
    }),
  ),
  /** Of a player the clubmates of today, of a club pairs of its members. */
  company: z.nullable(
    z.object({
      since: day,
      together: z.array(z.object({ players: z.array(named), battles: z.int(), wins: z.int() })),
    }),
  ),
  /** The share of similar players or clubs who won less, 0 to 100, and the median of what they won. */
  rank: z.nullable(z.object({ percentile: z.number(), compared: z.int(), typical: z.int() })),
  /** Of a player the highest of the Ranked mode within these days, and when it was first seen; null of a club. */
  ranked: z.nullable(z.object({ ...standing, on: day })),
  /** Why a card is missing, as a sentence. */
  missing: z.partialRecord(z.enum(REVIEW_CARDS), z.string()),
  /** The same as facts; none of reviews that are shared since before there were facts. */
  missing_facts: z.partialRecord(z.enum(REVIEW_CARDS), MissingReason),
}

const SharedReview = z.object({ ...facts, shared_at: time }).check(z.meta({ id: 'SharedReview' }))

/** As its owners see it. `shared_at` is null while nobody else sees it. */
const OwnReview = z
  .object({
    ...facts,
    shared_at: z.nullable(time),
    /** Whether who asks may share it: not with a proof that is too old, and at a desk not who may only read. */
    may_share: z.boolean(),
    /** The player is hidden: nobody else sees the review, whether or not it is shared. */
    hidden: z.boolean(),
    /** The demo, or a trial desk: nobody else sees what is shared here. */
    trial: z.boolean(),
    /** Of a club's review: the version that a change names. */
    desk: z.nullable(z.object({ version })),
  })
  .check(z.meta({ id: 'OwnReview' }))

const SharedList = z.object({ reviews: z.array(z.object({ period, shared_at: time })) })

const OwnList = z
  .object({
    /** Periods that have begun since tracking did, the newest first. */
    periods: z.array(
      z.object({
        period,
        days: z.int(),
        observed_days: z.int(),
        /** Whether enough days were observed for a review. */
        available: z.boolean(),
        shared_at: z.nullable(time),
      }),
    ),
  })
  .check(z.meta({ id: 'OwnReviews' }))

export const listPlayerReviews = endpoint({
  method: 'GET',
  path: '/api/browse/player/{tag}/reviews',
  summary: 'The reviews of seasons and years that the player shared',
  access: 'public',
  params: TagParams,
  response: SharedList,
})

export const getPlayerReview = endpoint({
  method: 'GET',
  path: '/api/browse/player/{tag}/reviews/{period}',
  summary: 'A review of a season or year, as the player shared it',
  access: 'public',
  params: OfTag,
  response: SharedReview,
})

export const listClubReviews = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}/reviews',
  summary: "The reviews of seasons and years that the club's leaders shared",
  access: 'public',
  params: TagParams,
  response: SharedList,
})

export const getClubReview = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}/reviews/{period}',
  summary: "A review of a season or year, as the club's leaders shared it",
  access: 'public',
  params: OfTag,
  response: SharedReview,
})

export const listOwnReviews = endpoint({
  method: 'GET',
  path: '/api/desk/players/{player}/reviews',
  summary: 'The seasons and years of a linked player',
  access: 'user',
  params: LinkedPlayer,
  response: OwnList,
})

export const getOwnReview = endpoint({
  method: 'GET',
  path: '/api/desk/players/{player}/reviews/{period}',
  summary: 'A review of a linked player, before or after it is shared',
  access: 'user',
  params: OfPlayer,
  response: OwnReview,
})

export const shareOwnReview = endpoint({
  method: 'PUT',
  path: '/api/desk/players/{player}/reviews/{period}',
  summary: 'Share a review of a linked player as it is now, or take it back',
  access: 'user',
  params: OfPlayer,
  body: z.object({ shared: z.boolean() }),
  response: z.object({ shared_at: z.nullable(time) }),
})

export const listDeskReviews = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/reviews',
  summary: 'The seasons and years of the club',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: OwnList,
})

export const getDeskReview = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/reviews/{period}',
  summary: 'A review of the club, before or after it is shared',
  access: 'desk',
  role: 'viewer',
  params: OfTag,
  response: OwnReview,
})

export const shareDeskReview = endpoint({
  method: 'PUT',
  path: '/api/desk/{tag}/reviews/{period}',
  summary: 'Share a review of the club as it is now, or take it back',
  access: 'desk',
  role: 'editor',
  params: OfTag,
  body: z.object({ shared: z.boolean(), version }),
  response: z.object({ shared_at: z.nullable(time), version, ...changed }),
})
