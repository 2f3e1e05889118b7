import * as z from 'zod/mini'
import { GOAL_KINDS, GOAL_TROPHIES_MAX } from '../club-goal.ts'
import { changed, version } from './desk.ts'
import { RecordParams } from './desk-records.ts'
import { endpoint } from './endpoint.ts'
import { dateText, day, freshness, maybeNumber, maybeText, TagParams, wholeNumber } from './fields.ts'

const goal = {
  kind: z.enum(GOAL_KINDS),
  /** The trophies that the whole club wants to have, or of kind gain wants to win from the first day on. */
  trophies: z.int(),
  /** The first and the last day that count, in UTC. */
  from: day,
  until: day,
  /** In words: `1,300,000 trophies by Dec 3, 2026`. */
  words: z.string(),
  /** The day on which it was first reached, as far as known. */
  reached_on: z.nullable(day),
}

const ClubGoal = z
  .object({
    ...goal,
    /** Trophies so far, resets taken out for a gain; null where nobody looked since it began. */
    now: maybeNumber,
    missing: maybeNumber,
    /** From 0 to 1: how much of the way since the first day is done. */
    share: maybeNumber,
    /** What members won, what joiners brought and what leavers took along since the first day; null where not known. */
    played: maybeNumber,
    joined: maybeNumber,
    left: maybeNumber,
    /** What each present member won since then, the most first. Who asked not to be shown is not among them. */
    members: z.array(z.object({ player_tag: z.string(), player_name: z.string(), gain: z.int() })),
    /** Of 100 futures, those that reach it in time; null where it is reached, or too little is known. */
    futures_of_100: maybeNumber,
    /** In a word: almost certain, likely, possible, unlikely, very unlikely. */
    chance: maybeText,
    /** Why there is no chance, as a sentence. */
    unavailable_reason: maybeText,
  })
  .check(z.meta({ id: 'ClubGoal' }))

export const getClubGoal = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}/goal',
  summary: 'What a club wants to reach, how far it is, and which goals it had before',
  access: 'public',
  params: TagParams,
  response: z
    .object({
      tag: z.string(),
      ...freshness,
      /** The goal that runs, or that was reached or missed in the last 7 days; null without one. */
      goal: z.nullable(ClubGoal),
      /** Goals before it, the newest first. Withdrawn ones are not told. */
      past: z.array(z.object(goal).check(z.meta({ id: 'PastGoal' }))),
    })
    .check(z.meta({ id: 'ClubGoals' })),
})

export const getDeskGoal = endpoint({
  method: 'GET',
  path: '/api/desk/{tag}/goal',
  summary: 'The goal of the club as its leaders set it',
  access: 'desk',
  role: 'viewer',
  params: TagParams,
  response: z.object({
    /** `is_example`: it is the club's own, at a desk that is only tried and has none yet. */
    goal: z.nullable(z.extend(ClubGoal, { id: z.int(), version, is_example: z.boolean() })),
  }),
})

export const setGoal = endpoint({
  method: 'POST',
  path: '/api/desk/{tag}/goal',
  summary: 'Set a goal for the club, one at a time',
  access: 'desk',
  role: 'editor',
  params: TagParams,
  body: z.object({
    kind: z.enum(GOAL_KINDS, `kind must be one of ${GOAL_KINDS.join(', ')}`),
    trophies: wholeNumber('trophies', { min: 1, max: GOAL_TROPHIES_MAX }),
    until: dateText('until must be a date like 2026-03-15'),
  }),
  response: z.object(changed),
})

export const withdrawGoal = endpoint({
  method: 'DELETE',
  path: '/api/desk/{tag}/goal/{record_id}',
  summary: 'Withdraw a goal: nothing of it stays in public',
  access: 'desk',
  role: 'editor',
  params: RecordParams,
  body: z.object({ version }),
  response: z.object(changed),
})
