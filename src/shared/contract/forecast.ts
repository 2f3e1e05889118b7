import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { day, freshness, maybeNumber, maybeText, TagParams, time, wholeNumber } from './fields.ts'

/** The number of trophies that is asked about; without it, the next milestone. */
const TargetQuery = z.object({ target: z.optional(wholeNumber('target', { min: 1, max: 100_000_000 })) })

/** Why there is no forecast, for programs. */
const ForecastReason = z.enum(['needs_days', 'needs_play', 'needs_profiles', 'not_owned', 'reached', 'too_far']).check(
  z.meta({
    id: 'ForecastReason',
    description:
      'needs_days: fewer than 7 days are known; needs_play: fewer than 4 of the last 28 days had play; ' +
      'needs_profiles: of a brawler, fewer than 14 of them have a profile; not_owned: the last profile does not show ' +
      'the brawler; reached: there are as many trophies already; too_far: it takes more than 90 days',
  }),
)
export type ForecastReason = z.infer<typeof ForecastReason>

/** What every forecast tells. All numbers are of futures drawn from the last 28 days (docs/formulas.md#forecast). */
const forecast = {
  tag: z.string(),
  ...freshness,
  /** Trophies now, and those that are asked about; null before the first observation. */
  trophies: maybeNumber,
  target: maybeNumber,
  /** Why there is no forecast, as a sentence and as a code; null where there is one. */
  unavailable_reason: maybeText,
  unavailable_code: z.nullable(ForecastReason),
  /** The days that the futures are made of, how many of them had play, and the mean gain of a day. */
  basis: z.object({ days: z.int(), active_days: z.int(), gain_a_day: maybeNumber }),
  /**
   * Where trophies may stand at the end of a day: each end is made for 1 of 10 to lie beyond it; `accuracy` tells what
   * came.
   */
  fan: z.array(z.object({ date: day, low: z.int(), middle: z.int(), high: z.int() })),
  /** Of 100 futures, how many reach the target in time: a player's within 90 days, a club's by the season end. */
  futures_of_100: maybeNumber,
  /** By which factors the low and the high end are moved from the middle, at some distances in days. */
  widening: z.array(z.object({ days: z.int(), low: z.number(), high: z.number() })),
  /**
   * How many ranges of the last month held what came, and how often that lay below or above them; null while too few could
   * be checked.
   */
  accuracy: z.nullable(z.object({ ranges: z.int(), held: z.int(), below: z.int(), above: z.int(), checked_on: day })),
}

/** The days on which one in ten, half and nine in ten of the futures have reached the target. */
const arrival = z.object({ days: z.int(), date: day })

/** A brawler's id: its next thousand, which is its next level of prestige, is asked about in place of all trophies. */
const BrawlerQuery = z.object({
  ...TargetQuery.shape,
  brawler: z.optional(wholeNumber('brawler', { min: 1, max: 100_000_000 })),
})

export const getPlayerForecast = endpoint({
  method: 'GET',
  path: '/api/analytics/player/{tag}/forecast',
  summary: 'When a player may reach a number of trophies',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: BrawlerQuery,
  response: z
    .object({
      ...forecast,
      /**
       * The brawler that was asked about: trophies and target are its own, and it has no fan. `level`: of prestige, which
       * the next thousand raises by one.
       */
      brawler: z.nullable(z.object({ brawler_id: z.int(), name: z.string(), level: maybeNumber })),
      /** Null where half of the futures need more than 90 days; `latest` is null where nine in ten do. */
      arrival: z.nullable(z.object({ earliest: arrival, median: arrival, latest: z.nullable(arrival) })),
    })
    .check(z.meta({ id: 'PlayerForecast' })),
})

export const getClubForecast = endpoint({
  method: 'GET',
  path: '/api/analytics/club/{tag}/forecast',
  summary: 'Where a club may stand at the season end',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: TargetQuery,
  response: z
    .object({
      ...forecast,
      season_ends_at: time,
      days_left: z.int(),
      /** Present members, and those of them of whom no day is known, who are taken as the median member. */
      members: z.int(),
      members_assumed: z.int(),
      /** An assumption, no prediction: the most silent members replaced by median newcomers. */
      lever: z.nullable(
        z.object({
          newcomer: z.object({
            trophies: z.int(),
            gain_a_day: z.int(),
            /** Of how many newcomers of the last 90 days, or of all members, these are the medians. */
            of: z.int(),
            from: z.enum(['newcomers', 'members']),
          }),
          steps: z.array(z.object({ replaced: z.int(), futures_of_100: z.int() })),
        }),
      ),
    })
    .check(z.meta({ id: 'ClubForecast' })),
})
