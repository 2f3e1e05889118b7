import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  analyticsAvailable,
  day,
  freshness,
  maybeNumber,
  maybeText,
  score,
  TagParams,
  TimeframeQuery,
  TrophyProgression,
  time,
} from './fields.ts'
import { Standing } from './ranked.ts'

export const PlayerBrawler = z
  .object({
    id: z.int(),
    name: z.string(),
    power: maybeNumber,
    rank: maybeNumber,
    trophies: maybeNumber,
    highestTrophies: maybeNumber,
  })
  .check(z.meta({ id: 'PlayerBrawler' }))

export const getPlayer = endpoint({
  method: 'GET',
  path: '/api/browse/player/{tag}',
  summary: 'A stored player',
  access: 'public',
  params: TagParams,
  response: z
    .object({
      tag: z.string(),
      name: z.string(),
      name_color: maybeText,
      trophies: z.int(),
      /** Null until the player's profile was collected: a club's member list does not have it. */
      highestTrophies: maybeNumber,
      expLevel: maybeNumber,
      '3vs3Victories': maybeNumber,
      soloVictories: maybeNumber,
      duoVictories: maybeNumber,
      /** Of the last two months; null where no profile told it. More: `/api/browse/player/{tag}/ranked`. */
      ranked: z.nullable(Standing),
      /** Levels of prestige of all brawlers. */
      prestige: maybeNumber,
      club: z.nullable(z.object({ tag: z.string(), name: z.string(), role: maybeText })),
      brawlers: z.array(PlayerBrawler),
      country: maybeText,
      /** The game's id of the profile icon. */
      icon_id: maybeNumber,
      ...freshness,
      /** When the profile (victories, brawlers) was last collected; null when only the club's member list was. */
      profile_updated: z.nullable(time),
      tracked_since: time,
      /** Some battles were missed: the game's log holds only the newest 25. */
      battles_missed: z.boolean(),
      /** The newest season or year that the player shared a review of. */
      latest_review: maybeText,
    })
    .check(z.meta({ id: 'Player' })),
})

export const getPlayerAnalytics = endpoint({
  method: 'GET',
  path: '/api/browse/player/{tag}/analytics',
  summary: 'Scores and milestones of a player',
  access: 'public',
  params: TagParams,
  response: z
    .object({
      ...analyticsAvailable,
      /** The last 7 days, which the summary tells; null where nobody saw the player in them. */
      week: z.nullable(z.object({ gain: z.number(), span_days: z.int(), active_days: z.int(), known_days: z.int() })),
      /** Null also of a player who rests. */
      performance_score: score,
      /** Silent for 14 days or more. */
      resting: z.boolean(),
      /** Known days since the last trophy change or battle; null without analytics. `silent_at_least`: it may be longer. */
      days_silent: maybeNumber,
      silent_at_least: z.boolean(),
      /** Percentile of trophies among tracked players, from 0 to 100; part of the performance score. */
      trophy_percentile: score,
      /** How many tracked players the percentile is among. */
      players_compared: z.int(),
      activity_analysis: z.object({
        activity_score: score,
        active_days_30d: maybeNumber,
        avg_daily_change: maybeNumber,
        consistency_rating: score,
        longest_streak_days: maybeNumber,
        /** Days with play in a row up to when the player was last seen, 30 at most; that day counts once it has play. */
        current_streak_days: maybeNumber,
        improvement_trend: score,
        /** Known days of the last 30, which the scores are made from. */
        observed_days_30d: z.int(),
      }),
      /** `span_days`: the days over which the change was made, fewer than 30 where tracking began later. */
      trophy_progression: z.object({ trophy_change_30d: maybeNumber, span_days: z.int() }),
      club_contribution: z.nullable(
        z.object({
          club_name: z.string(),
          club_tag: z.string(),
          contribution_score: score,
          rank_in_club: maybeNumber,
          members_ranked: z.int(),
          /** Trophies over 30 days, resets taken out. */
          gain: maybeNumber,
        }),
      ),
      achievement_milestones: z.array(
        z.object({
          milestone: z.string(),
          trophy_count: z.int(),
          /** Null when the player was there before tracking began, by the first look or the own profile's highest. */
          achieved_date: z.nullable(day),
        }),
      ),
      /** The lowest milestone that was never reached. */
      next_milestone: z.nullable(z.object({ trophy_count: z.int(), trophies_missing: z.int() })),
    })
    .check(z.meta({ id: 'PlayerAnalytics' })),
})

export const getPlayerProgression = endpoint({
  method: 'GET',
  path: '/api/analytics/player/{tag}/trophy-progression',
  summary: 'Trophy line of a player',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: TimeframeQuery,
  response: TrophyProgression,
})
