import * as z from 'zod/mini'
import { ROSTER_EVENT_KINDS } from '../event-texts.ts'
import { HEATMAP_MEMBERS } from '../limits.ts'
import { endpoint } from './endpoint.ts'
import {
  analyticsAvailable,
  clubRole,
  day,
  freshness,
  learning,
  maybeNumber,
  maybeText,
  score,
  TagParams,
  TimeframeQuery,
  TrophyProgression,
  time,
  wholeNumber,
} from './fields.ts'

export const ClubMember = z
  .object({
    tag: z.string(),
    name: z.string(),
    name_color: maybeText,
    trophies: z.int(),
    role: clubRole,
    /** When this member joined; null for members of the first scan, who joined at an unknown time before it. */
    joined_at: z.nullable(time),
    /** Whether this member had been here before and came back. */
    returned: z.boolean(),
    /** The last trophy change; null when none was observed yet. */
    last_change_at: z.nullable(time),
  })
  .check(z.meta({ id: 'ClubMember' }))

export const getClub = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}',
  summary: 'A stored club with its members',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  response: z
    .object({
      tag: z.string(),
      name: z.string(),
      description: maybeText,
      memberCount: z.int(),
      members: z.array(ClubMember),
      trophies: z.int(),
      requiredTrophies: maybeNumber,
      type: maybeText,
      country: maybeText,
      /** The game's id of the badge. */
      badge_id: maybeNumber,
      ...freshness,
      tracked_since: time,
      /** The newest season or year that the leaders shared a review of. */
      latest_review: maybeText,
    })
    .check(z.meta({ id: 'Club' })),
})

export const getClubAnalytics = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}/analytics',
  summary: 'Health of a club and its members',
  access: 'public',
  params: TagParams,
  response: z
    .object({
      ...analyticsAvailable,
      /** What the summary tells of members, beside the growth of 7 days; null where there is none. */
      week: z.nullable(
        z.object({
          joiners: z.int(),
          leavers: z.int(),
          /** Of those who stayed all week the fewest who won most, 3 at most; `led_by_most`: it is more than half. */
          led_by: z.array(z.string()),
          led_by_most: z.boolean(),
          /** Ghosts, as in the summary; null where too little is known to tell. */
          silent_members: maybeNumber,
        }),
      ),
      club_health_metrics: z.object({
        /** Percent of the members known for 7 days who are active. */
        activity_score: score,
        /** Club trophies now less those of 7 days ago, resets taken out: the sum of its three parts. */
        trophy_growth_7d: maybeNumber,
        trophy_growth_7d_percent: maybeNumber,
        /** Won by play, brought by joiners (0 or more), taken along by leavers (0 or less); null where not known. */
        trophy_growth_7d_played: maybeNumber,
        trophy_growth_7d_joined: maybeNumber,
        trophy_growth_7d_left: maybeNumber,
        trophy_growth_7d_played_percent: maybeNumber,
        /** The days over which it was made: fewer than 7 where tracking began later. */
        growth_span_days: maybeNumber,
        /** Gain of the club's own trophies over 30 days, resets taken out, and its parts. */
        trophy_change_30d: maybeNumber,
        trophy_change_30d_played: maybeNumber,
        trophy_change_30d_joined: maybeNumber,
        trophy_change_30d_left: maybeNumber,
        /** The days over which it was made: fewer than 30 where tracking began later. */
        change_span_days: maybeNumber,
      }),
      member_performance_summary: z.object({
        members: z.int(),
        /** Members with an overall score over 30 days. */
        members_scored: z.int(),
        /** A trophy change in the last 7 x 24 hours; this and the next three are null without analytics. */
        active_members: maybeNumber,
        ghost_members: maybeNumber,
        /** They played battles in the last 7 x 24 hours, but their trophies did not move: neither active nor ghosts. */
        plays_no_trophies_members: maybeNumber,
        /** Active members, ghosts and those who play without trophies: whom the activity score is a percentage of. */
        members_known_7d: maybeNumber,
        /** Known in the club for fewer than 7 x 24 hours, so neither active nor ghost yet. */
        newcomers: z.int(),
        /** Too little known of the last days, so neither active nor ghost: unknown is not silent. */
        unseen_members: z.int(),
        top_performer: z.nullable(z.object({ tag: z.string(), name: z.string(), score: z.number() })),
      }),
      /**
       * Who joined or came back, and who left, in the last 7 UTC days, today included: those whose trophies the growth
       * of 7 days has. Whoever did both is in both lists.
       */
      joined_7d: z.array(z.object({ tag: z.string(), name: z.string() })),
      left_7d: z.array(z.object({ tag: z.string(), name: z.string() })),
      ghosts: z.array(z.object({ tag: z.string(), name: z.string(), days_silent: z.int(), at_least: z.boolean() })),
      plays_no_trophies: z.array(z.object({ tag: z.string(), name: z.string(), last_battle_at: time })),
    })
    .check(z.meta({ id: 'ClubAnalytics' })),
})

