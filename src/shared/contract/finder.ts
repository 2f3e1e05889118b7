import * as z from 'zod/mini'
import { RANKED_TIERS } from '../ranked-tiers.ts'
import { clubEntry, clubWishes } from './browse.ts'
import { endpoint } from './endpoint.ts'
import { maybeNumber, maybeText, plainText, score, TagParams, tagField, wholeNumber } from './fields.ts'
import { standing } from './ranked.ts'

/** A club in a list of the finder or of similar clubs. */
const ListedClub = z
  .object({
    club_tag: z.string(),
    club_name: z.string(),
    member_count: z.int(),
    trophies: z.int(),
    median_trophies: z.int(),
    activity_score: score,
    country: maybeText,
    ...clubEntry,
  })
  .check(z.meta({ id: 'ListedClub' }))

const compared = z.object({
  value: maybeNumber,
  percentile: score,
  typical: maybeNumber,
})

export const getSimilarClubs = endpoint({
  method: 'GET',
  path: '/api/analytics/club/{tag}/similar',
  summary: 'How healthy a club is, compared with the clubs most like it',
  access: 'public',
  params: TagParams,
  response: z.object({
    tag: z.string(),
    /** Whether enough clubs are alike; otherwise there are no percentiles. */
    enough: z.boolean(),
    /** Clubs that were compared with, at most 200, and how many it takes. */
    compared: z.int(),
    needed: z.int(),
    /** False until the club's figures are made, within a day of its first scan. */
    profiled: z.boolean(),
    /** The mean of the five percentiles; null without any. */
    mean: score,
    parts: z.object({
      active_share: compared,
      median_gain: compared,
      retention_90d: compared,
      ghost_share: compared,
      evenness: compared,
    }),
    /** The ten nearest clubs. */
    nearest: z.array(ListedClub),
  }),
})

/** Texts separated by commas, each of which `part` reads. */
function commaList(label: string, part: RegExp, most: number) {
  return z.pipe(
    plainText(label, { min: 1, max: 400 }).check(
      z.refine((text) => text.split(',').every((each) => part.test(each)), `${label} must be a list with commas`),
      z.refine((text) => text.split(',').length <= most, `${label} may name ${most} at most`),
    ),
    z.transform((text) => [...new Set(text.split(','))]),
  )
}

const fitPart = z.nullable(z.number().check(z.minimum(0), z.maximum(1)))

const FitParts = z.object({
  ...{ hours: fitPart, activity: fitPart, trophies: fitPart, modes: fitPart, ranked: fitPart },
})

/** How much of the play lies in each hour of the day in UTC: 24 shares of 1, smoothed; null where it is not known. */
const hourShares = z.nullable(z.array(z.number()).check(z.length(24)))

const { tier, tier_place } = standing

/** The middle of the members whose profiles of the last 30 days tell it. */
const RankedMiddle = z
  .object({
    tier,
    tier_place,
    /** How many members the tier and the prestige are the middle of; 0 where too few are known to say any. */
    tier_members: z.int(),
    prestige: maybeNumber,
    prestige_members: z.int(),
    /** All members, when this was made. */
    members: z.int(),
  })
  .check(z.meta({ id: 'RankedMiddle' }))

export const findClubs = endpoint({
  method: 'GET',
  path: '/api/finder/clubs',
  summary: 'The clubs that fit a player best',
  access: 'public',
  refuses: ['not_found'],
  query: z.object({
    /** A tracked player. What is also given below counts in place of what is known of the player. */
    tag: z.optional(tagField),
    trophies: z.optional(wholeNumber('trophies', { min: 0, max: 1_000_000 })),
    /** Days of a week on which one plays. */
    days: z.optional(wholeNumber('days', { min: 0, max: 7 })),
    /** Hours of the day in UTC at which one plays: `18,19,20`. */
    hours: z.optional(commaList('hours', /^(?:1?\d|2[0-3])$/, 24)),
    modes: z.optional(commaList('modes', /^[A-Za-z0-9]{1,40}$/, 12)),
    /** One's tier in the Ranked mode by its place: 0 (unranked), 1 (Bronze I) to 22 (Pro). */
    tier: z.optional(wholeNumber('tier', { min: 0, max: RANKED_TIERS.length })),
    ...clubWishes,
    bar: z.optional(z.enum(['any'], 'bar must be any')),
    limit: z._default(wholeNumber('limit', { min: 1, max: 50 }), 20),
  }),
  response: z.object({
    about: z.object({
      tag: maybeText,
      name: maybeText,
      /** The club that the player is in; it is not listed. */
      club_tag: maybeText,
      trophies: maybeNumber,
      /** Active days of 100. */
      activity_score: score,
      /** The highest tier and the prestige that profiles of the last 30 days tell. */
      tier,
      tier_place,
      prestige: maybeNumber,
      /** UTC hours at which one plays: those that are named, else as many as make half of one's play. */
      hours: z.nullable(z.array(z.int())),
      hour_shares: hourShares,
      /** Stored battles of the last 30 days; null where no player is named. */
      battles: maybeNumber,
      /** The parts of which nothing is known, which are left out of all fits. */
      missing: z.array(z.enum(['hours', 'activity', 'trophies', 'modes', 'ranked'])),
      needed_battles: z.int(),
      needed_days: z.int(),
    }),
    /** Clubs that were looked at. */
    considered: z.int(),
    clubs: z.array(
      z
        .object({
          ...ListedClub.shape,
          /** 0 to 100. */
          fit: z.number(),
          parts: FitParts,
          /** UTC hours at which the club plays most, as many as make half of its play; null where it is not known. */
          hours: z.nullable(z.array(z.int())),
          hour_shares: hourShares,
          /** Null where too few members are known: fewer than 8, or than one in three. */
          ranked: z.nullable(RankedMiddle),
          /** What the club's leaders say that they look for; null where they say nothing. */
          notice: z.nullable(z.object({ text: z.string(), languages: z.array(z.string()), min_trophies: maybeNumber })),
        })
        .check(z.meta({ id: 'FoundClub' })),
    ),
  }),
})
