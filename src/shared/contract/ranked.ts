import * as z from 'zod/mini'
import { LADDER_KINDS } from '../kinds.ts'
import { endpoint } from './endpoint.ts'
import { day, freshness, maybeNumber, maybeText, TagParams, TimeframeQuery } from './fields.ts'

const described = <T extends z.ZodMiniType>(schema: T, description: string) => schema.check(z.meta({ description }))

/** A tier of the Ranked mode and a rating; each null where it is not known. */
export const standing = {
  tier: described(maybeText, 'Tier by its name, like Mythic II; Unranked; null where it is not known'),
  /** For shape and colour. */
  tier_place: described(maybeNumber, '1 (Bronze I) to 22 (Pro), 0 for unranked; null for a tier that nobody knows'),
  rating: described(maybeNumber, 'Points of the Ranked mode; null for the unranked and where it is not known'),
}

export const Standing = z.object(standing).check(z.meta({ id: 'RankedStanding' }))

const RankedSeason = z
  .object({
    season: described(maybeNumber, 'The number of the season, where the game tells it'),
    first_seen: day,
    last_seen: day,
    last: Standing,
    best: Standing,
  })
  .check(z.meta({ id: 'RankedSeason' }))

/** What a player reached in the Ranked mode and with brawlers. */
export const ReachedEvent = z
  .object({
    kind: z.enum(LADDER_KINDS),
    on: day,
    tier: maybeText,
    brawler_id: maybeNumber,
    brawler: maybeText,
    figure: described(
      maybeNumber,
      'Of a new best its rating in points of Ranked, of a prestige its level, of a streak its wins; null of a new tier',
    ),
  })
  .check(z.meta({ id: 'ReachedEvent' }))

export const getPlayerRanked = endpoint({
  method: 'GET',
  path: '/api/browse/player/{tag}/ranked',
  summary: 'Ranked and prestige of a player',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: TimeframeQuery,
  response: z
    .object({
      tag: z.string(),
      days: z.int(),
      ...freshness,
      /**
       * Null where no profile told of the Ranked mode. `as_of`: the last day on which one told the tier or the rating; null
       * where they told bests alone.
       */
      ranked: z.nullable(
        z.object({
          ...standing,
          as_of: z.nullable(day),
          /** Null in the highest tier, and where it is not known what is missing. */
          next_tier: z.nullable(z.object({ tier: z.string(), tier_place: z.int(), rating_missing: z.int() })),
          season_best: z.nullable(Standing),
          /** `first_seen`: the day on which a profile first told it; null where it was there from the first one on. */
          best: z.nullable(z.object({ ...standing, first_seen: z.nullable(day) })),
          /** The newest first. */
          seasons: z.array(RankedSeason),
        }),
      ),
      /** The days of the timeframe with a profile that tells of the Ranked mode, prestige or fame. */
      ranked_days: z.array(
        z.object({
          date: day,
          ...standing,
          season: described(maybeNumber, 'The number of the season, which is a month; null where it is not known'),
          /** A new season began since the day before: a lower rating is no loss. */
          season_start: z.boolean(),
          prestige: described(maybeNumber, 'Levels of all brawlers together; null where the day tells none'),
          fame: described(maybeNumber, 'Points of fame; null where the day tells none'),
        }),
      ),
      /** What was reached in the timeframe, the newest first: new tiers from Gold on, a new best, prestige, streaks. */
      events: z.array(ReachedEvent),
      /** Null where no profile told of it. Levels of prestige: each thousand trophies of a brawler. */
      prestige: z.nullable(
        z.object({
          total: described(maybeNumber, 'Levels of all brawlers together; null where it is not known'),
          as_of: z.nullable(day),
          fame: described(maybeNumber, 'Points of fame; null where it is not known'),
          /** The brawlers nearest to their next thousand, at most 5. */
          next: z.array(
            z.object({
              brawler_id: z.int(),
              name: z.string(),
              level: z.int(),
              trophies: z.int(),
              trophies_missing: z.int(),
            }),
          ),
          /** What was first seen in the timeframe, the newest first. */
          reached: z.array(z.object({ brawler_id: z.int(), name: z.string(), level: z.int(), first_seen: day })),
          /** The best win streaks, at most 5, the longest first. */
          streaks: z.array(z.object({ brawler_id: z.int(), name: z.string(), wins: z.int() })),
        }),
      ),
    })
    .check(z.meta({ id: 'PlayerRanked' })),
})

export const getClubRanked = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}/ranked',
  summary: 'Ranked and prestige of a club and its members',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  response: z
    .object({
      tag: z.string(),
      ...freshness,
      /** How many members stand in which tier by profiles of the last 30 days, the highest first. */
      tiers: z.array(z.object({ tier: z.string(), tier_place: maybeNumber, members: z.int() })),
      /** Members of whom no profile of the last 30 days told of the Ranked mode. */
      unknown_members: z.int(),
      prestige: z.object({
        /** The sum over the members of whom profiles of the last 30 days tell it; null where they tell it of nobody. */
        total: maybeNumber,
        known_members: z.int(),
      }),
      /** The members of today, the highest rating first. Who asked not to be shown is not among them. */
      members: z.array(
        z.object({
          player_tag: z.string(),
          player_name: z.string(),
          ...standing,
          prestige: maybeNumber,
          /** The last day on which a profile told of either; null where none of the last 30 days did. */
          as_of: z.nullable(day),
        }),
      ),
    })
    .check(z.meta({ id: 'ClubRanked' })),
})