const MemberScore = z
  .object({
    player_tag: z.string(),
    player_name: z.string(),
    overall_score: score,
    trophy_contribution: score,
    activity_consistency: score,
    improvement_trend: score,
    activity_score: score,
    /** Scans in the window that saw the member. */
    total_records: z.int(),
    active_days: z.int(),
    /** Known days of the window. */
    observed_days: z.int(),
    gain: maybeNumber,
    /** The days over which the gain was made: fewer than asked for where the member was seen first later. */
    span_days: z.int(),
    /** Not null: too few days are known of this member, so all scores are null. */
    learning,
    /**
     * Known days since the last trophy change or battle; where none was seen, since the day of the first look. Null where
     * no day is known, or only that one, without play. `silent_at_least`: it may be longer.
     */
    days_silent: maybeNumber,
    silent_at_least: z.boolean(),
    /** Silent for 14 days or more: never on a podium, on the rise or improving. */
    resting: z.boolean(),
    /** By trophy_contribution; equal ones share the better rank. */
    rank_in_club: maybeNumber,
  })
  .check(z.meta({ id: 'MemberScore' }))

export const getMemberScores = endpoint({
  method: 'GET',
  path: '/api/analytics/club/{tag}/member-scores',
  summary: 'Scores of the current members',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: TimeframeQuery,
  response: z.object({
    club_tag: z.string(),
    days: z.int(),
    ...freshness,
    /** Of the club. Without analytics the scores of all members are null. */
    analytics_available: z.boolean(),
    learning,
    member_scores: z.array(MemberScore),
  }),
})

export const getActivityHeatmap = endpoint({
  method: 'GET',
  path: '/api/analytics/club/{tag}/activity-heatmap',
  summary: 'Trophy changes of each member on each day',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: TimeframeQuery,
  response: z
    .object({
      club_tag: z.string(),
      days: z.int(),
      ...freshness,
      dates: z.array(day),
      member_activity: z.record(
        z.string(),
        z.object({
          player_tag: z.string(),
          player_name: z.string(),
          active_days: z.int(),
          observed_days: z.int(),
          total_trophy_changes: z.int(),
          /** How many of them are estimated, since no battle log covers them. */
          total_estimated: z.int(),
          /**
           * Changes are null where the day is unknown, which is not zero. `estimated` of them are estimates; left out where
           * none is. `since`: they were played at some time since that day, and how many there were is not known.
           */
          activity_days: z.record(
            z.string(),
            z.object({ trophy_changes: maybeNumber, estimated: z.optional(z.int()), since: z.optional(day) }),
          ),
        }),
      ),
      shown_members: z._default(z.int(), HEATMAP_MEMBERS),
    })
    .check(z.meta({ id: 'ActivityHeatmap' })),
})

export const getClubProgression = endpoint({
  method: 'GET',
  path: '/api/analytics/club/{tag}/trophy-progression',
  summary: 'Trophy line of a club',
  access: 'public',
  formats: ['json', 'csv'],
  params: TagParams,
  query: TimeframeQuery,
  response: TrophyProgression,
})

export const getRosterEvents = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}/events',
  summary: 'Events of a club: members who joined, left or changed roles, and changed settings',
  access: 'public',
  params: TagParams,
  query: z.object({
    limit: z._default(wholeNumber('limit', { min: 1, max: 200 }), 50),
    before: z.optional(wholeNumber('before', { min: 1, max: 999_999_999 })),
  }),
  response: z.object({
    club_tag: z.string(),
    events: z.array(
      z
        .object({
          id: z.int(),
          kind: z.enum(ROSTER_EVENT_KINDS),
          player_tag: maybeText,
          player_name: maybeText,
          before: maybeText,
          after: maybeText,
          /** The two scans between which it happened. */
          observed_after: z.nullable(time),
          observed_at: time,
        })
        .check(z.meta({ id: 'RosterEvent' })),
    ),
    next_before: maybeNumber,
  }),
})
